/** Recall over both engines: what is found, in which scope, in which order. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { CandidateQuery } from '../../../src/memory/recall.ts';
import type { Store } from '../../../src/memory/store.ts';
import type { Caller } from '../../../src/memory/identity.ts';
import {
  aChunk,
  aFact,
  aFile,
  aKnowledge,
  engineNames,
  indexText,
  moment,
  openSession,
  openStore,
  removeFolders,
  visit,
  noJudgement,
} from '../support.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`Recall (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    let bob: Caller;

    beforeEach(async () => {
      store = openStore(engine, aFile());
      ada = await visit(store);
      bob = await visit(store, { username: 'bob', project: null });
    });
    afterEach(() => store.close());

    const find = async (words: string, more: Partial<CandidateQuery> = {}): Promise<string[]> => {
      const terms = indexText(words).split(' ');
      const query = { terms, userId: ada.user.id, scope: 'all' as const, limit: 20, ...more };
      return (await store.recall.candidates(query)).candidates.map((candidate) => candidate.text);
    };

    it('finds each kind of memory with its place and its text', async () => {
      const { session } = await openSession(store, ada, 'chat');
      await store.facts.add(
        aFact(ada, 'The zebra parser is recursive', { sourceRef: 'src/zebra.ts', confidence: 0.8 }),
        noJudgement,
      );
      await store.chunks.append(aChunk(ada, session.id, 'Use the zebra flag', { speaker: 'Ada' }));
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
      await archive('zebra talk', 'A zebra message');
      const { candidates, searched } = await store.recall.candidates({
        terms: ['zebra'],
        userId: ada.user.id,
        scope: 'all',
        limit: 10,
      });
      assert.equal(searched, 5, 'the archived session is found by its messages alone');
      assert.deepEqual(candidates.map((one) => one.kind).sort(), ['chunk', 'fact', 'knowledge', 'message', 'session']);
      const fact = candidates.find((one) => one.kind === 'fact');
      assert.deepEqual(
        [fact?.projectName, fact?.sourceRef, fact?.confidence, fact?.createdAt],
        ['rocket', 'src/zebra.ts', 0.8, moment],
      );
      const chunk = candidates.find((one) => one.kind === 'chunk');
      assert.deepEqual([chunk?.seq, chunk?.speaker, chunk?.sessionId], [1, 'Ada', session.id]);
      const told = candidates.find((one) => one.id === session.id);
      assert.equal(told?.title, 'Zebra day');
      assert.equal(told.text, 'stripes\nDone\nWe painted.\n- black');
      assert.ok(candidates.every((one) => one.bm25 > 0));
    });

    const archive = (external: string, content: string): Promise<unknown> =>
      store.archive.append({
        userId: ada.user.id,
        agentId: ada.agent.id,
        projectId: null,
        now: moment,
        messages: [
          {
            externalSessionId: external,
            session: { id: randomUUID(), startedAt: moment, oneLiner: external },
            uid: randomUUID(),
            seq: 1,
            role: 'user',
            type: 'text',
            speaker: null,
            content,
            sourceRef: null,
            createdAt: null,
            contentHash: content,
          },
        ],
      });

    it('keeps to the project asked for and to what belongs to none', async () => {
      const other = await visit(store, { project: 'github.com/acme/moon' });
      await store.facts.add(aFact(ada, 'apple in rocket'), noJudgement);
      await store.facts.add(aFact(other, 'apple in moon'), noJudgement);
      await store.facts.add(aFact(ada, 'apple anywhere', { projectId: null }), noJudgement);
      const projectId = ada.project?.id ?? null;
      assert.deepEqual((await find('apple', { scope: { projectId } })).sort(), ['apple anywhere', 'apple in rocket']);
      assert.deepEqual(await find('apple', { scope: { projectId: null } }), ['apple anywhere']);
      assert.equal((await find('apple')).length, 3);
    });

    it('shows a user their own memories, approved knowledge and their own proposals only', async () => {
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

    it('leaves out a fact that was deprecated, and finds the same statement said again', async () => {
      const { fact } = await store.facts.add(aFact(ada, 'plum is blue'), noJudgement);
      assert.equal(await store.facts.deprecate(fact.id, fact.version, 'wrong', moment), 'deprecated');
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

    it('finds words of other scripts, with underscores and with digits unsplit', async () => {
      await store.facts.add(aFact(ada, 'Größe und naïveté'), noJudgement);
      await store.facts.add(aFact(ada, '記憶 を 保存'), noJudgement);
      await store.facts.add(aFact(ada, 'call snake_case_name twice'), noJudgement);
      assert.deepEqual(await find('größe'), ['Größe und naïveté']);
      assert.deepEqual(await find('記憶'), ['記憶 を 保存']);
      assert.deepEqual(await find('snake_case_name'), ['call snake_case_name twice']);
      assert.deepEqual(await find('snake'), []);
    });

    it('takes query words literally, whatever they look like', async () => {
      await store.facts.add(aFact(ada, 'near and or not'), noJudgement);
      assert.deepEqual(await find('x', { terms: ['or', 'not', '"', 'near', '*', 'title:', '(', 'a"b'] }), [
        'near and or not',
      ]);
    });

    it('rebuilds the index to the same answers', async () => {
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

describe('Recall on both engines', () => {
  it('gives the same ten best with the same scores, also after deletions', async () => {
    const [native, wasm] = await Promise.all([rankOnEngine('native'), rankOnEngine('wasm')]);
    assert.equal(native.length, 40);
    for (const [index, one] of native.entries()) {
      const other = wasm[index];
      assert.deepEqual(
        one.map((hit) => hit.text),
        other?.map((hit) => hit.text),
      );
      one.forEach((hit, place) => {
        assert.ok(Math.abs(hit.bm25 - (other?.[place]?.bm25 ?? NaN)) < 1e-9, `${String(hit.bm25)} at ${String(place)}`);
      });
    }
  });

  async function rankOnEngine(engine: 'native' | 'wasm'): Promise<{ text: string; bm25: number }[][]> {
    const store = openStore(engine, aFile());
    const caller = await visit(store, { project: null });
    const draw = numbers(7);
    const word = (): string => `w${String(Math.floor(120 * draw() ** 3))}`;
    const words = (count: number): string => Array.from({ length: count }, word).join(' ');
    const messages = Array.from({ length: 600 }, (_, n) => ({
      externalSessionId: 's',
      session: { id: 'archived', startedAt: moment, oneLiner: words(4) },
      uid: `m${String(n)}`,
      seq: n + 1,
      role: 'user',
      type: 'text' as const,
      speaker: n % 3 === 0 ? word() : null,
      content: `${words(3 + Math.floor(draw() * 40))} n${String(n)}`,
      sourceRef: null,
      createdAt: null,
      contentHash: String(n),
    }));
    await store.archive.append({
      userId: caller.user.id,
      agentId: caller.agent.id,
      projectId: null,
      now: moment,
      messages,
    });
    for (let n = 0; n < 8; n += 1) {
      const { fact } = await store.facts.add(aFact(caller, `${words(30)} f${String(n)}`), noJudgement);
      if (n % 2 === 0) await store.facts.deprecate(fact.id, fact.version, 'gone', moment);
    }
    const answers: { text: string; bm25: number }[][] = [];
    for (let n = 0; n < 40; n += 1) {
      const terms = words(1 + (n % 7)).split(' ');
      const query = { terms, userId: caller.user.id, scope: 'all' as const, limit: 10 };
      const { candidates } = await store.recall.candidates(query);
      answers.push(candidates.map(({ text, bm25 }) => ({ text, bm25 })));
    }
    await store.close();
    return answers;
  }

  function numbers(seed: number): () => number {
    let state = seed;
    return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  }
});
