import assert from 'node:assert/strict';
import { importSources } from '../../../src/capture/importing/importSources.ts';
import { sourcesOfKind } from '../../../src/importers/sourcesOfKind.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import { conversationNumber } from '../../support/pastHome.ts';
import { openImportTest } from './support.ts';
import type { ImportTest } from './support.ts';

describe('importing notes that were edited', () => {
  let given: ImportTest;
  let person: Caller;
  let minute: number;
  beforeEach(async () => {
    given = await openImportTest();
    person = { ...given.ada, origin: 'person' };
    minute = 0;
    given.past.claude(conversationNumber(1), [['Hello?', 'Hello.']]);
  });
  afterEach(() => given.close());

  const notes = '.claude/projects/-home-ada-shop/memory/MEMORY.md';
  /** Each write is a minute later, because only the time distinguishes two edits of the same length. */
  const write = (text: string, name = notes): string => {
    minute += 1;
    return given.past.put(name, text, new Date(Date.parse('2026-03-03T09:00:00Z') + minute * 60_000));
  };
  /** Writes the file and imports it. */
  const edit = async (text: string, name?: string) => {
    write(text, name);
    return (await given.runImport()).facts;
  };
  /** In the order in which they were stored. */
  const liveFacts = async () => {
    const { facts } = await given.test.memory.facts.list(given.ada, 'all', 50);
    return facts.sort((one, other) => one.id - other.id);
  };
  const live = async (): Promise<string[]> => (await liveFacts()).map(({ fact }) => fact);
  const idOf = async (text: string): Promise<number> => {
    const found = (await liveFacts()).find(({ fact }) => fact === text);
    assert.ok(found, `${text} is no live fact`);
    return found.id;
  };

  it('supersedes the old fact with the new one and keeps it in the history', async () => {
    await edit('## Ports\n- The shop listens on port 8123\n- The blog listens on port 4000\n');
    const before = await idOf('Ports: The shop listens on port 8123');
    assert.deepEqual(
      await edit('# Notes\n\n## Ports\n- The shop listens on port 9000 since May\n- The blog listens on port 4000\n'),
      { stored: 1, known: 1 },
    );
    assert.deepEqual(await live(), [
      'Ports: The blog listens on port 4000',
      'Ports: The shop listens on port 9000 since May',
    ]);
    const after = await idOf('Ports: The shop listens on port 9000 since May');
    const old = await given.test.memory.catalogue.get(given.ada, { kind: 'fact', id: String(before) });
    assert.deepEqual(
      [old.status, old.deprecationReason, old.text, old.supersededBy?.id],
      ['deprecated', `superseded by #${String(after)}`, 'Ports: The shop listens on port 8123', after],
    );
  });

  it('supersedes facts of a file that a user names like those of a file that is found', async () => {
    const file = write('The shop listens on port 8123\n');
    const runImport = async () => importSources(await sourcesOfKind('claude-memory', file), given.parts());
    await runImport();
    write('Nobody knows where the shop listens\n');
    assert.deepEqual((await runImport()).facts, { stored: 1, known: 0 });
    assert.deepEqual(await live(), ['Nobody knows where the shop listens']);
    assert.deepEqual(await edit('Ada knows the port of the shop\n'), { stored: 1, known: 0 });
    assert.deepEqual(await live(), ['Ada knows the port of the shop']);
  });

  it('keeps the fact of a note that was only deleted, and of a note that no new one resembles', async () => {
    await edit('- The shop listens on port 8123\n- Prices are in cents\n- We deploy on Thursdays\n');
    await edit('- The shop listens on port 8123\n- The blog is built with make\n- We deploy on Thursdays\n');
    assert.deepEqual(await live(), [
      'The shop listens on port 8123',
      'Prices are in cents',
      'We deploy on Thursdays',
      'The blog is built with make',
    ]);
  });

  it('keeps facts that a user edited or pinned along with the new notes', async () => {
    await edit('- The shop listens on port 8123\n- Prices are in cents\n- Tests need Redis 6\n');
    const { facts, profiles } = given.test.memory;
    await facts.edit(person, {
      factId: await idOf('The shop listens on port 8123'),
      fact: 'The shop listens on 8124, ask Bob',
    });
    await profiles.pin(person, 'Prices are in cents');
    await profiles.update(given.ada, { pinnedFacts: ['Prices are in cents', 'Tests  need Redis 6'] });
    await edit('- The shop listens on port 9000\n- Prices are in tenths of cents\n- Tests need Redis 7\n');
    assert.deepEqual(await live(), [
      'The shop listens on 8124, ask Bob',
      'Prices are in cents',
      'Tests need Redis 6',
      'The shop listens on port 9000',
      'Prices are in tenths of cents',
      'Tests need Redis 7',
    ]);
  });

  it('follows a note that changes back, and a note that moves below another heading', async () => {
    const first = '## Ports\n- The shop listens on port 8123\n- The blog listens on port 4000\n';
    await edit(first);
    await edit(first.replace('8123', '9000'));
    await edit(first.replace('8123', '9001'));
    assert.deepEqual(await edit(first), { stored: 1, known: 1 });
    assert.deepEqual(await live(), ['Ports: The blog listens on port 4000', 'Ports: The shop listens on port 8123']);
    await edit(first.replace('Ports', 'Network'));
    assert.deepEqual(await live(), [
      'Network: The shop listens on port 8123',
      'Network: The blog listens on port 4000',
    ]);
  });

  it('does not restore facts that were deprecated or superseded', async () => {
    await edit('- The shop listens on port 8123\n- Prices are in cents\n');
    const { facts } = given.test.memory;
    await facts.deprecate(given.ada, { factId: await idOf('Prices are in cents'), reason: 'wrong' });
    await facts.supersede(person, {
      factId: await idOf('The shop listens on port 8123'),
      fact: 'The shop listens on port 9000',
    });
    assert.deepEqual(await edit('- The shop listens on port 8123\n- Prices are in cents\n- Deploy with make\n'), {
      stored: 1,
      known: 2,
    });
    assert.deepEqual(await live(), ['The shop listens on port 9000', 'Deploy with make']);
  });

  it('follows German and Chinese notes, and two notes that became one', async () => {
    await edit(
      '- Der Shop lauscht auf Port 8123\n- 我们每周四部署商店\n- Tests need a database\n- Tests need a browser\n',
    );
    await edit('- Der Shop lauscht auf Port 9000\n- 我们每周五部署商店\n- Tests need a database and a browser\n');
    assert.deepEqual(await live(), [
      'Der Shop lauscht auf Port 9000',
      '我们每周五部署商店',
      'Tests need a database and a browser',
    ]);
  });

  it("supersedes facts of Copilot's notes, of a memory server's entity and of a beads memory", async () => {
    const { past } = given;
    past.workspace('w1', '/home/ada/blog');
    const shop = past.put('shop/keep', '').replace(/keep$/u, '');
    const entity = (...observations: string[]): string =>
      `${JSON.stringify({ type: 'entity', name: 'Shop', entityType: 'project', observations })}\n`;
    const memory = (value: string): string =>
      `${JSON.stringify({ _type: 'memory', key: 'Deploy', value })}\n${JSON.stringify({ id: 'bd-1', title: 'Tidy', status: 'open', labels: ['deploy'] })}\n`;
    const copilotNotes = '.config/Code/User/workspaceStorage/w1/GitHub.copilot-chat/memory-tool/memories/repo/notes.md';
    past.mcpMemory();
    const runImport = async (): Promise<void> => {
      await given.runImport();
      await importSources(await sourcesOfKind('beads', shop), given.parts());
    };
    write('- Build the blog with make\n', copilotNotes);
    write(entity('Runs on port 8080', 'Is written in Go'), 'notes/memory.jsonl');
    write(memory('Call Ada first.'), 'shop/.beads/issues.jsonl');
    await runImport();
    write('- Build the blog with ninja\n', copilotNotes);
    write(entity('Runs on port 9090', 'Is written in Go'), 'notes/memory.jsonl');
    write(memory('Nobody is asked.'), 'shop/.beads/issues.jsonl');
    await runImport();
    assert.deepEqual((await live()).sort(), [
      'Build the blog with ninja',
      'Nobody is asked.',
      'Open (bd-1, task): Tidy',
      'Shop: Is written in Go',
      'Shop: Runs on port 9090',
    ]);
  });

  it('uses a fact stored in the meantime as the successor, without storing it twice', async () => {
    await edit('- The shop listens on port 8123\n- Prices are in cents\n');
    const shop = await given.test.caller({ conversationId: null, project: { key: '/home/ada/shop', name: 'shop' } });
    const stored = await given.test.memory.facts.store(shop, {
      category: 'codebase',
      fact: 'The shop listens on port 9000',
    });
    assert.deepEqual(await edit('- The shop listens on port 9000\n- Prices are in cents\n'), { stored: 0, known: 2 });
    assert.deepEqual(await live(), ['Prices are in cents', 'The shop listens on port 9000']);
    const { supersedes } = await given.test.memory.catalogue.get(shop, { kind: 'fact', id: String(stored.fact.id) });
    assert.deepEqual(
      supersedes.map(({ text }) => text),
      ['The shop listens on port 8123'],
    );
  });

  it('pairs a thousand edited notes of one section, each with its own successor', async () => {
    const ports = (first: number): string =>
      Array.from({ length: 1_000 }, (_, i) => `- Service s${String(i)} listens on port ${String(first + i)}\n`).join(
        '',
      );
    await edit(`## Ports\n${ports(8_000)}`);
    assert.deepEqual(await edit(`## Ports\n${ports(20_000)}`), { stored: 1_000, known: 0 });
    const { memories, total } = await given.test.memory.catalogue.list(
      given.ada,
      { scope: 'all', kinds: ['fact'], state: 'deprecated' },
      { offset: 0, limit: 1 },
    );
    assert.equal(total, 1_000);
    const old = await given.test.memory.catalogue.get(given.ada, { kind: 'fact', id: memories[0]?.id ?? '' });
    assert.equal(old.supersededBy?.text.split(' listens')[0], old.text.split(' listens')[0]);
  });

  it('does not treat a damaged file as an edit', async () => {
    const { past } = given;
    past.mcpMemory();
    const entity = (observation: string): string =>
      JSON.stringify({ type: 'entity', name: 'Shop', entityType: 'project', observations: [observation] });
    await edit(`${entity('Runs on port 8080')}\n`, 'notes/memory.jsonl');
    await edit(`${entity('Runs on port 9090')}\n{"cut\n`, 'notes/memory.jsonl');
    assert.deepEqual(await live(), ['Shop: Runs on port 8080', 'Shop: Runs on port 9090']);
  });
});
