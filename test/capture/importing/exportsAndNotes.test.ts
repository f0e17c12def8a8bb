/** Importing tasks of Cline, databases of Crush, exported conversations, memories of Serena and memory banks. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { importSources } from '../../../src/capture/importing/importSources.ts';
import { surveySources } from '../../../src/capture/importing/surveySources.ts';
import { findSources } from '../../../src/capture/findSources.ts';
import { withOwnTimes } from '../../../src/importers/conversationTimes.ts';
import { sourcesAt } from '../../../src/importers/sourcesAt.ts';
import { sourcesOfKind } from '../../../src/importers/sourcesOfKind.ts';
import type { Source } from '../../../src/capture/sources/source.ts';
import { aCrushDatabase, crushMessage, crushSession } from '../../support/crushDatabase.ts';
import { anOpencodeDatabase, opencodeMessage, opencodePart, opencodeSession } from '../../support/opencodeDatabase.ts';
import type { PastHome } from '../../support/pastHome.ts';
import { rooTask } from '../../importers/clineTasks.ts';
import { openImportTest } from './support.ts';
import type { ImportTest } from './support.ts';

const globalStorage = '.config/Code/User/globalStorage';
const written = new Date('2026-03-04T08:00:00.000Z');
const cursorExport =
  '# Cart\n_Exported on 4/3/2026 at 08:00:00 UTC from Cursor (2.3.23)_\n\n---\n\n**User**\n\nWhich cart?\n\n---\n\n**Cursor**\n\nA list.\n';
const opencodeExport =
  '# Queue\n\n**Session ID:** ses_3f838dcaeffeM5ZRmIBHrHcEYT\n**Created:** 1/29/2026, 10:23:37 AM\n**Updated:** 1/29/2026, 10:30:00 AM\n\n---\n\n## User\n\nWhich queue?\n\n---\n\n## Assistant (Build · big-pickle · 2.2s)\n\nA table.\n';
const claudeExport =
  ' ▐▛███▜▌   Claude Code v2.1.162\n▝▜█████▛▘  Sonnet 4.6 · Claude Pro\n  ▘▘ ▝▝    ~/shop\n\n❯ Which port?\n\n● Port 8123.\n';

interface Given {
  kind: string;
  /** The file that is imported, and the folder of its project or program. */
  file: string;
  folder: string;
}

const files: readonly Given[] = [
  { kind: 'serena', file: 'shop/.serena/memories/core.md', folder: 'shop' },
  { kind: 'memory-bank', file: 'shop/memory-bank/decisionLog.md', folder: 'shop' },
  {
    kind: 'cline',
    file: `${globalStorage}/rooveterinaryinc.roo-cline/tasks/0198c0de-1234-7abc-8def-0123456789ab/api_conversation_history.json`,
    folder: globalStorage,
  },
  { kind: 'cursor', file: 'shop/cursor_cart.md', folder: 'shop' },
  { kind: 'opencode-export', file: 'shop/session-ses_3f83.md', folder: 'shop' },
  { kind: 'claude-export', file: 'shop/2026-03-04-port.txt', folder: 'shop' },
  { kind: 'crush', file: 'shop/.crush/crush.db', folder: 'shop' },
];

const conversations = [
  ['Add a cart', 'Roo Code', '2026-03-02T09:00:00.000Z'],
  ['Cart', 'cursor', '2026-03-04T08:00:00.000Z'],
  ['Login of the shop', 'crush', '2026-03-02T09:00:00.000Z'],
  ['Queue', 'opencode', '2026-01-29T03:23:37.169Z'],
  ['Which port?', 'claude-code', '2026-03-04T08:00:00.000Z'],
];

