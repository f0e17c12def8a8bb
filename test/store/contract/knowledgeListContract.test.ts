/** The list of what was decided and learned on both engines: hypotheses among memories, and its own filters. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { reasonOfReversal } from '../../../src/memory/decisions/decisionStatus.ts';
import type { Evidence } from '../../../src/memory/facts/evidence.ts';
import type { CatalogueQuery } from '../../../src/memory/recall/catalogue.ts';
import { listedKinds, memoryStates } from '../../../src/memory/shared/vocabulary.ts';
import type { ListedKind, MemoryState, ResolvedStatus } from '../../../src/memory/shared/vocabulary.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { aFact, engineNames, noJudgement, openStore, removeFolders, visit } from '../support.ts';
import { day } from './oneOfEach.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`the list of knowledge (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const list = async (more: Partial<CatalogueQuery> = {}): Promise<[names: string[], total: number]> => {
      const all = { userId: ada.user.id, scope: 'all', state: 'live', order: 'newest', offset: 0, limit: 100 } as const;
      const { refs, total } = await store.catalogue.refs({ ...all, kinds: listedKinds, ...more });
      return [refs.map(({ kind, id }) => `${kind} ${id}`), total];
    };
    const names = async (more: Partial<CatalogueQuery> = {}): Promise<string[]> => (await list(more))[0];
    const addFact = async (text: string, now: string, more: Parameters<typeof aFact>[2] = {}): Promise<number> =>
      (await store.facts.add(aFact(ada, text, { now, ...more }), noJudgement)).fact.id;
    const believe = async (text: string, now: string, status?: ResolvedStatus): Promise<number> => {
      const { hypothesis } = await store.hypotheses.add({
        ...{ userId: ada.user.id, agentId: ada.agent.id, projectId: ada.project?.id ?? null, sessionId: null },
        ...{ hypothesis: text, confidence: 0.4, contentHash: text, uid: randomUUID(), now },
      });
      const { id, version } = hypothesis;
      if (status !== undefined) await store.hypotheses.resolve({ id, version, status, resolution: null, now });
      return id;
    };
    const learn = (type: Evidence['type'], quote: string): { evidence: Evidence; origin: 'transcript' } => ({
      evidence: {
        ...{ type, value: 2, source: 'model', model: null, message: 'm', seq: 1, quote, by: 'user' },
        ...{ when: [], about: [], also: [] },
      },
      origin: 'transcript',
    });

    it('has hypotheses among the memories in the order of time, in pages', async () => {
      await addFact('The port is 81', day(1));
      await believe('The cache is stale', day(2));
      await addFact('The port is 82', day(3));
      const all = ['fact 2', 'hypothesis 1', 'fact 1'];
      assert.deepEqual(await list(), [all, 3]);
      assert.deepEqual(await names({ order: 'oldest' }), all.toReversed());
      assert.deepEqual(await list({ offset: 1, limit: 1 }), [['hypothesis 1'], 3]);
      assert.deepEqual(await names({ order: 'confidence' }), ['fact 2', 'fact 1', 'hypothesis 1']);
    });

    it('has no hypotheses unless they are asked for', async () => {
      await believe('The cache is stale', day(2));
      const only: ListedKind[] = ['fact'];
      assert.deepEqual(await list({ kinds: only }), [[], 0]);
      const all = { userId: ada.user.id, scope: 'all', state: 'live', order: 'newest', offset: 0, limit: 9 } as const;
      assert.deepEqual(await store.catalogue.list(all), { memories: [], total: 0 });
    });

    it('filters hypotheses like memories, and shows those of others to nobody', async () => {
      await believe('The cache is stale', day(2));
      const kinds: ListedKind[] = ['hypothesis'];
      assert.deepEqual(await names({ kinds, project: 'rocket', agent: 'test agent' }), ['hypothesis 1']);
      assert.deepEqual(await names({ kinds, project: 'harbour' }), []);
      assert.deepEqual(await names({ kinds, agent: 'another' }), []);
      assert.deepEqual(await names({ kinds, since: day(3) }), []);
      assert.deepEqual(await names({ kinds, minConfidence: 0.5 }), []);
      assert.deepEqual(await names({ kinds, tags: ['net'] }), []);
      assert.deepEqual(await names({ kinds, userId: 'another' }), []);
      assert.deepEqual(await store.hypotheses.named('another', [1]), []);
      assert.deepEqual(
        (await store.hypotheses.named(ada.user.id, [1, 7])).map(({ id }) => id),
        [1],
      );
    });

    it('knows which hypotheses hold, are open, or were given up', async () => {
      await believe('a', day(1));
      await believe('b', day(2), 'confirmed');
      await believe('c', day(3), 'refuted');
      await believe('d', day(4), 'abandoned');
      const of: Record<string, string[]> = {};
      for (const state of memoryStates) of[state] = await names({ kinds: ['hypothesis'], state });
      const [a, b, c, d] = ['hypothesis 1', 'hypothesis 2', 'hypothesis 3', 'hypothesis 4'];
      assert.deepEqual(of, {
        ...{ live: [b, a], unconfirmed: [a], confirmed: [b], deprecated: [d, c], all: [d, c, b, a] },
        ...{ faded: [], expired: [], replaced: [], reversed: [] },
      });
    });

    it('knows which facts were confirmed, replaced or reversed', async () => {
      await addFact('stored', day(1), { origin: 'person' });
      await addFact('learned', day(2), learn('lesson', 'it was'));
      await addFact('confirmed', day(3), { ...learn('lesson', 'it is'), origin: 'person' });
      const retire = async (text: string, on: string, reason: string, more = {}): Promise<void> => {
        const factId = await addFact(text, on, more);
        await store.facts.deprecate(factId, 1, reason, on);
      };
      await retire('replaced', day(4), 'superseded by #1');
      await retire('finished', day(5), 'done in session a', learn('todo', 'later'));
      await retire('reversed', day(6), reasonOfReversal('Too slow.'));
      await retire('dismissed', day(7), 'Dismissed.', learn('fact', 'so'));
      const of = async (state: MemoryState): Promise<string[]> => names({ kinds: ['fact'], state });
      assert.deepEqual(await of('live'), ['fact 3', 'fact 2', 'fact 1']);
      assert.deepEqual(await of('unconfirmed'), ['fact 2']);
      assert.deepEqual(await of('confirmed'), ['fact 3']);
      assert.deepEqual(await of('replaced'), ['fact 5', 'fact 4']);
      assert.deepEqual(await of('reversed'), ['fact 6']);
      assert.deepEqual(await of('deprecated'), ['fact 7', 'fact 6', 'fact 5', 'fact 4']);
    });

    it('limits to what was learned, of one type or any, whatever the quote says', async () => {
      await addFact('stored', day(1));
      await addFact('a gotcha', day(2), learn('gotcha', 'It says "type":"lesson" there.'));
      await addFact('a lesson', day(3), learn('lesson', 'so it is'));
      assert.deepEqual(await names({ learned: 'any' }), ['fact 3', 'fact 2']);
      assert.deepEqual(await names({ learned: 'lesson' }), ['fact 3']);
      assert.deepEqual(await names({ learned: 'gotcha', state: 'all' }), ['fact 2']);
    });

    it('limits to decisions of a person or an agent, by the whole name', async () => {
      const decision = { rationale: 'It is deep.', alternatives: [] };
      await addFact('one', day(1), {
        type: 'decision',
        decision: { ...decision, decidedBy: 'Ada', assistedBy: ['codex'] },
      });
      await addFact('two', day(2), { type: 'decision', decision: { ...decision, decidedBy: 'Bob', assistedBy: [] } });
      await addFact('three', day(3), { type: 'decision' });
      assert.deepEqual(await names({ involved: 'Bob' }), ['fact 2']);
      assert.deepEqual(await names({ involved: 'codex' }), ['fact 1']);
      assert.deepEqual(await names({ involved: 'code' }), []);
    });
  });
}
