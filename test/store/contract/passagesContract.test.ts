/** Passages on both engines: search results with their surroundings, and word counts in a large store. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { JudgeFacts } from '../../../src/memory/facts/factJudge.ts';
import { maxCounted } from '../../../src/memory/recall/recall.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { MemoryRef } from '../../../src/memory/shared/memoryRef.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aChunk,
  aFact,
  engineNames,
  findMemories,
  moment,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
  recallOf,
} from '../support.ts';
import { archiveOf } from './talk.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`passages (${engine})`, () => {
    let store: Store;
    let ada: Caller;

    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    /** The texts of the passages around the matches of these words, one line per passage. */
    const around = async (words: string, reach: number): Promise<string[]> => {
      const refs = await findMemories(store, ada, words.split(' '));
      const passages = await recallOf(store).passages(refs, reach);
      return passages.map((passage) => passage.map(({ text }) => text).join(' | ')).sort();
    };
    const turns = (count: number, name = 'turn'): string[] =>
      Array.from({ length: count }, (_, n) => `${name} n${String(n + 1)}`);

    it('returns the neighbours of a result, as many as requested', async () => {
      await store.archive.append(archiveOf(ada, 'talk', turns(9)));
      assert.deepEqual(await around('n5', 0), ['turn n5']);
      assert.deepEqual(await around('n5', 1), ['turn n4 | turn n5 | turn n6']);
      assert.deepEqual(await around('n5', 2), ['turn n3 | turn n4 | turn n5 | turn n6 | turn n7']);
      assert.deepEqual(await around('n1', 2), ['turn n1 | turn n2 | turn n3']);
      assert.deepEqual(await around('n9', 2), ['turn n7 | turn n8 | turn n9']);
      assert.deepEqual(await around('n5', 100), [turns(9).join(' | ')]);
    });

    it('orders neighbours by position, despite gaps and late imports', async () => {
      const turn = (content: string, seq: number): { content: string; seq: number } => ({ content, seq });
      await store.archive.append(archiveOf(ada, 'talk', [turn('first', 10), turn('zebra', 200), turn('last', 5000)]));
      await store.archive.append(archiveOf(ada, 'talk', [turn('late', 150)]));
      assert.deepEqual(await around('zebra', 1), ['late | zebra | last']);
      assert.deepEqual(await around('zebra', 2), ['first | late | zebra | last']);
    });

    it('merges passages that share a turn, and only those', async () => {
      await store.archive.append(archiveOf(ada, 'talk', turns(12)));
      assert.deepEqual(await around('n3 n4', 0), ['turn n3', 'turn n4']);
      assert.deepEqual(await around('n3 n4', 1), ['turn n2 | turn n3 | turn n4 | turn n5']);
      assert.deepEqual(await around('n3 n5', 1), ['turn n2 | turn n3 | turn n4 | turn n5 | turn n6']);
      assert.deepEqual(await around('n3 n6', 1), ['turn n2 | turn n3 | turn n4', 'turn n5 | turn n6 | turn n7']);
      assert.deepEqual(await around('n1 n5 n8 n12', 2), [turns(12).join(' | ')]);
    });

    it('returns each memory once, regardless of duplicates and order of the requests', async () => {
      await store.archive.append(archiveOf(ada, 'talk', turns(6)));
      const refs = await findMemories(store, ada, ['turn']);
      const mixed = [...refs].reverse().concat(refs);
      const passages = await recallOf(store).passages(mixed, 2);
      assert.deepEqual(
        passages.map((passage) => passage.map(({ seq }) => seq)),
        [[1, 2, 3, 4, 5, 6]],
      );
    });

    it('separates chunks and messages within a session, and sessions from each other', async () => {
      await store.archive.append(archiveOf(ada, 'talk', turns(3, 'message')));
      await store.archive.append(archiveOf(ada, 'other', turns(3, 'other')));
      for (const content of turns(3, 'chunk')) await store.chunks.append(aChunk(ada, 'talk', content));
      const expected = ['chunk n1 | chunk n2 | chunk n3', 'message n1 | message n2 | message n3'];
      assert.deepEqual(await around('n2', 1), [...expected, 'other n1 | other n2 | other n3']);
      const kinds = (await recallOf(store).passages(await findMemories(store, ada, ['n2']), 1)).map((passage) =>
        [...new Set(passage.map(({ kind, sessionId }) => `${kind} ${String(sessionId)}`))].join(),
      );
      assert.equal(kinds.length, 3);
      assert.ok(kinds.every((kind) => !kind.includes(',')));
    });

    it('returns facts without neighbours, even if they come from one session', async () => {
      const { session } = await openSession(store, ada, 'chat');
      for (const fact of ['zebra one', 'zebra two'])
        await store.facts.add(aFact(ada, fact, { sourceSession: session.id }), noJudgement);
      assert.deepEqual(await around('zebra', 4), ['zebra one', 'zebra two']);
    });

    it('keeps all chunks with the same position in a session, as merged stores may contain them', async () => {
      const { session } = await openSession(store, ada, 'chat');
      for (const content of ['a', 'b', 'c']) await store.chunks.append(aChunk(ada, session.id, `same ${content}`));
      const snapshot = await store.portability.read(moment, 'ada');
      const rows = snapshot.tables.conversation_chunks.map((row) => ({ ...row, seq: 7 }));
      const merged = openStore(engine, anEmptyStore(engine));
      await merged.portability.merge({ ...snapshot, tables: { ...snapshot.tables, conversation_chunks: rows } }, 'ada');
      const reader = await visit(merged);
      for (const words of ['same', 'b', 'c']) {
        const refs = await findMemories(merged, reader, [words]);
        const passages = await recallOf(merged).passages(refs, 2);
        assert.deepEqual(
          passages.map((passage) => passage.map(({ text }) => text)),
          [['same a', 'same b', 'same c']],
          words,
        );
      }
      const alone = (await recallOf(merged).passages(await findMemories(merged, reader, ['same']), 0)).flat();
      assert.equal(alone.length, 3);
      await merged.close();
    });

    it('shows a session’s summary or first request, and names its conversation', async () => {
      await store.archive.append(
        archiveOf(ada, 'unsummarized', [
          { content: `Fix the walrus ${'x'.repeat(400)}`, role: 'user' },
          { content: 'Fixed', role: 'assistant' },
        ]),
      );
      const { session } = await openSession(store, ada, 'chat 7');
      await store.sessions.end({
        id: session.id,
        version: session.version,
        oneLiner: 'Summarized',
        topics: ['walrus'],
        outcome: 'Done',
        importance: 5,
        summary: null,
        now: moment,
      });
      const refs: MemoryRef[] = ['unsummarized', session.id].map((id) => ({ kind: 'session', id }));
      const [unsummarized, summarized] = (await recallOf(store).passages(refs, 2)).flat();
      assert.deepEqual(
        [unsummarized?.text, unsummarized?.sourceRef],
        [`Fix the walrus ${'x'.repeat(285)}`, 'unsummarized'],
      );
      assert.deepEqual(
        [summarized?.title, summarized?.text, summarized?.sourceRef],
        ['Summarized', 'walrus\nDone', 'chat 7'],
      );
    });

    it('omits unknown memories', async () => {
      await store.archive.append(archiveOf(ada, 'talk', ['still here']));
      const [here] = await findMemories(store, ada, ['still']);
      assert.ok(here !== undefined);
      const gone: MemoryRef[] = [
        { kind: 'message', id: '999' },
        { kind: 'fact', id: '999' },
        { kind: 'fact', id: 'no number' },
        { kind: 'session', id: 'nowhere' },
        { kind: 'knowledge', id: '-1' },
        { kind: 'chunk', id: '' },
      ];
      assert.deepEqual((await recallOf(store).passages([...gone, here], 2)).flat(), [here]);
      assert.deepEqual(await recallOf(store).passages([], 2), []);
      assert.deepEqual(await recallOf(store).passages(gone, 2), []);
    });

    it('names the newer facts that contradict a fact until they are deprecated', async () => {
      const contradicts: JudgeFacts = (alike) =>
        alike.map((fact) => ({
          fact,
          relation: 'contradicts',
          similarity: 0.5,
          confidenceLeft: fact.confidence / 2,
          linkUid: randomUUID(),
        }));
      const contradictors = async (id: number): Promise<string[] | undefined> =>
        (await recallOf(store).passages([{ kind: 'fact', id: String(id) }], 0)).flat()[0]?.contradictedBy;
      const { fact: old } = await store.facts.add(aFact(ada, 'indent tabs'), noJudgement);
      assert.deepEqual(await contradictors(old.id), []);
      const { fact: newer } = await store.facts.add(aFact(ada, 'indent spaces'), contradicts);
      const { fact: newest } = await store.facts.add(aFact(ada, 'indent two'), contradicts);
      assert.deepEqual((await contradictors(old.id))?.sort(), [newer.id, newest.id].map(String));
      assert.deepEqual(await contradictors(newer.id), [String(newest.id)]);
      assert.deepEqual(await contradictors(newest.id), []);
      const version = (await store.facts.get(newest.id))?.version ?? 0;
      assert.notEqual(await store.facts.deprecate(newest.id, version, 'wrong', moment), 'conflict');
      assert.deepEqual(await contradictors(old.id), [String(newer.id)]);
      assert.deepEqual(await contradictors(newer.id), []);
    });
  });

  describe(`a large store (${engine})`, () => {
    it('counts words exactly up to the maximum, and lists at most 5,000 words', async () => {
      const store = openStore(engine, anEmptyStore(engine));
      const ada = await visit(store);
      const all = Math.max(maxCounted, 5000) + 60;
      const numbered = (n: number): string => `w${String(n).padStart(5, '0')}`;
      const contents = Array.from({ length: all }, (_, n) => {
        return `common ${n < all - 50 ? 'almost' : 'seldom'} ${numbered(n)}`;
      });
      await store.archive.append(archiveOf(ada, 'talk', contents));
      assert.deepEqual(await recallOf(store).statistics(['common', 'almost', 'seldom', numbered(7)]), {
        documents: all,
        holding: [maxCounted, maxCounted, 50, 1],
      });
      const words = await recallOf(store).wordsFrom('w');
      assert.deepEqual([words.length, words[0], words.at(-1)], [5000, numbered(0), numbered(4999)]);
      const last = numbered(all - 1);
      assert.equal((await recallOf(store).wordsFrom(last.slice(0, -1))).at(-1), last);
      const found = await findMemories(store, ada, ['common', last], { limit: 3 });
      assert.deepEqual(
        found.map(({ seq }) => seq),
        [all, 1, 2],
      );
      await store.close();
    });
  });
}
