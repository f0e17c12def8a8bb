/** Importing files that are not of the kind that a user names. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { importSources } from '../../../src/capture/importing/importSources.ts';
import type { ImportReport } from '../../../src/capture/importing/importReport.ts';
import { surveySources } from '../../../src/capture/importing/surveySources.ts';
import { withOwnTimes } from '../../../src/importers/conversationTimes.ts';
import { sourcesOfKind } from '../../../src/importers/sourcesOfKind.ts';
import type { Source } from '../../../src/capture/sources/source.ts';
import { fileAt } from '../../../src/capture/sources/sourceFolders.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import { conversationNumber } from '../../support/pastHome.ts';
import type { PastHome } from '../../support/pastHome.ts';
import { openImportTest } from './support.ts';
import type { ImportTest } from './support.ts';

const one = conversationNumber(1);

describe('importing a file as a given kind', () => {
  let past: PastHome;
  let given: ImportTest;
  beforeEach(async () => {
    given = await openImportTest();
    ({ past } = given);
  });
  afterEach(() => given.close());

  const runImport = async (kind: string, path: string): Promise<ImportReport> =>
    importSources(await sourcesOfKind(kind, path), given.parts());

  it('finds the projects in the home folder of a program, beside its other files', async () => {
    past.claude(one, [['Good?', 'Yes.']]);
    past.put(
      '.claude/history.jsonl',
      '{"display":"Good?","pastedContents":{},"timestamp":1,"project":"/home/ada/shop"}\n',
    );
    past.put('.claude/projects/stray.jsonl', '{"display":"x"}\n');
    for (const folder of ['.claude', '.claude/projects']) {
      const found = await sourcesOfKind('claude-code', join(past.path, folder));
      assert.deepEqual(
        found.flatMap(({ files }) => files.map(({ conversation }) => conversation)),
        [one],
      );
    }
  });

  it('reads compressed rollouts, and says of other archives that they must be decompressed', async () => {
    const rollout = past.codex(one, [['Port?', '8093.']]);
    writeFileSync(`${rollout}.zst`, zstdCompressSync(readFileSync(rollout)));
    rmSync(rollout);
    const report = await runImport('codex', join(past.path, '.codex'));
    assert.deepEqual([report.conversations.new, report.messages.stored, report.damage.listed.length], [1, 2, 0]);
    assert.equal((await runImport('codex', `${rollout}.zst`)).conversations.unchanged, 1);
    const zip = past.put('chat.jsonl', Buffer.from('PK\u0003\u0004\u0014\0\0\0', 'latin1'));
    await assert.rejects(sourcesOfKind('claude-code', zip), /is compressed; decompress it first/u);
  });

  it('says what the file looks like if the kind is wrong', async () => {
    const file = past.claude(one, [['Good?', 'Yes.']]);
    past.workspace('w1', '/home/ada/shop');
    const chat = past.chat('w1', 'c1', [['Good?', 'Yes.']]);
    const transcript = past.transcript('w1', 'c2', [['Good?', 'Yes.']]);
    const looks = async (kind: string, path: string, like: RegExp): Promise<void> => {
      await assert.rejects(sourcesOfKind(kind, path), (thrown: Error) => like.test(thrown.message), `${kind} ${path}`);
    };
    for (const kind of ['copilot', 'mcp-memory', 'claude-memory', 'copilot-memory'] as const) {
      await looks(kind, file, /contains no .*; it looks like a conversation of Claude Code/u);
    }
    await looks('claude-code', chat, /it looks like a conversation of Copilot/u);
    await looks('claude-code', transcript, /it looks like a conversation of Copilot/u);
    await looks('claude-code', dirname(transcript), /contains no conversation of Claude Code: .*Copilot/u);
    await looks('copilot', dirname(file), /contains no conversation of Copilot: .*Claude Code/u);
    await looks('claude-code', past.put('MEMORY.md', '- A port\n'), /it looks like a Markdown file of notes/u);
    await looks('claude-memory', past.put('broken.jsonl', '{"cut'), /notes are Markdown files/u);
  });

  it('names the kind of notes that lie at the place of a program, and none for a database with a name of notes', async () => {
    past.workspace('w1', '/home/ada/shop');
    const remedyFor = async (path: string): Promise<string> => {
      const thrown = await sourcesOfKind('codex', path).catch((error: unknown) => error);
      return thrown instanceof BigMindError ? thrown.sentence : 'no error';
    };
    assert.match(await remedyFor(past.copilotNotes('w1', '- A port\n')), /Try "bigmind import copilot-memory /u);
    assert.match(await remedyFor(past.put('shop/docs/plans/a.md', '# A plan\n')), /Try "bigmind import plans /u);
    assert.match(await remedyFor(past.put('a.md', '- A port\n')), /Try "bigmind import claude-memory a\.md"/u);
    const database = 'SQLite format 3\0';
    assert.match(await remedyFor(past.put('opencode-x.db', database)), /Try "bigmind import opencode /u);
    for (const name of ['b.md', 'other.db']) assert.match(await remedyFor(past.put(name, database)), /Name another/u);
  });

  it('does not prevent a later import as the right kind', async () => {
    const path = past.claude(one, [['Good?', 'Yes.']]);
    const [source] = await given.find();
    const file = await fileAt(path, 'mcp-memory', null);
    assert.ok(source !== undefined && file !== undefined);
    const wrong: Source = { ...source, kind: 'mcp-memory', files: [file] };
    const { damage } = await importSources([wrong], given.parts());
    assert.match(damage.listed[0]?.reason ?? '', /contains no notes of the official memory server/u);
    assert.equal((await runImport('claude-code', path)).conversations.new, 1);
  });

  it('stores the read position for that kind only', async () => {
    const path = past.mcpMemory({ type: 'entity', name: 'Ada', entityType: 'user', observations: ['prefers tabs'] });
    await runImport('mcp-memory', path);
    assert.equal(await given.test.memory.recording.position(given.ada, path), undefined);
    assert.deepEqual((await runImport('mcp-memory', path)).notes, { read: 0, unchanged: 1 });
  });

  it('stores no JSON as a fact, whatever the name of the file', async () => {
    const { facts, damage } = await runImport(
      'claude-memory',
      past.put('notes/cut.md', '{"type":"user","message":{"cut'),
    );
    assert.deepEqual([facts.stored, damage.listed[0]?.reason], [0, 'is JSON and no notes']);
    const listed = await runImport('copilot-memory', past.put('notes/list.txt', '[{"a": 1}]\n'));
    assert.deepEqual([listed.facts.stored, listed.damage.listed.length], [0, 1]);
    assert.equal(
      (await runImport('claude-memory', past.put('notes/link.md', '[A link](x.html) to read\n'))).facts.stored,
      1,
    );
  });

  it('reports a file with nothing readable, also in a survey', async () => {
    for (const [kind, text] of [
      ['claude-code', '{"type":"user","cut'],
      ['mcp-memory', '{"name":"package"}\n'],
    ] as const) {
      const sources = await sourcesOfKind(kind, past.put(`${kind}.jsonl`, text));
      const { damage } = await importSources(sources, given.parts());
      assert.match(damage.listed[0]?.reason ?? '', /^contains no .*; it may be damaged$/u, kind);
      const tried = await surveySources(sources, given.parts(), {});
      assert.deepEqual(tried.damage, damage, kind);
    }
  });

  it('skips other projects and names them, even if they were imported before', async () => {
    past.claude(one, [['Good?', 'Yes.']]);
    const wanted = (): boolean => false;
    const first = await given.runImport({ wanted });
    await given.runImport();
    const again = await given.runImport({ wanted });
    assert.deepEqual([first.otherProjects, again.otherProjects], [['shop'], ['shop']]);
    assert.deepEqual(again.conversations, { new: 0, continued: 0, unchanged: 0 });
  });
});

describe('the time of a conversation', () => {
  let past: PastHome;
  let given: ImportTest;
  beforeEach(async () => {
    given = await openImportTest();
    ({ past } = given);
  });
  afterEach(() => given.close());

  it('comes from the conversation instead of its file, and a damaged file counts as none', async () => {
    const now = new Date('2026-11-20T00:00:00.000Z');
    utimesSync(past.claude(one, [['x'.repeat(100_000), 'Yes.']]), now, now);
    past.put(`.claude/projects/-home-ada-shop/${conversationNumber(2)}.jsonl`, 'no json\n', now);
    past.workspace('w1', '/home/ada/blog');
    utimesSync(past.chat('w1', 'c1', [['Good?', 'Yes.']]), now, now);
    const since = '2026-11-01T00:00:00.000Z';
    const listed = await withOwnTimes(await given.find(), { now: new Date() });
    assert.deepEqual(
      listed.map(({ kind, from, to, conversations }) => [kind, from, to.slice(0, 10), conversations]).toSorted(),
      [
        ['claude-code', '2026-03-02T09:00:00.000Z', '2026-11-20', 1],
        ['copilot', '2026-03-02T09:00:00.000Z', '2026-03-02', 1],
      ],
    );
    assert.deepEqual(
      (await withOwnTimes(await given.find(), { now: new Date(), since })).map(({ conversations }) => conversations),
      [0],
    );
    assert.equal((await given.runImport({ since })).conversations.new, 0);
    assert.equal((await given.runImport({ since: '2026-03-01T00:00:00.000Z' })).conversations.new, 2);
  });

  it('is not one that cannot be right', async () => {
    const file = past.claude(one, [
      ['Good?', 'Yes.'],
      ['Sure?', 'Yes.'],
    ]);
    const lines = readFileSync(file, 'utf8').split('\n');
    const at = (line: string, time: string): string => line.replace(/(?<="timestamp":")[^"]+/u, time);
    const wrong = [
      at(lines[0] ?? '', '1970-01-01T00:00:00Z'),
      ...lines.slice(1, 3),
      at(lines[3] ?? '', '2999-01-01T00:00:00Z'),
    ];
    writeFileSync(file, wrong.join('\n'));
    const now = new Date('2026-11-20T00:00:00.000Z');
    const [listed] = await withOwnTimes(await given.find(), { now });
    assert.deepEqual([listed?.from, listed?.to], ['2026-03-02T09:01:00.000Z', '2026-03-02T09:02:00.000Z']);
    assert.deepEqual(await withOwnTimes(await given.find(), { now, since: '2026-03-03T00:00:00.000Z' }), []);
  });
});
