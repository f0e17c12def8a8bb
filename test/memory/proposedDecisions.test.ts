/** When a decision that a rule proposed waits for approval, on both engines: approvals, undo, restores and erasures. */
import assert from 'node:assert/strict';
import type { DecisionInput, SavedDecision } from '../../src/memory/decisions/decisions.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { ErasableKind } from '../../src/memory/shared/vocabulary.ts';
import type { Snapshot } from '../../src/memory/upkeep/snapshot.ts';
import { engineNames } from '../store/support.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

const approved: DecisionInput = {
  ...{ title: 'Use Vite', decidedBy: 'Ada', rationale: 'Builds took a minute.', sourceRef: 'docs/adr.md' },
};

for (const engine of engineNames) {
  describe(`a proposed decision (${engine})`, () => {
    let test: TestMemory;
    let ada: Caller;
    let chunkId: number;
    beforeEach(async () => {
      test = openTestMemory('personal', engine);
      const project = { key: 'github.com/acme/shop', name: 'shop' };
      ada = { ...(await test.caller({ project })), origin: 'person' };
      chunkId = await keep('We decided to use Vite because builds took a minute.');
    });
    afterEach(() => test.close());

    const keep = async (content: string): Promise<number> =>
      (await test.memory.chunks.append(ada, { content, flagReason: 'decision, kept by rule', role: 'user' })).chunk.id;
    const approve = (by: Caller = ada, more: DecisionInput = {}): Promise<SavedDecision> =>
      test.memory.decisions.save(by, { ...approved, ...more, chunkId });
    const waiting = async (): Promise<number[]> =>
      (await test.memory.decisions.drafts(ada, 'all', 9)).drafts.map((draft) => draft.chunkId);
    const tables = async (): Promise<Snapshot['tables']> => (await test.memory.portability.export('ada')).tables;
    /** Runs the work as one change and returns the function that undoes it. */
    const change = async (work: (caller: Caller) => Promise<unknown>): Promise<() => Promise<void>> => {
      const caller = test.memory.changes.begin(ada);
      await work(caller);
      return () => test.memory.changes.undo(ada, [caller.changeId]);
    };
    const erase = async (kind: ErasableKind, id: string): Promise<void> => {
      const { expected } = await test.memory.erasure.preview(ada, { kind, id });
      await test.memory.erasure.erase(ada, { kind, id }, expected);
    };

    it('no longer waits once it is approved, whatever becomes of the decision', async () => {
      const { fact } = await approve();
      assert.deepEqual(await waiting(), []);
      const { decisions, facts } = test.memory;
      const { fact: next } = await decisions.save(ada, { ...approved, title: 'Use Rollup', supersedes: fact.id });
      assert.deepEqual(await waiting(), []);
      await facts.restore(ada, fact.id);
      await facts.deprecate(ada, { factId: next.id, reason: 'A mistake.' });
      await decisions.addOutcome(ada, { decision: fact.id, rating: 1, notes: 'Too slow.', verdict: 'reversed' });
      assert.deepEqual([(await facts.own(ada, fact.id, 'edit')).deprecated, await waiting()], [true, []]);
    });

    it('waits again when its approval is undone, and no longer when that decision is restored', async () => {
      let id = 0;
      const undo = await change(async (caller) => {
        id = (await approve(caller)).fact.id;
      });
      assert.deepEqual(await waiting(), []);
      await undo();
      assert.deepEqual(await waiting(), [chunkId]);
      await test.memory.facts.restore(ada, id);
      assert.deepEqual(await waiting(), []);
    });

    it('waits again when the approval that replaced a decision is undone', async () => {
      const { fact } = await test.memory.decisions.save(ada, { ...approved, title: 'Use webpack' });
      const undo = await change((caller) => approve(caller, { supersedes: fact.id }));
      await undo();
      assert.deepEqual(
        [await waiting(), (await test.memory.facts.own(ada, fact.id, 'edit')).deprecated],
        [[chunkId], false],
      );
    });

    it('waits again when the approval that gave its details to a fact is undone, which restores all of the fact', async () => {
      const bob = await test.caller({ username: 'bob', conversationId: 'his' });
      const shared = { category: 'codebase', fact: 'Builds are slow.', visibility: 'workspace' } as const;
      const { fact: reason } = await test.memory.facts.store(bob, shared);
      await test.memory.facts.store(ada, { category: 'decision', fact: 'Use Vite' });
      const stateOf = async (): Promise<unknown> => {
        const { facts, links } = await tables();
        return [facts.map(({ updated_at: _, version: __, ...row }) => row), links];
      };
      const before = await stateOf();
      const undo = await change((caller) => approve(caller, { informedBy: [reason.id] }));
      assert.deepEqual([await waiting(), (await tables()).links.length], [[], 2]);
      await undo();
      assert.deepEqual([await waiting(), await stateOf()], [[chunkId], before]);
      await approve();
      assert.deepEqual(await waiting(), []);
    });

    it('waits again when the approval of a decision that was there is undone, and the decision stays', async () => {
      const { fact } = await test.memory.decisions.save(ada, approved);
      const undo = await change((caller) => approve(caller));
      assert.deepEqual(await waiting(), []);
      await undo();
      const { decision, deprecated } = await test.memory.facts.own(ada, fact.id, 'edit');
      assert.deepEqual([await waiting(), decision?.decidedBy, deprecated], [[chunkId], 'Ada', false]);
    });

    it('does not wait again when one of two approvals is undone', async () => {
      await approve();
      const undo = await change((caller) => approve(caller, { title: 'Use Vite for the shop' }));
      await undo();
      assert.deepEqual(await waiting(), []);
    });

    it('waits again when its decision is erased, unless it was discarded', async () => {
      const other = await keep('We agreed to release on Mondays.');
      await test.memory.decisions.dismiss(ada, [other]);
      const { fact } = await approve();
      const { fact: monday } = await test.memory.decisions.save(ada, {
        ...{ ...approved, title: 'Release on Mondays', chunkId: other },
      });
      await erase('fact', String(fact.id));
      await erase('fact', String(monday.id));
      assert.deepEqual(await waiting(), [chunkId]);
    });

    it('is not discarded while it does not wait', async () => {
      const undo = await change((caller) => approve(caller));
      assert.equal(await test.memory.decisions.dismiss(ada, [chunkId]), 0);
      await undo();
      assert.deepEqual(await waiting(), [chunkId]);
      assert.equal(await test.memory.decisions.dismiss(ada, [chunkId]), 1);
      assert.equal(await test.memory.decisions.dismiss(ada, [chunkId]), 0);
      const { chunk } = await test.memory.chunks.append(ada, { content: 'Just so.', role: 'user' });
      assert.equal(await test.memory.decisions.dismiss(ada, [chunk.id]), 0);
    });

    it('cannot be approved without its exchange, and says where those that wait are listed', async () => {
      const none = { code: 'not_found', message: 'There is no proposed decision #99.' };
      const remedy = { code: 'find_proposed_decision' };
      await assert.rejects(test.memory.decisions.save(ada, { ...approved, chunkId: 99 }), { ...none, remedy });
    });
  });
}
