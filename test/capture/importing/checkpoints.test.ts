/** Importing the checkpoints of Entire, also of conversations that are stored already. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openCheckpoints } from '../../../src/capture/checkpoints/checkpoints.ts';
import { importSources } from '../../../src/capture/importing/importSources.ts';
import type { ImportParts } from '../../../src/capture/importing/importSources.ts';
import type { ImportReport } from '../../../src/capture/importing/importReport.ts';
import { surveySources } from '../../../src/capture/importing/surveySources.ts';
import { databaseReaders } from '../../../src/importers/databaseReaders.ts';
import { sourcesOfKind } from '../../../src/importers/sourcesOfKind.ts';
import { recordedFileAt, recordTranscript } from '../../../src/capture/recordTranscript.ts';
import { createOpenForeign } from '../../../src/store/sqlite/foreign/openForeign.ts';
import { checkpointTime, storeCheckpoints } from '../../support/checkpoints.ts';
import type { StoredSession } from '../../support/checkpoints.ts';
import { anOpencodeDatabase, opencodeMessage, opencodePart, opencodeSession } from '../../support/opencodeDatabase.ts';
import { conversationNumber } from '../../support/pastHome.ts';
import type { Turn } from '../../support/pastHome.ts';
import { aRepository, gitEnvironment } from '../git/repository.ts';
import type { Repository } from '../git/repository.ts';
import { openImportTest } from './support.ts';
import type { ImportTest } from './support.ts';

const one = conversationNumber(1);
const two = conversationNumber(2);
const port: Turn = ['Which port does the shop use?', 'Port 8123.'];
const queue: Turn = ['Which queue?', 'A table.'];
const cache: Turn = ['Which cache?', 'None at all.'];

describe('importing checkpoints of Entire', () => {
  let given: ImportTest;
  let repository: Repository;
  beforeEach(async () => {
    given = await openImportTest();
    repository = aRepository();
    repository.write('a.ts', 'one');
    repository.commit('First');
  });
  afterEach(async () => {
    repository.remove();
    await given.close();
  });

  const parts = (): ImportParts => ({
    ...given.parts(),
    openForeign: createOpenForeign({
      ...databaseReaders,
      checkpoints: (gitFolder) => openCheckpoints(gitFolder, { env: gitEnvironment }),
    }),
  });
  const importAll = async (since?: string): Promise<ImportReport> =>
    importSources(await sourcesOfKind('entire', repository.folder), parts(), { since });
  const importFrom = async (kind: string, path: string): Promise<ImportReport> =>
    importSources(await sourcesOfKind(kind, path), parts());
  const stored = (report: ImportReport): number[] => [report.messages.stored, report.messages.duplicates];

  /** The checkpoints after the first turn and after all turns, as Entire makes them of an agent's own file. */
  function checkpointsOf(
    write: (turns: readonly Turn[]) => string,
    turns: readonly Turn[],
    more: Partial<StoredSession> = {},
  ): string {
    const text = (some: readonly Turn[]): string => readFileSync(write(some), 'utf8');
    storeCheckpoints(repository, [
      { at: 'ab/0000000001/0', session: one, minute: 1, chunks: [text(turns.slice(0, 1))], ...more },
      { at: 'cd/0000000002/0', session: one, minute: 9, chunks: [text(turns)], ...more },
    ]);
    return write(turns);
  }

  const cwd = '/Users/grace/shop';
  const agents = [
    ['claude-code', (turns: readonly Turn[]) => given.past.claude(one, turns, { cwd })],
    ['codex', (turns: readonly Turn[]) => given.past.codex(one, turns, { cwd })],
    ['gemini-cli', (turns: readonly Turn[]) => given.past.gemini(one, turns, { cwd })],
  ] as const;

  for (const [agent, write] of agents) {
    it(`stores a chat of ${agent} in the project of the repository, once`, async () => {
      checkpointsOf(write, [port, queue]);
      const report = await importAll();
      assert.deepEqual(report.conversations, { new: 1, continued: 0, unchanged: 0 });
      assert.deepEqual(stored(report), [4, 0]);
      assert.deepEqual(report.damage.listed, []);
      const { sessions } = await given.test.memory.sessions.list(given.ada, { scope: 'all', limit: 10 });
      assert.deepEqual(
        sessions.map(({ projectName, agentName, startedAt }) => [projectName, agentName, startedAt]),
        [[repository.folder.split(/[\\/]/u).at(-1), agent, '2026-03-02T09:00:00.000Z']],
      );
      assert.deepEqual((await importAll()).conversations, { new: 0, continued: 0, unchanged: 1 });
      checkpointsOf(write, [port, queue, cache]);
      const later = await importAll();
      assert.deepEqual([later.conversations.continued, ...stored(later)], [1, 2, 4]);
    });

    it(`stores nothing of a chat of ${agent} that was imported from its own file, and the other way round`, async () => {
      const file = checkpointsOf(write, [port, queue]);
      assert.deepEqual(stored(await importFrom(agent, file)), [4, 0]);
      assert.deepEqual(stored(await importAll()), [0, 4]);
      const again = write([port, queue, cache]);
      assert.deepEqual(stored(await importFrom(agent, again)), [2, 0]);
      checkpointsOf(write, [port, queue, cache]);
      assert.deepEqual(stored(await importAll()), [0, 6]);
    });
  }

  it('stores nothing of a chat that a hook recorded but what came after it', async () => {
    const path = given.past.claude(one, [port]);
    const caller = await given.test.caller({ conversationId: one });
    const file = await recordedFileAt(path, '/home/ada/shop');
    assert.ok(file !== undefined);
    assert.equal((await recordTranscript(given.test.memory.recording, caller, file, () => true)).stored, 2);
    checkpointsOf((turns) => given.past.claude(one, turns), [port, queue]);
    assert.deepEqual(stored(await importAll()), [2, 2]);
  });

  it('recognizes turns of Codex that Entire stored without what it leaves out, so that they have other offsets', async () => {
    const write = (turns: readonly Turn[]): string => given.past.codex(one, turns, { cwd });
    assert.deepEqual(stored(await importFrom('codex', write([port, queue]))), [4, 0]);
    const text = readFileSync(write([port, queue]), 'utf8').replace('You are a coding agent.', '');
    storeCheckpoints(repository, [{ at: 'ab/0000000001/0', session: one, chunks: [text] }]);
    assert.deepEqual(stored(await importAll()), [0, 4]);
  });

  it('stores a chat of Gemini CLI that is one value, also in chunks that have only its messages', async () => {
    const message = (id: string, type: string, content: string): Record<string, unknown> => ({
      id,
      timestamp: checkpointTime(Number(id)),
      type,
      content,
    });
    const messages = [message('1', 'user', port[0]), message('2', 'gemini', port[1])];
    const rest = [message('3', 'user', queue[0]), message('4', 'gemini', queue[1])];
    const whole = JSON.stringify({ sessionId: one, projectHash: 'ab', messages }, null, 2);
    storeCheckpoints(repository, [
      { at: 'ab/0000000001/0', session: one, agent: 'Gemini CLI', minute: 1, chunks: [whole] },
      {
        ...{ at: 'cd/0000000002/0', session: one, agent: 'Gemini CLI', minute: 2 },
        chunks: [JSON.stringify({ messages }), JSON.stringify({ messages: rest })],
      },
    ]);
    const report = await importAll();
    assert.deepEqual([report.conversations.new, ...stored(report)], [1, 4, 0]);
    assert.deepEqual(report.damage.listed, []);
  });

  it('stores a session of opencode, which its database has under the same names', async () => {
    const time = { created: Date.parse(checkpointTime(0)) };
    const said = { id: 'prt_1', type: 'text', text: port[0] };
    const answered = { id: 'prt_2', type: 'text', text: port[1] };
    const session = {
      info: { id: 'ses_1', title: 'Port of the shop', directory: cwd, version: '1.3.13', time },
      messages: [
        { info: { id: 'msg_1', role: 'user', time }, parts: [said] },
        { info: { id: 'msg_2', role: 'assistant', time }, parts: [answered] },
      ],
    };
    storeCheckpoints(repository, [
      { at: 'ab/0000000001/0', session: 'ses_1', agent: 'OpenCode', chunks: [JSON.stringify(session)] },
    ]);
    const report = await importAll();
    assert.deepEqual([report.conversations.new, ...stored(report)], [1, 2, 0]);
    const { sessions } = await given.test.memory.sessions.list(given.ada, { scope: 'all', limit: 10 });
    assert.equal(sessions[0]?.agentName, 'opencode');
    const file = given.past.put('opencode/opencode.db', '');
    const database = anOpencodeDatabase(file);
    opencodeSession(database, { id: 'ses_1' });
    for (const [place, part] of [said, answered].entries()) {
      const id = `msg_${String(place + 1)}`;
      opencodeMessage(database, { id, session: 'ses_1', role: place === 0 ? 'user' : 'assistant', created: 0 });
      opencodePart(database, { id: part.id, message: id, data: { type: 'text', text: part.text } });
    }
    database.close();
    assert.deepEqual(stored(await importFrom('opencode', file)), [0, 2]);
  });

  it('counts what it would store, and only what was said since a day', async () => {
    const text = (session: string, turn: Turn): string => readFileSync(given.past.claude(session, [turn]), 'utf8');
    storeCheckpoints(repository, [
      { at: 'ab/0000000001/0', session: one, minute: 1, chunks: [text(one, port)] },
      { at: 'ab/0000000001/1', session: two, minute: 3000, chunks: [text(two, queue)] },
    ]);
    const sources = await sourcesOfKind('entire', repository.folder);
    const { conversations, messages } = await surveySources(sources, parts(), {});
    assert.deepEqual([conversations, messages], [2, 4]);
    assert.deepEqual(stored(await importAll('2026-03-03T00:00:00.000Z')), [2, 0]);
  });

  it('names the repository, the line and the checkpoint of what it cannot read', async () => {
    const text = readFileSync(given.past.claude(one, [port]), 'utf8');
    storeCheckpoints(repository, [{ at: 'ab/0000000001/0', session: one, chunks: [`${text}{"type":"us\n`] }]);
    const report = await importAll();
    assert.deepEqual(stored(report), [2, 0]);
    const [damage] = report.damage.listed;
    assert.match(damage?.file ?? '', /\.git$/u);
    assert.equal(damage?.line, 3);
    assert.match(damage.reason, /^of checkpoint ab0000000001\/0 is not JSON/u);
  });

  it('tries again what nothing could be read of', async () => {
    const chunks = ['{"role":"user","message":{"content":[]}}\n'];
    storeCheckpoints(repository, [{ at: 'ab/0000000001/0', session: one, agent: 'Cursor', chunks }]);
    for (const report of [await importAll(), await importAll()]) {
      assert.deepEqual(report.conversations, { new: 0, continued: 0, unchanged: 0 });
      assert.match(report.damage.listed[0]?.reason ?? '', /does not read \(Cursor\)$/u);
    }
  });

  it('says where Git cannot be started, and imports the rest', async () => {
    checkpointsOf((turns) => given.past.claude(one, turns), [port]);
    const sources = [
      ...(await sourcesOfKind('entire', repository.folder)),
      ...(await sourcesOfKind('claude-code', given.past.claude(one, [port]))),
    ];
    const report = await importSources(sources, given.parts());
    assert.deepEqual(stored(report), [2, 0]);
    assert.deepEqual(
      report.damage.listed.map(({ reason }) => reason),
      ['cannot be read here, because Git is not started.'],
    );
  });
});
