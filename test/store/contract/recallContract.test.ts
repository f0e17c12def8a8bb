/** Recall on both engines: matches, scope and ranking. */
import { strict as assert } from 'node:assert';
import type { TermStatistics, WordQuery } from '../../../src/memory/recall/recall.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { MemoryFilter } from '../../../src/memory/shared/memoryRef.ts';
import type { Store } from '../../../src/memory/store.ts';
import type { EngineName } from '../support.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aChunk,
  aFact,
  aKnowledge,
  engineNames,
  findMemories,
  indexText,
  moment,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
  recallOf,
} from '../support.ts';
import { addOneOfEach } from './oneOfEach.ts';
import { archiveOf } from './talk.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`recall (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    let bob: Caller;

    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
      bob = await visit(store, { username: 'bob', project: null });
    });
    afterEach(() => store.close());

    const find = async (words: string, more: Partial<WordQuery> = {}): Promise<string[]> => {
      const found = await findMemories(store, ada, indexText(words).split(' '), more);
      return found.map(({ text }) => text);
    };
    const everything = (more: Partial<MemoryFilter> = {}): MemoryFilter => ({
      userId: ada.user.id,
      scope: 'all',
      ...more,
    });

    it('limits results, counts and lists to the requested agent, for each kind', async () => {
      await addOneOfEach(store, ada);
      const cursor = await visitAs(store, 'cursor');
      const { session } = await openSession(store, cursor, 'other');
      await store.facts.add(aFact(cursor, 'The port is 82'), noJudgement);
      await store.chunks.append(aChunk(cursor, session.id, 'Port 82!'));
      await store.knowledge.propose(aKnowledge(cursor, 'Port names'));
      const named = async (agent: string): Promise<string[]> => find('port ports hello', { agent, limit: 20 });
      assert.deepEqual((await named('cursor')).toSorted(), ['About Port names.', 'Port 82!', 'The port is 82']);
      assert.equal(
        (await named('test agent')).some((text) => text.includes('82')),
        false,
      );
      assert.deepEqual(await named('unknown'), []);
      const counts = (agent: string): Promise<number> => recallOf(store).count(everything({ agent }));
      assert.deepEqual(await Promise.all([counts('cursor'), counts('test agent'), counts('unknown')]), [3, 5, 0]);
      const facts = everything({ agent: 'cursor', kinds: ['fact'] });
      assert.deepEqual(await recallOf(store).newest(facts, 5), [{ kind: 'fact', id: '2' }]);
      assert.deepEqual(
        await recallOf(store).findSessions({ ...everything({ agent: 'cursor' }), terms: ['port'], limit: 5 }),
        [],
      );
    });

    it('finds each kind of memory with its metadata and text', async () => {
      const { session } = await openSession(store, ada, 'chat');
      await store.facts.add(
        aFact(ada, 'The zebra parser is recursive', { sourceRef: 'src/zebra.ts', confidence: 0.8 }),
        noJudgement,
      );
      await store.chunks.append(
        aChunk(ada, session.id, 'Use the zebra flag', {
          speaker: 'Ada',
          flagReason: 'the zebra itself',
          tags: ['stripes'],
        }),
      );
      await store.knowledge.propose(aKnowledge(ada, 'Zebra naming'));
      await store.sessions.end({
        id: session.id,
        version: session.version,
        oneLiner: 'Zebra day',
        topics: ['stripes'],
        outcome: 'Done',
        importance: 7,
        summary: { summary: 'We painted.', keyFacts: ['black'], codeRefs: [] },
        now: moment,
      });
      await store.archive.append(archiveOf(ada, 'zebra talk', ['A zebra message']));
      const found = await findMemories(store, ada, ['zebra']);
      assert.equal(await recallOf(store).count(everything()), 5, 'the archived session is found by its messages alone');
      assert.deepEqual(found.map((one) => one.kind).sort(), ['chunk', 'fact', 'knowledge', 'message', 'session']);
      const fact = found.find((one) => one.kind === 'fact');
      assert.deepEqual(
        [fact?.projectName, fact?.sourceRef, fact?.confidence, fact?.createdAt],
        ['rocket', 'src/zebra.ts', 0.8, moment],
      );
      const chunk = found.find((one) => one.kind === 'chunk');
      assert.deepEqual(
        [chunk?.seq, chunk?.role, chunk?.speaker, chunk?.sessionId, chunk?.keywords],
        [1, 'user', 'Ada', session.id, 'the zebra itself ["stripes"]'],
      );
      const sessionFound = found.find((one) => one.id === session.id);
      assert.equal(sessionFound?.title, 'Zebra day');
      assert.deepEqual([sessionFound.text, sessionFound.importance], ['stripes\nDone\nWe painted.\n- black', 7]);
      const knowledge = found.find((one) => one.kind === 'knowledge');
      assert.deepEqual([knowledge?.title, knowledge?.importance, knowledge?.status], ['Zebra naming', 5, 'approved']);
    });

    it('limits results to the requested project and memories without one', async () => {
      const other = await visit(store, { project: 'github.com/acme/moon' });
      await store.facts.add(aFact(ada, 'apple in rocket'), noJudgement);
      await store.facts.add(aFact(other, 'apple in moon'), noJudgement);
      await store.facts.add(aFact(ada, 'apple anywhere', { projectId: null }), noJudgement);
      const projectId = ada.project?.id ?? null;
      assert.deepEqual((await find('apple', { scope: { projectId } })).sort(), ['apple anywhere', 'apple in rocket']);
      assert.deepEqual(await find('apple', { scope: { projectId: null } }), ['apple anywhere']);
      assert.equal((await find('apple')).length, 3);
    });

    it('shows a user only their own memories, approved knowledge and their own proposals', async () => {
      await store.facts.add(aFact(bob, 'pear of bob'), noJudgement);
      await store.facts.add(aFact(ada, 'pear of ada'), noJudgement);
      await store.knowledge.propose(aKnowledge(bob, 'Pear approved'));
      await store.knowledge.propose(aKnowledge(bob, 'Pear proposal of bob', { mode: 'team' }));
      await store.knowledge.propose(aKnowledge(ada, 'Pear proposal of ada', { mode: 'team' }));
      assert.deepEqual((await find('pear')).sort(), [
        'About Pear approved.',
        'About Pear proposal of ada.',
        'pear of ada',
      ]);
    });

    it('omits a deprecated fact, and finds the same statement when it is stored again', async () => {
      const { fact } = await store.facts.add(aFact(ada, 'plum is blue'), noJudgement);
      assert.notEqual(await store.facts.deprecate(fact.id, fact.version, 'wrong', moment), 'conflict');
      assert.deepEqual(await find('plum'), []);
      assert.equal((await store.facts.add(aFact(ada, 'plum is blue'), noJudgement)).status, 'stored');
      assert.deepEqual(await find('plum'), ['plum is blue']);
    });

    it('filters by kind, time, confidence and session', async () => {
      const { session } = await openSession(store, ada, 'chat');
      await store.facts.add(aFact(ada, 'fig sure', { now: '2026-01-01T00:00:00.000Z' }), noJudgement);
      await store.facts.add(
        aFact(ada, 'fig unsure', { confidence: 0.3, now: '2026-02-01T00:00:00.000Z' }),
        noJudgement,
      );
      await store.chunks.append(aChunk(ada, session.id, 'fig chunk', { createdAt: '2026-03-01T00:00:00.000Z' }));
      assert.deepEqual(await find('fig', { kinds: ['chunk'] }), ['fig chunk']);
      assert.deepEqual((await find('fig', { since: '2026-02-01T00:00:00.000Z' })).sort(), ['fig chunk', 'fig unsure']);
      assert.deepEqual(await find('fig', { until: '2026-02-01T00:00:00.000Z' }), ['fig sure']);
      assert.deepEqual((await find('fig', { minConfidence: 0.5 })).sort(), ['fig chunk', 'fig sure']);
      assert.deepEqual(await find('fig', { sessionId: session.id }), ['fig chunk']);
    });

    it('ranks rarer words, more words and title matches higher, then older memories', async () => {
      for (let n = 0; n < 6; n += 1) await store.facts.add(aFact(ada, `common filler ${String(n)}`), noJudgement);
      await store.facts.add(aFact(ada, 'common rare twin'), noJudgement);
      await store.facts.add(aFact(ada, 'rare twin common'), noJudgement);
      await store.facts.add(aFact(ada, 'rare only here'), noJudgement);
      await store.knowledge.propose(aKnowledge(ada, 'Rare', { content: 'Title alone holds it.' }));
      assert.deepEqual(await find('common rare', { limit: 3 }), [
        'Title alone holds it.',
        'common rare twin',
        'rare twin common',
      ]);
      assert.equal((await find('common rare')).length, 10);
    });

    it('finds what a narrow filter admits, however many others rank higher', async () => {
      const other = await visit(store, { project: 'github.com/acme/moon' });
      const loud = archiveOf(
        ada,
        'loud',
        Array.from({ length: 400 }, () => 'apple apple'),
      );
      await store.archive.append({ ...loud, projectId: ada.project?.id ?? null });
      const longFact = 'a single apple among a good many other words that make this one long and weak';
      await store.facts.add(aFact(other, longFact, { confidence: 0.9, now: '2020-01-01T00:00:00.000Z' }), noJudgement);
      const narrow: Partial<WordQuery>[] = [
        { scope: { projectId: other.project?.id ?? null } },
        { kinds: ['fact'] },
        { until: '2021-01-01T00:00:00.000Z' },
        { kinds: ['fact', 'chunk'], minConfidence: 0.9, since: '2020-01-01T00:00:00.000Z' },
      ];
      for (const filter of narrow) assert.deepEqual(await find('apple', filter), [longFact], JSON.stringify(filter));
      assert.deepEqual(await find('apple', { kinds: ['chunk'] }), []);
      assert.ok((await find('apple')).every((text) => text === 'apple apple'));
    });

    it('lists the newest matching memories, the later stored first among equals', async () => {
      const addFact = async (fact: string, now: string): Promise<void> => {
        await store.facts.add(aFact(ada, fact, { now }), noJudgement);
      };
      await addFact('in May', '2026-05-01T00:00:00.000Z');
      await addFact('in March', '2026-03-01T00:00:00.000Z');
      await addFact('in May too', '2026-05-01T00:00:00.000Z');
      await store.facts.add(aFact(bob, 'in June, by somebody else', { now: '2026-06-01T00:00:00.000Z' }), noJudgement);
      const newest = async (filter: MemoryFilter, limit: number): Promise<string[]> => {
        const passages = await recallOf(store).passages(await recallOf(store).newest(filter, limit), 0);
        return passages.flat().map(({ text }) => text);
      };
      assert.deepEqual(await newest(everything(), 10), ['in May too', 'in May', 'in March']);
      assert.deepEqual(await newest(everything(), 2), ['in May too', 'in May']);
      assert.deepEqual(await newest(everything({ until: '2026-05-01T00:00:00.000Z' }), 10), ['in March']);
      assert.deepEqual(await newest(everything({ kinds: ['message'] }), 10), []);
    });

    it('lists the newest of all projects, but none of another user', async () => {
      const elsewhere = await visit(store, { project: 'github.com/acme/moon' });
      for (const [caller, text, now] of [
        [ada, 'first, in the rocket', '2026-05-01T00:00:00.000Z'],
        [elsewhere, 'second, on the moon', '2026-05-02T00:00:00.000Z'],
        [bob, 'third, of Bob', '2026-05-03T00:00:00.000Z'],
        [ada, 'fourth, in the rocket', '2026-05-04T00:00:00.000Z'],
      ] as const)
        await store.facts.add({ ...aFact(caller, text), now }, noJudgement);
      const passages = await recallOf(store).passages(await recallOf(store).newest(everything(), 2), 0);
      assert.deepEqual(
        passages.flat().map(({ text }) => text),
        ['fourth, in the rocket', 'second, on the moon'],
      );
    });

    it('counts the memories that match a filter', async () => {
      await store.facts.add(aFact(ada, 'one', { now: '2026-01-01T00:00:00.000Z' }), noJudgement);
      await store.facts.add(aFact(ada, 'two', { projectId: null, confidence: 0.2 }), noJudgement);
      await store.facts.add(aFact(bob, 'of bob'), noJudgement);
      await store.archive.append(archiveOf(ada, 'talk', ['a', 'b', 'c']));
      const recall = recallOf(store);
      assert.equal(await recall.count(everything()), 5);
      assert.equal(await recall.count(everything({ userId: bob.user.id })), 1);
      assert.equal(await recall.count(everything({ kinds: ['message'] })), 3);
      assert.equal(await recall.count(everything({ minConfidence: 0.5 })), 4);
      assert.equal(await recall.count(everything({ since: moment })), 4);
      assert.equal(
        await recall.count(everything({ scope: { projectId: null } })),
        4,
        'archived messages have no project',
      );
      assert.equal(await recall.count(everything({ sharedOnly: true })), 0);
    });

    it('counts the memories that contain a word, of all users', async () => {
      await store.facts.add(aFact(ada, 'plum plum pear'), noJudgement);
      await store.facts.add(aFact(bob, 'plum of bob'), noJudgement);
      const { fact } = await store.facts.add(aFact(ada, 'plum that is gone'), noJudgement);
      await store.facts.deprecate(fact.id, fact.version, 'wrong', moment);
      assert.deepEqual(await recallOf(store).statistics(['plum', 'pear', 'kiwi', 'a"b']), {
        documents: 2,
        holding: [2, 1, 0, 0],
      });
      assert.deepEqual(await recallOf(store).statistics([]), { documents: 2, holding: [] });
    });

    it('lists indexed words by prefix, each once and in order', async () => {
      await store.facts.add(aFact(ada, 'plum pear plums peach'), noJudgement);
      await store.facts.add(aFact(ada, 'plum 記憶 記録 ärger'), noJudgement);
      const recall = recallOf(store);
      assert.deepEqual(await recall.wordsFrom('p'), ['peach', 'pear', 'plum', 'plums']);
      assert.deepEqual(await recall.wordsFrom('plum'), ['plum', 'plums']);
      assert.deepEqual(await recall.wordsFrom('記'), ['記憶', '記録']);
      assert.deepEqual(await recall.wordsFrom('ä'), ['ärger']);
      assert.deepEqual(await recall.wordsFrom('x'), []);
      assert.deepEqual(await recall.wordsFrom('"%_'), []);
      await store.facts.add(aFact(ada, 'pizza'), noJudgement);
      assert.deepEqual(await recall.wordsFrom('pi'), ['pizza'], 'words that were added later are included');
    });

    it('finds words of other scripts, and does not split words at underscores', async () => {
      await store.facts.add(aFact(ada, 'Größe und naïveté'), noJudgement);
      await store.facts.add(aFact(ada, '記憶 を 保存'), noJudgement);
      await store.facts.add(aFact(ada, 'call snake_case_name twice'), noJudgement);
      assert.deepEqual(await find('größe'), ['Größe und naïveté']);
      assert.deepEqual(await find('記憶'), ['記憶 を 保存']);
      assert.deepEqual(await find('snake_case_name'), ['call snake_case_name twice']);
      assert.deepEqual(await find('snake'), []);
    });

    it('treats query words literally, whatever characters they contain', async () => {
      await store.facts.add(aFact(ada, 'near and or not'), noJudgement);
      assert.deepEqual(await find('x', { terms: ['or', 'not', '"', 'near', '*', 'title:', '(', 'a"b'] }), [
        'near and or not',
      ]);
    });

    it('returns the same results after an index rebuild', async () => {
      for (let n = 0; n < 30; n += 1)
        await store.facts.add(aFact(ada, `kiwi ${'more '.repeat(n % 5)}number ${String(n)}`), noJudgement);
      const before = await find('kiwi more 7');
      assert.equal(await store.maintenance.rebuildIndex(), 30);
      assert.deepEqual(await find('kiwi more 7'), before);
      const report = await store.maintenance.inspect();
      assert.deepEqual([report.damage, report.indexMissing, report.indexOrphans], [[], 0, 0]);
    });
  });
}

