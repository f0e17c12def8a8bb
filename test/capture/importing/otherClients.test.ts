/** Importing conversations of Codex and Gemini CLI, also those that a hook recorded before. */
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importSources } from '../../../src/capture/importing/importSources.ts';
import type { ImportReport } from '../../../src/capture/importing/importReport.ts';
import { findSources } from '../../../src/capture/findSources.ts';
import { withOwnTimes } from '../../../src/importers/conversationTimes.ts';
import { sourcesOfKind } from '../../../src/importers/sourcesOfKind.ts';
import { recordedFileAt, recordTranscript } from '../../../src/capture/recordTranscript.ts';
import { conversationNumber } from '../../support/pastHome.ts';
import type { PastHome } from '../../support/pastHome.ts';
import { openImportTest } from './support.ts';
import type { ImportTest } from './support.ts';

const one = conversationNumber(1);
const two = conversationNumber(2);
const port = ['Which port does the shop use?', 'Port 8123.'] as const;
const queue = ['Which queue?', 'A table.'] as const;

describe('importing conversations of Codex and Gemini CLI', () => {
  let past: PastHome;
  let given: ImportTest;
  beforeEach(async () => {
    given = await openImportTest();
    ({ past } = given);
  });
  afterEach(() => given.close());

  /** Records a file as a hook that names it does, in the chat itself. */
  async function recordLive(path: string, conversationId: string): Promise<number> {
    const caller = await given.test.caller({ conversationId });
    const file = await recordedFileAt(path, '/home/ada/shop');
    assert.ok(file !== undefined, path);
    return (await recordTranscript(given.test.memory.recording, caller, file, () => true)).stored;
  }

  const importNamed = async (kind: string, path: string): Promise<ImportReport> =>
    importSources(await sourcesOfKind(kind, path), given.parts());

  it('imports them with their project, agent and time, and only once', async () => {
    past.codex(one, [port, queue]);
    past.gemini(two, [queue], { cwd: '/home/ada/blog' });
    assert.deepEqual((await given.runImport()).conversations, { new: 2, continued: 0, unchanged: 0 });
    const { sessions } = await given.test.memory.sessions.list(given.ada, { scope: 'all', limit: 10 });
    assert.deepEqual(
      sessions
        .map(({ oneLiner, projectName, agentName, startedAt }) => [oneLiner, projectName, agentName, startedAt])
        .toSorted(),
      [
        ['Which port does the shop use?', 'shop', 'codex', '2026-03-02T09:00:00.000Z'],
        ['Which queue?', 'blog', 'gemini-cli', '2026-03-02T09:00:00.000Z'],
      ],
    );
    assert.deepEqual((await given.runImport()).conversations, { new: 0, continued: 0, unchanged: 2 });
  });

  for (const [kind, write] of [
    ['claude-code', (turns: readonly (readonly [string, string])[]) => past.claude(one, turns)],
    ['codex', (turns: readonly (readonly [string, string])[]) => past.codex(one, turns)],
    ['gemini-cli', (turns: readonly (readonly [string, string])[]) => past.gemini(one, turns)],
  ] as const) {
    it(`reports what a hook already recorded of ${kind} as unchanged, and stores nothing twice`, async () => {
      const file = write([port]);
      assert.equal(await recordLive(file, one), 2);
      // What a client writes after the last message is not a message.
      appendFileSync(file, '{"type":"event_msg","payload":{"type":"token_count"}}\n');
      const report = await given.runImport();
      assert.deepEqual(report.conversations, { new: 0, continued: 0, unchanged: 1 });
      assert.equal(report.messages.stored, 0);
      assert.equal((await importNamed(kind, file)).conversations.unchanged, 1);
      write([port, queue]);
      assert.deepEqual((await given.runImport()).conversations, { new: 0, continued: 1, unchanged: 0 });
      assert.equal(await recordLive(file, one), 0);
    });

    it(`leaves a half-written last line of ${kind} for later`, async () => {
      const file = write([port, queue]);
      const whole = readFileSync(file);
      writeFileSync(file, whole.subarray(0, -20));
      const first = await given.runImport();
      assert.deepEqual([first.messages.stored, first.damage.listed], [3, []]);
      writeFileSync(file, whole);
      assert.equal((await given.runImport()).messages.stored, 1);
    });

    it(`reads a replaced file of ${kind} from the start, and stores nothing twice`, async () => {
      const file = write([port]);
      await given.runImport();
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, `${text.slice(0, text.indexOf('\n') + 1)}${JSON.stringify({ type: 'x' })}\n${text}`);
      const { messages, damage } = await given.runImport();
      assert.deepEqual([messages.stored, damage.listed], [0, []]);
      assert.ok(statSync(file).size > text.length);
    });
  }

  it('counts a chat that was resumed in another file once, and leaves sub-agents out of the list', async () => {
    past.gemini(one, [port]);
    past.gemini(one, [], { at: '10-00' });
    past.codex(two, [port]);
    past.codex(conversationNumber(3), [queue], {
      meta: { session_id: two, source: { subagent: { thread_spawn: { depth: 1 } } } },
    });
    const listed = await withOwnTimes(await given.find(), { now: new Date() });
    assert.deepEqual(listed.map(({ kind, title, conversations }) => [kind, title, conversations]).toSorted(), [
      ['codex', 'shop', 1],
      ['gemini-cli', 'shop', 1],
    ]);
    const { conversations, messages } = await given.runImport();
    assert.deepEqual([conversations.new, messages.stored], [2, 4]);
  });

  it('records nothing of a sub-agent when a hook names its rollout', async () => {
    const meta = { session_id: one, source: { subagent: { thread_spawn: { depth: 1 } } } };
    assert.equal(await recordLive(past.codex(two, [queue], { meta }), one), 0);
    const { sessions } = await given.test.memory.sessions.list(given.ada, { scope: 'all', limit: 10 });
    assert.deepEqual(sessions, []);
  });

  it('finds them where variables point, and accepts a file or any folder above it', async () => {
    const rollout = past.codex(one, [port], { home: 'elsewhere/codex' });
    const chat = past.gemini(two, [queue], { home: 'elsewhere/' });
    const env = { CODEX_HOME: join(past.path, 'elsewhere/codex'), GEMINI_CLI_HOME: join(past.path, 'elsewhere') };
    const found = await findSources({ platform: 'linux', home: past.path, env });
    assert.deepEqual(found.map(({ kind }) => kind).toSorted(), ['codex', 'gemini-cli']);
    assert.deepEqual(await given.find(), []);
    for (const [kind, file, depth] of [
      ['codex', rollout, 5],
      ['gemini-cli', chat, 4],
    ] as const) {
      for (let place = file, height = 0; height <= depth; place = dirname(place), height += 1) {
        const sources = await sourcesOfKind(kind, place);
        assert.deepEqual(
          sources.map((source) => [source.kind, source.title, ...source.files.map(({ path }) => path)]),
          [[kind, 'shop', file]],
          place,
        );
      }
    }
  });

  it('describes a file of an unknown program, an empty file and a file that is not text', async () => {
    const other = past.put('other.jsonl', '{"uuid":"u","sessionId":"s","message":{"role":"user","parts":[]}}\n');
    for (const kind of ['claude-code', 'codex', 'gemini-cli'] as const) {
      const [damage] = (await importNamed(kind, other)).damage.listed;
      assert.match(
        damage?.reason ?? '',
        /^contains no .*; it looks like a file of another program, whose first line has "uuid", "sessionId", "message"$/u,
      );
      const bytes = await importNamed(kind, past.put(`${kind}.jsonl`, Buffer.from([1, 0, 255, 0])));
      assert.equal(bytes.damage.listed[0]?.reason, 'is not UTF-8 text');
      const empty = past.put('empty.jsonl', '');
      await assert.rejects(sourcesOfKind(kind, empty), /empty\.jsonl is empty/u);
    }
  });
});
