/** Session search by compact documents on both engines: what matches, and that deleted text no longer does. */
import { strict as assert } from 'node:assert';
import { DatabaseSync } from 'node:sqlite';
import type { RecordedReport } from '../../../src/memory/archive/recording.ts';
import type { SessionMatch, WordQuery } from '../../../src/memory/recall/recall.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import type { MessageInput } from '../recorded.ts';
import { aRecording } from '../recorded.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { storedTexts } from '../rawRows.ts';
import {
  engineNames,
  findMemories,
  moment,
  openSession,
  openStore,
  removeFolders,
  visit,
  recallOf,
} from '../support.ts';
import type { EngineName } from '../support.ts';
import type { Turn } from './talk.ts';
import { archiveOf } from './talk.ts';

after(removeFolders);

/** Requests and answers alternate. */
const chat = (...contents: readonly string[]): Turn[] =>
  contents.map((content, place) => ({ content, role: place % 2 === 0 ? 'user' : 'assistant' }));

async function findSessions(
  store: Store,
  { user }: Caller,
  words: string,
  more: Partial<WordQuery> = {},
): Promise<SessionMatch[]> {
  return recallOf(store).findSessions({ terms: words.split(' '), userId: user.id, scope: 'all', limit: 20, ...more });
}

for (const engine of engineNames) {
  describe(`session search (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const names = async (words: string, more: Partial<WordQuery> = {}): Promise<string[]> =>
      (await findSessions(store, ada, words, more)).map(({ id }) => id);
    const idOf = async (text: string): Promise<string> => {
      const found = await findMemories(store, ada, text.toLowerCase().split(' '), { kinds: ['message'], limit: 1 });
      return found[0]?.id ?? '';
    };
    const soundness = async (): Promise<unknown[]> => {
      const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
      return [...damage, indexMissing, indexOrphans];
    };

    it('finds a session by its requests and the last answer to each, not by other messages', async () => {
      const messages: MessageInput[] = [
        { content: 'Please mend the walrus', role: 'user' },
        { content: 'Let me look at the pelican', role: 'assistant' },
        { content: 'perhaps the ostrich', role: 'assistant', type: 'thought' },
        { content: '{"command":"flamingo"}', role: 'assistant', type: 'tool_use', tool: 'Bash' },
        { content: 'Mended: it was the heron', role: 'assistant' },
        { content: 'Danke, nun die Größe 数据', role: 'user' },
        { content: 'The toucan fits', role: 'assistant' },
      ];
      const { sessions } = await store.recording.append(aRecording(ada, 'birds', moment, messages));
      assert.equal(sessions.length, 1);
      for (const word of ['walrus', 'heron', 'größe', '数据', 'toucan'])
        assert.deepEqual(await names(word), sessions, word);
      for (const word of ['pelican', 'ostrich', 'flamingo']) assert.deepEqual(await names(word), [], word);
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('finds a session by its commits, pull requests, plans, to-do items and branches', async () => {
      const work = {
        ...{ commits: ['Mend the walrus'], pullRequests: ['Walruses and a heron'] },
        ...{ plans: ['A pelican for everybody'], todos: ['Count the toucans'] },
      };
      const messages: MessageInput[] = [
        { content: 'Please', role: 'user', branch: 'ada/ostrich' },
        { content: '{}', role: 'assistant', type: 'tool_use', tool: 'Bash', work },
      ];
      await openSession(store, ada, 'birds', moment);
      const batch = { ...aRecording(ada, 'birds', moment, messages), origin: 'live' } as const;
      const { sessions } = await store.recording.append(batch);
      const [id = ''] = sessions;
      const version = (await store.sessions.get(id))?.version ?? 0;
      const noDetails = { topics: null, outcome: null, importance: null, summary: null, now: moment };
      await store.sessions.end({ id, version, oneLiner: 'By the agent', ...noDetails });
      for (const word of ['walrus', 'heron', 'pelican', 'toucans', 'ostrich'])
        assert.deepEqual(await names(word), sessions, word);
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('indexes only the beginning of a long request', async () => {
      await store.archive.append(archiveOf(ada, 'long', chat(`walrus ${'x '.repeat(150)} heron`, 'Done')));
      assert.deepEqual(await names('walrus'), ['long']);
      assert.deepEqual(await names('heron'), []);
    });

    it('indexes the first three requests and the first and last answers of a long session', async () => {
      const texts = Array.from({ length: 150 }, (_, n) => [`request${String(n)}`, `answer${String(n)}`]).flat();
      const batch = archiveOf(ada, 'endless', chat(...texts));
      for (let start = 0; start < texts.length; start += 50)
        await store.archive.append({ ...batch, messages: batch.messages.slice(start, start + 50) });
      for (const n of [0, 2]) assert.deepEqual(await names(`request${String(n)}`), ['endless'], String(n));
      for (const n of [0, 19, 50, 149]) assert.deepEqual(await names(`answer${String(n)}`), ['endless'], String(n));
      for (const n of [3, 149])
        assert.deepEqual(await names(`request${String(n)}`), [], 'only the first three requests are indexed');
      for (const n of [20, 49]) assert.deepEqual(await names(`request${String(n)} answer${String(n)}`), [], String(n));
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('indexes the summary, and finds a session that has only a summary', async () => {
      await store.archive.append(archiveOf(ada, 'chat', chat('walrus', 'heron')));
      const { session } = await openSession(store, ada, 'told');
      await store.sessions.end({
        id: session.id,
        version: session.version,
        oneLiner: 'Pelican day',
        topics: ['ostrich'],
        outcome: 'Toucan',
        importance: 7,
        summary: { summary: 'A flamingo.', keyFacts: ['kiwi'], codeRefs: ['src/penguin.ts'] },
        now: moment,
      });
      for (const word of ['pelican', 'ostrich', 'toucan', 'flamingo', 'kiwi', 'penguin'])
        assert.deepEqual(await names(word), [session.id], word);
      assert.deepEqual(await names('walrus'), ['chat']);
    });

    it('omits a conversation between people that has no summary', async () => {
      await store.archive.append(archiveOf(ada, 'people', ['The walrus again', 'Which one?']));
      assert.deepEqual(await names('walrus'), []);
      assert.equal((await findMemories(store, ada, ['walrus'])).length, 1);
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('separates sessions from all other memories', async () => {
      await store.archive.append(archiveOf(ada, 'chat', chat('walrus', 'heron')));
      const query: WordQuery = { terms: ['walrus'], userId: ada.user.id, scope: 'all', limit: 10 };
      assert.deepEqual(
        (await recallOf(store).find(query)).map(({ kind }) => kind),
        ['message'],
      );
      assert.deepEqual(await recallOf(store).find({ ...query, kinds: ['session'] }), []);
      assert.deepEqual(await names('walrus', { kinds: ['message', 'fact'] }), []);
      assert.deepEqual(await names('walrus', { kinds: ['session'] }), ['chat']);
      assert.deepEqual(await names('', { terms: [] }), []);
      assert.deepEqual(await recallOf(store).statistics(['walrus']), { documents: 3, holding: [2] });
    });

    it('lists and counts words that only a session contains', async () => {
      const { session } = await openSession(store, ada, 'told');
      await store.sessions.rename({ id: session.id, version: session.version, oneLiner: 'Walrus pelican' });
      assert.deepEqual(await recallOf(store).wordsFrom('wal'), ['walrus']);
      assert.deepEqual(await recallOf(store).statistics(['walrus']), { documents: 1, holding: [1] });
    });

    it('filters by user, project, time and session', async () => {
      const bob = await visit(store, { username: 'bob' });
      const append = async (caller: Caller, name: string, startedAt: string): Promise<string> =>
        (await store.recording.append(aRecording(caller, name, startedAt, ['walrus', 'heron']))).sessions[0] ?? '';
      const early = await append(ada, 'early', '2026-01-01T10:00:00.000Z');
      const late = await append(ada, 'late', '2026-02-01T10:00:00.000Z');
      const his = await append(bob, 'his', '2026-01-15T10:00:00.000Z');
      const other = await append(
        await visit(store, { project: 'github.com/acme/moon' }),
        'moon',
        '2026-03-01T00:00:00.000Z',
      );
      assert.deepEqual(await names('walrus'), [early, late, other]);
      assert.deepEqual(await names('walrus', { limit: 1 }), [early]);
      assert.deepEqual(await names('walrus', { userId: bob.user.id }), [his]);
      assert.deepEqual(await names('walrus', { scope: { projectId: ada.project?.id ?? null } }), [early, late]);
      assert.deepEqual(await names('walrus', { until: '2026-02-01T10:00:00.000Z' }), [early]);
      assert.deepEqual(await names('walrus', { since: '2026-02-01T10:00:00.000Z', sessionId: late }), [late]);
    });

    it('forgets the text of an erased message', async () => {
      await store.archive.append(archiveOf(ada, 'chat', chat('walrus quetzal', 'heron', 'pelican', 'toucan')));
      const ref = { kind: 'message' as const, id: await idOf('walrus quetzal') };
      const query = { userId: ada.user.id, ref, mode: 'personal' as const };
      const shown = await store.erasure.preview(query);
      assert.ok(typeof shown === 'object');
      await store.erasure.erase({ ...query, expected: shown.expected, now: moment });
      assert.deepEqual(await names('quetzal'), []);
      assert.deepEqual(await names('pelican'), ['chat']);
      assert.deepEqual(await soundness(), [0, 0]);
      await store.close();
      assert.deepEqual(
        (await storedTexts(engine, file)).filter(({ text }) => text.includes('quetzal')),
        [],
      );
      store = openStore(engine, file);
    });

    it('drops the vector of a session as soon as one of its messages is erased', async () => {
      await store.archive.append(archiveOf(ada, 'chat', chat('walrus', 'heron', 'pelican', 'toucan')));
      await store.embeddings.useModel('a model');
      const tasks = await store.embeddings.claim('a model', 100, 60);
      const done = tasks.map((task) => ({ task, vector: Float32Array.of(1, 2) }));
      await store.embeddings.complete('a model', done);
      assert.equal((await store.embeddings.progress('a model')).embedded, 5);
      const ref = { kind: 'message' as const, id: await idOf('walrus') };
      const query = { userId: ada.user.id, ref, mode: 'personal' as const };
      const shown = await store.erasure.preview(query);
      assert.ok(typeof shown === 'object');
      await store.erasure.erase({ ...query, expected: shown.expected, now: moment });
      const { embedded, waiting } = await store.embeddings.progress('a model');
      assert.deepEqual([embedded, waiting], [3, 1], 'the vectors of the three remaining messages');
    });

    it('forgets messages that a vacuum deletes for their age', async () => {
      const batch = aRecording(ada, 'chat', '2026-01-01T10:00:00.000Z', ['walrus', 'heron', 'pelican', 'toucan']);
      const { sessions } = await store.recording.append(batch);
      await store.archive.deleteOlder(ada.user.id, '2026-01-01T10:02:00.000Z');
      assert.deepEqual(await names('walrus heron'), []);
      assert.deepEqual(await names('toucan'), sessions);
      await store.archive.deleteOlder(ada.user.id, '2026-01-02T00:00:00.000Z');
      assert.deepEqual(await names('toucan'), []);
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('forgets a secret that is removed from a message', async () => {
      await store.archive.append(archiveOf(ada, 'chat', chat('walrus quetzal', 'heron')));
      const redact = (text: string): { text: string; removed: number } =>
        text.includes('quetzal') ? { text: text.replaceAll('quetzal', 'cut'), removed: 1 } : { text, removed: 0 };
      for (let next: { table: number; after: number } | null = { table: 0, after: 0 }; next !== null;)
        ({ next } = await store.secrets.look(next, redact, 'clean'));
      assert.deepEqual(await names('quetzal'), []);
      assert.deepEqual(await names('walrus cut'), ['chat']);
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('finds sessions from an imported export, and messages that a later one adds', async () => {
      const from = openStore(engine, anEmptyStore(engine));
      const there = await visit(from);
      const record = (...texts: string[]): Promise<RecordedReport> =>
        from.recording.append(aRecording(there, 'chat', moment, texts));
      const { sessions } = await record('walrus', 'heron');
      await store.portability.merge(await from.portability.read(moment, 'ada'), 'ada');
      assert.deepEqual(await names('heron'), sessions);
      await record('walrus', 'heron', 'pelican', 'toucan');
      await store.portability.merge(await from.portability.read(moment, 'ada'), 'ada');
      await from.close();
      assert.deepEqual(await names('toucan'), sessions);
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('returns the same results and scores after an index rebuild', async () => {
      const questions = await fill(store, ada);
      const answers = async (): Promise<SessionMatch[][]> =>
        Promise.all(questions.map((words) => findSessions(store, ada, words)));
      const before = await answers();
      assert.ok(before.every((found) => found.length > 1));
      await store.maintenance.rebuildIndex();
      assert.deepEqual(await answers(), before);
      assert.deepEqual(await soundness(), [0, 0]);
    });
  });
}

describe('a store with an older index that contains sessions', () => {
  it('gets a separate session index when it is opened', async () => {
    const file = anEmptyStore('native');
    const before = openStore('native', file);
    await before.archive.append(archiveOf(await visit(before), 'chat', chat('walrus', 'heron')));
    await before.close();
    const db = new DatabaseSync(file);
    db.exec(`DROP TABLE session_index; DROP TABLE memory_index;
      CREATE VIRTUAL TABLE memory_index /* words 2 */ USING fts5(title, body, tokenize = "ascii tokenchars '_-.+#@/:$&*%!?=~'")`);
    db.close();
    const store = openStore('native', file);
    const ada = await visit(store);
    assert.deepEqual(
      (await findSessions(store, ada, 'heron')).map(({ id }) => id),
      ['chat'],
    );
    assert.equal((await findMemories(store, ada, ['heron'])).length, 2);
    const { indexMissing, indexOrphans } = await store.maintenance.inspect();
    assert.deepEqual([indexMissing, indexOrphans], [0, 0]);
    await store.close();
  });
});

describe('session search on all engines', () => {
  it('returns the same sessions in the same order with the same scores', async () => {
    const [native, ...others] = await Promise.all(engineNames.map(answersOf));
    assert.equal(native?.length, 12);
    assert.ok(native.every((found) => found.length > 1));
    for (const other of others) assert.deepEqual(native, other);
  });

  async function answersOf(engine: EngineName): Promise<[string, string][][]> {
    const store = openStore(engine, anEmptyStore(engine));
    const ada = await visit(store);
    const questions = await fill(store, ada);
    const answers = await Promise.all(questions.map((words) => findSessions(store, ada, words)));
    await store.close();
    return answers.map((found) => found.map(({ id, bm25 }) => [id, bm25.toFixed(9)]));
  }
});

/** Adds sessions of several lengths in up to two steps each and erases three messages. Returns queries for them. */
async function fill(store: Store, caller: Caller): Promise<string[]> {
  let state = 7;
  const draw = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const words = (count: number): string =>
    Array.from({ length: count }, () => `w${String(Math.floor(40 * draw() ** 2))}`).join(' ');
  for (let session = 0; session < 25; session += 1) {
    const texts = Array.from({ length: 2 + Math.floor(draw() * 12) }, () => words(4 + Math.floor(draw() * 20)));
    const { messages, ...batch } = archiveOf(caller, `s${String(session)}`, chat(...texts));
    await store.archive.append({ ...batch, messages: messages.slice(0, 2) });
    if (messages.length > 2) await store.archive.append({ ...batch, messages: messages.slice(2) });
  }
  const shown = await findMemories(store, caller, ['w3'], { kinds: ['message'], limit: 3 });
  for (const { id } of shown) {
    const query = { userId: caller.user.id, ref: { kind: 'message' as const, id }, mode: 'personal' as const };
    const preview = await store.erasure.preview(query);
    assert.ok(typeof preview === 'object');
    await store.erasure.erase({ ...query, expected: preview.expected, now: moment });
  }
  return Array.from({ length: 12 }, (_, place) => words(1 + (place % 4)));
}