describe('recall on both engines', () => {
  it('returns the same ten results in the same order, also after facts are deprecated', async () => {
    const [native, wasm] = await Promise.all([rankOnEngine('native'), rankOnEngine('wasm')]);
    assert.equal(native.length, 40);
    assert.ok(native.every(({ found }) => found.length === 10));
    assert.deepEqual(native, wasm);
  });

  interface RankedQuery {
    found: string[];
    statistics: TermStatistics;
  }

  async function rankOnEngine(engine: EngineName): Promise<RankedQuery[]> {
    const store = openStore(engine, anEmptyStore(engine));
    const caller = await visit(store, { project: null });
    const draw = numbers(7);
    const word = (): string => `w${String(Math.floor(120 * draw() ** 3))}`;
    const words = (count: number): string => Array.from({ length: count }, word).join(' ');
    const messages = Array.from({ length: 600 }, (_, n) => ({
      speaker: n % 3 === 0 ? word() : null,
      content: `${words(3 + Math.floor(draw() * 40))} n${String(n)}`,
    }));
    await store.archive.append(archiveOf(caller, 's', messages));
    for (let n = 0; n < 8; n += 1) {
      const { fact } = await store.facts.add(aFact(caller, `${words(30)} f${String(n)}`), noJudgement);
      if (n % 2 === 0) await store.facts.deprecate(fact.id, fact.version, 'gone', moment);
    }
    const answers: RankedQuery[] = [];
    for (let n = 0; n < 40; n += 1) {
      const terms = words(1 + (n % 7)).split(' ');
      const found = await findMemories(store, caller, terms, { limit: 10 });
      answers.push({ found: found.map(({ text }) => text), statistics: await recallOf(store).statistics(terms) });
    }
    await store.close();
    return answers;
  }

  function numbers(seed: number): () => number {
    let state = seed;
    return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  }
});

function visitAs(store: Store, agent: string): Promise<Caller> {
  const visitor = {
    username: 'ada',
    agent: { name: agent, version: null },
    project: undefined,
    conversationId: 'other',
  };
  return store.identity.resolve(
    visitor,
    { userId: 'u', agentId: `id of ${agent}`, projectId: 'p' },
    moment,
    'personal',
  );
}