describe('importing exported conversations, tasks and notes of assistants', () => {
  let past: PastHome;
  let given: ImportTest;
  let shop: string;
  beforeEach(async () => {
    given = await openImportTest();
    ({ past } = given);
    shop = join(past.path, 'shop');
    past.put('shop/.git/config', '');
    past.put('shop/README.md', '# Shop\n\n- Sells things\n');
    past.put('shop/.serena/memories/core.md', '# Core\n\n- Ports are in config.py\n', written);
    past.put('shop/memory-bank/decisionLog.md', '# Decisions\n\n- SQLite instead of files\n', written);
    const task = JSON.stringify(rooTask).replaceAll('/home/ada/shop', shop);
    past.put(String(files[2]?.file), task, written);
    past.put('shop/cursor_cart.md', cursorExport, written);
    past.put('shop/session-ses_3f83.md', opencodeExport, written);
    past.put('shop/2026-03-04-port.txt', claudeExport, written);
    const database = aCrushDatabase(past.put('shop/.crush/crush.db', ''));
    crushSession(database, { id: 's1', title: 'Login of the shop' });
    crushMessage(database, {
      id: 'm1',
      session: 's1',
      role: 'user',
      created: 0,
      parts: [['text', { text: 'Fix it' }]],
    });
    crushMessage(database, {
      id: 'm2',
      session: 's1',
      role: 'assistant',
      created: 60,
      parts: [['text', { text: 'Done.' }]],
    });
    database.close();
    // Crush lists the project that BigMind knows from others, too.
    past.put('.local/share/crush/projects.json', JSON.stringify({ projects: [{ path: shop }] }));
  });
  afterEach(() => given.close());

  const find = (): Promise<Source[]> =>
    findSources({ platform: 'linux', home: past.path, env: {}, projectFolders: [shop] });
  const sessions = async (): Promise<(string | null | undefined)[][]> => {
    const { sessions: all } = await given.test.memory.sessions.list(given.ada, { scope: 'all', limit: 20 });
    return all.map(({ oneLiner, agentName, startedAt, projectName }) => [oneLiner, agentName, startedAt, projectName]);
  };
  const facts = async (): Promise<unknown[][]> => {
    const { facts: all } = await given.test.memory.facts.list(given.ada, 'all', 50);
    return all.map(({ fact, category, tags, projectName }) => [fact, category, tags.join(' '), projectName]).toSorted();
  };

  it('lists each file once, as of one kind, with its project, its times and whether it stays in use', async () => {
    const listed = await withOwnTimes(await find(), { now: new Date('2026-04-01') });
    const paths = listed.flatMap((source) => source.files.map(({ path }) => path));
    assert.deepEqual(paths.toSorted(), files.map(({ file }) => join(past.path, file)).toSorted());
    assert.deepEqual(
      listed
        .map(({ kind, program, folder, staysInUse, conversations: count }) => [
          kind,
          program,
          folder,
          staysInUse,
          count,
        ])
        .toSorted(),
      [
        ['claude-export', 'Claude Code', shop, false, 1],
        ['cline', 'Roo Code', shop, false, 1],
        ['crush', 'Crush', shop, false, null],
        ['cursor', 'Cursor', shop, false, 1],
        ['memory-bank', 'Memory bank', shop, true, 0],
        ['opencode-export', 'opencode', shop, false, 1],
        ['serena', 'Serena', shop, true, 0],
      ],
    );
    const task = listed.find(({ kind }) => kind === 'cline');
    assert.deepEqual([task?.from, task?.to], ['2026-03-02T09:00:00.000Z', '2026-03-02T09:07:00.000Z']);
  });

  it('stores them with project, agent and time, and nothing twice', async () => {
    const report = await importSources(await find(), given.parts());
    assert.deepEqual(report.damage.listed, []);
    assert.deepEqual([report.conversations.new, report.facts], [5, { stored: 2, known: 0 }]);
    assert.deepEqual(
      (await sessions()).toSorted(),
      conversations.map((each) => [...each, 'shop']),
    );
    assert.deepEqual(await facts(), [
      ['Core: Ports are in config.py', 'codebase', 'imported serena', 'shop'],
      ['Decisions: SQLite instead of files', 'decision', 'imported memory-bank', 'shop'],
    ]);
    const again = await importSources(await find(), given.parts());
    assert.deepEqual(again.conversations, { new: 0, continued: 0, unchanged: 5 });
    assert.deepEqual([again.messages.stored, again.facts.stored, again.notes.unchanged], [0, 0, 2]);
  });

  for (const { kind, file, folder } of files) {
    it(`imports ${kind} from a file or a folder that the user names`, async () => {
      for (const place of [file, folder]) {
        const path = join(past.path, place);
        const sources = await sourcesOfKind(kind, path);
        assert.deepEqual(
          sources.map((source) => [source.kind, source.folder, ...source.files.map((each) => each.path)]),
          [[kind, shop, join(past.path, file)]],
          place,
        );
        const survey = await surveySources(sources, given.parts(), {});
        assert.deepEqual([survey.conversations + survey.notes, survey.damage.listed], [1, []]);
      }
      assert.deepEqual(
        (await sourcesAt(join(past.path, file))).map((source) => [source.kind, source.folder]),
        [[kind, shop]],
      );
      const sources = await sourcesOfKind(kind, join(past.path, file));
      const first = await importSources(sources, given.parts());
      const second = await importSources(await sourcesOfKind(kind, join(past.path, folder)), given.parts());
      assert.equal(first.conversations.new + first.facts.stored, 1);
      assert.equal(second.conversations.new + second.messages.stored + second.facts.stored, 0);
    });

    it(`refuses other files and folders as ${kind}, and says what they are`, async () => {
      const codex = past.codex('0', [['hello', 'Hi.']]);
      await assert.rejects(sourcesOfKind(kind, codex), /contains no .*; it looks like a conversation of Codex/u);
      past.put('other/README.md', '# Other\n\n- A point\n');
      past.put('other/package.json', '{"name": "other"}');
      await assert.rejects(
        sourcesOfKind(kind, join(past.path, 'other')),
        (thrown: Error & { code?: string }) => thrown.code === 'bad_import',
      );
    });
  }

  it('finds all of them in the project that a user picks without a kind', async () => {
    const found = await sourcesAt(shop);
    assert.deepEqual(
      found.map(({ kind, files: own }) => [kind, own.length]).toSorted(),
      files
        .filter(({ folder }) => folder === 'shop')
        .map(({ kind }) => [kind, 1])
        .toSorted(),
    );
  });

  it('dates a task of an older version by its name, until its file was changed', async () => {
    const untimed = rooTask.map(({ ts: _ts, ...message }) => message);
    past.put('.cline/data/tasks/1772442060000/api_conversation_history.json', JSON.stringify(untimed), written);
    const dated = await withOwnTimes(await find(), { since: '2026-03-03T00:00:00.000Z', now: new Date('2026-04-01') });
    assert.deepEqual(
      dated.filter(({ kind }) => kind === 'cline').map(({ program, from, to }) => [program, from, to]),
      [['Cline', '2026-03-02T09:01:00.000Z', written.toISOString()]],
    );
  });

  it('lists a file once if projects or kinds contain each other', async () => {
    const bank = past.put('shop/docs/memory-bank/progress.md', '# Progress\n\n- Login works\n');
    const plan = past.put('shop/memory-bank/plans/cart.md', '# Cart\n\n- [ ] Add it\n');
    const projectFolders = [join(shop, 'docs'), shop];
    const found = await findSources({ platform: 'linux', home: past.path, env: {}, projectFolders });
    for (const path of [bank, plan]) {
      const owners = found.filter(({ files: own }) => own.some((file) => file.path === path));
      assert.deepEqual(
        owners.map(({ kind }) => kind),
        ['memory-bank'],
        path,
      );
    }
    const picked = await sourcesAt(join(shop, 'memory-bank/plans'));
    assert.deepEqual(
      picked.map(({ kind, folder, files: own }) => [kind, folder, own.length]),
      [['memory-bank', shop, 1]],
    );
    past.put('memory-bank/docs/guide.md', '# Guide\n\n- A repository of this name is no memory bank\n');
    await assert.rejects(sourcesAt(join(past.path, 'memory-bank/docs')), /contains no known conversations/u);
  });

  it('stores an exported session of opencode once, if its database has it, too', async () => {
    const database = anOpencodeDatabase(past.put('.local/share/opencode/opencode.db', ''));
    const session = 'ses_3f838dcaeffeM5ZRmIBHrHcEYT';
    opencodeSession(database, { id: session, title: 'Queue', directory: shop });
    for (const [id, role, text] of [
      ['m1', 'user', 'Which queue?'],
      ['m2', 'assistant', 'A table.'],
    ] as const) {
      opencodeMessage(database, { id, session, role, created: id === 'm1' ? 0 : 60_000 });
      opencodePart(database, { id: `p${id}`, message: id, data: { type: 'text', text } });
    }
    database.close();
    const queues = (await find()).filter(({ kind }) => kind.startsWith('opencode'));
    assert.equal(queues.length, 2);
    const report = await importSources(queues, given.parts());
    assert.deepEqual([report.conversations.new, report.messages.stored], [1, 2]);
  });

  it('leaves sessions of sub-agents of Cline out, and says so', async () => {
    const folder = '.cline/data/sessions/1772442000000_abc';
    const helper = { version: 1, agent: 'subagent', messages: rooTask };
    past.put(`${folder}/1772442000000_abc.messages.json`, JSON.stringify(helper));
    const left: string[] = [];
    await findSources(
      { platform: 'linux', home: past.path, env: {} },
      () => (path, reason) => left.push(`${path} ${reason}`),
    );
    assert.deepEqual(left, [`${join(past.path, folder)}/1772442000000_abc.messages.json subAgent`]);
  });
});
