/**
 * Undo works the same way for every kind of change, even if others changed something in the meantime.
 * `factUndoContract` covers the state that each fact returns to.
 */
import assert from 'node:assert/strict';
import type { Changes, ChangingCaller } from '../../src/memory/governance/changes.ts';
import type { Memory } from '../../src/memory/memory.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { engineNames } from '../store/support.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

for (const engine of engineNames) {
  describe(`Undo (${engine})`, () => {
    let test: TestMemory;
    let memory: Memory;
    let changes: Changes;
    let ada: Caller;
    beforeEach(async () => {
      test = openTestMemory('personal', engine);
      ({ memory } = test);
      ({ changes } = memory);
      ada = { ...(await test.caller()), origin: 'person' };
    });
    afterEach(() => test.close());

    /** Runs the work as one change and returns its id. */
    const change = async (work: (caller: ChangingCaller) => Promise<unknown>): Promise<string> => {
      const caller = changes.begin(ada);
      await work(caller);
      const id = await changes.undoableId(caller);
      return id ?? assert.fail('The change cannot be undone.');
    };
    const undo = (...ids: string[]): Promise<void> => changes.undo(ada, ids);
    const factsNow = async (): Promise<string[]> =>
      (await memory.facts.list(ada, 'all', 9)).facts.map(({ fact }) => fact).toSorted();

    it('undoes all writes of one change together', async () => {
      const id = await change(async (caller) => {
        await memory.facts.store(caller, { category: 'decision', fact: 'The quay is closed.' });
        await memory.profiles.pin(caller, 'The quay is closed.');
        await memory.hypotheses.add(caller, { hypothesis: 'The tide is late.' });
      });
      await undo(id);
      assert.deepEqual(await factsNow(), []);
      assert.deepEqual((await memory.profiles.get(ada))?.pinnedFacts, []);
      const { hypotheses } = await memory.hypotheses.list(ada, { scope: 'all', limit: 9 });
      assert.deepEqual(
        hypotheses.map(({ status }) => status),
        ['abandoned'],
      );
    });

    it('undoes either all of several changes or none', async () => {
      const ids = [];
      for (const fact of ['The quay is closed.', 'Moor at night.', 'Use two ropes.']) {
        ids.push(await change((caller) => memory.facts.store(caller, { category: 'decision', fact })));
      }
      await memory.facts.edit(ada, { factId: 2, fact: 'Moor by day.' });
      await assert.rejects(undo(...ids), { code: 'conflict' });
      assert.deepEqual(await factsNow(), ['Moor by day.', 'The quay is closed.', 'Use two ropes.']);
      await undo(...ids.filter((_, place) => place !== 1));
      assert.deepEqual(await factsNow(), ['Moor by day.']);
    });

    it('has nothing to undo without a change, a second time, for another user, or a day later', async () => {
      const repeated = async (caller: ChangingCaller): Promise<void> => {
        await memory.profiles.pin(caller, 'Use two ropes.');
        await memory.facts.store(caller, { category: 'decision', fact: 'Use two ropes.' });
      };
      const id = await change(repeated);
      const again = changes.begin(ada);
      await repeated(again);
      assert.equal(await changes.undoableId(again), null);
      const bob = await test.caller({ username: 'bob' });
      await assert.rejects(changes.undo(bob, [id]), { code: 'not_found' });
      await undo(id);
      await assert.rejects(undo(id), { code: 'not_found', remedy: /within 24 hours/u });
      const old = await change((caller) => memory.profiles.update(caller, { role: 'Pilot' }));
      test.pass(25);
      await assert.rejects(undo(old), { code: 'not_found' });
      assert.equal((await memory.profiles.get(ada))?.role, 'Pilot');
    });

    it('restores the changed profile fields and their origins', async () => {
      const agent: Caller = { ...ada, origin: 'agent' };
      await memory.profiles.update(agent, { role: 'Pilot', preferences: 'Short answers.' });
      const id = await change((caller) => memory.profiles.update(caller, { role: 'Harbour master' }));
      await memory.profiles.update(ada, { preferences: 'Long answers.' });
      await undo(id);
      const { role, preferences, origins } = (await memory.profiles.get(ada)) ?? assert.fail();
      assert.deepEqual(
        [role, preferences, origins.role, origins.preferences],
        ['Pilot', 'Long answers.', 'agent', 'person'],
      );
    });

    it('does not overwrite a field that was changed again', async () => {
      const id = await change((caller) => memory.profiles.update(caller, { role: 'Pilot' }));
      await memory.profiles.update(ada, { role: 'Harbour master' });
      await assert.rejects(undo(id), { code: 'conflict' });
      assert.equal((await memory.profiles.get(ada))?.role, 'Harbour master');
    });

    it('keeps pins that were added or removed since, and their order', async () => {
      for (const pin of ['one', 'two', 'three']) await memory.profiles.pin(ada, pin);
      const id = await change((caller) => memory.profiles.unpin(caller, 'two'));
      await memory.profiles.pin(ada, 'four');
      await memory.profiles.unpin(ada, 'one');
      await undo(id);
      assert.deepEqual((await memory.profiles.get(ada))?.pinnedFacts, ['three', 'two', 'four']);
    });

    it('restores the position of a moved pin unless the list changed since', async () => {
      const pins = async (): Promise<string[]> => (await memory.profiles.get(ada))?.pinnedFacts ?? [];
      const move = (pinnedFacts: string[]): Promise<string> =>
        change((caller) => memory.profiles.update(caller, { pinnedFacts }));
      await memory.profiles.update(ada, { pinnedFacts: ['one', 'two', 'three'] });
      await undo(await move(['two', 'one', 'three']));
      assert.deepEqual(await pins(), ['one', 'two', 'three']);
      const moved = await move(['two', 'one', 'three']);
      await memory.profiles.pin(ada, 'four');
      await assert.rejects(undo(moved), { code: 'conflict' });
      assert.deepEqual(await pins(), ['two', 'one', 'three', 'four']);
    });

    it('restores the origin of a fact that a pin confirmed, unless the fact was edited since', async () => {
      const agent: Caller = { ...ada, origin: 'agent' };
      const store = async (fact: string): Promise<number> =>
        (await memory.facts.store(agent, { category: 'decision', fact })).fact.id;
      const originOf = async (id: number): Promise<string | null | undefined> =>
        (await memory.facts.list(ada, 'all', 9)).facts.find((fact) => fact.id === id)?.origin;
      const pin = (text: string): Promise<string> =>
        change(async (caller) => {
          await memory.profiles.pin(caller, text);
          await memory.facts.vouch(caller, text);
        });
      const quay = await store('The quay is closed.');
      const first = await pin('The quay is closed.');
      assert.equal(await originOf(quay), 'person');
      await undo(first);
      assert.equal(await originOf(quay), 'agent');
      const gate = await store('The gate is open.');
      const second = await pin('The gate is open.');
      await memory.facts.edit(ada, { factId: gate, fact: 'The gate is shut.' });
      await undo(second);
      assert.equal(await originOf(gate), 'person');
    });

    it('refuses to undo a review for a user who is no longer a curator, and records the refusal', async () => {
      const team = openTestMemory('team', engine);
      const { knowledge, identities, audit } = team.memory;
      const [admin, bob] = [await team.caller(), await team.caller({ username: 'bob' })];
      await knowledge.promote(admin, { category: 'standard', title: 'Ropes', content: 'Use two.' });
      await identities.setRole(admin, { username: 'bob', role: 'curator' });
      const reviewing = team.memory.changes.begin(bob);
      await knowledge.review(reviewing, { entryId: 1, action: 'deprecate' });
      await identities.setRole(admin, { username: 'bob', role: 'member' });
      const refused = { code: 'not_allowed', remedy: /curator or an admin/u };
      await assert.rejects(team.memory.changes.undo(bob, [reviewing.changeId]), refused);
      const [row] = (await audit.list(admin, { limit: 1 })).rows;
      assert.deepEqual([row?.level, row?.action, row?.user], ['refusal', 'undo_review', 'bob']);
      assert.equal((await knowledge.list(admin, { status: 'deprecated', limit: 1 })).total, 1);
      await team.close();
    });

    it('restores a headline together with its author', async () => {
      const session = await memory.sessions.end({ ...ada, origin: 'agent' }, { oneLiner: 'Built the quay' });
      const before = (await memory.sessions.get(ada, session.id)).session;
      const id = await change((caller) => memory.sessions.rename(caller, { sessionId: session.id, headline: 'Quay' }));
      await undo(id);
      const after = (await memory.sessions.get(ada, session.id)).session;
      assert.deepEqual({ ...after, version: 0 }, { ...before, version: 0 });
    });

    it('reopens a hypothesis unless another open one now says the same', async () => {
      const add = { hypothesis: 'The tide is late.' };
      const { hypothesis } = await memory.hypotheses.add(ada, add);
      const resolve = (caller: Caller): Promise<unknown> =>
        memory.hypotheses.resolve(caller, {
          hypothesisId: hypothesis.id,
          status: 'refuted',
          resolution: 'It was early.',
        });
      const id = await change(resolve);
      const duplicate = (await memory.hypotheses.add(ada, add)).hypothesis.id;
      await assert.rejects(undo(id), { code: 'conflict', details: { duplicateOf: duplicate } });
      await memory.hypotheses.resolve(ada, { hypothesisId: duplicate, status: 'abandoned' });
      await undo(id);
      const { status, resolution } = await memory.hypotheses.get(ada, hypothesis.id);
      assert.deepEqual([status, resolution], ['open', null]);
    });

    it('keeps no image of an erased memory, and exports none', async () => {
      const id = await change((caller) =>
        memory.facts.store(caller, { category: 'decision', fact: 'The code of the gate is QUOKKA.' }),
      );
      assert.ok(!('changes' in (await memory.portability.export('ada')).tables));
      const ref = { kind: 'fact', id: '1' } as const;
      const { expected } = await memory.erasure.preview(ada, ref);
      await memory.erasure.erase(ada, ref, expected);
      await assert.rejects(undo(id), { code: 'not_found' });
    });

    it('stores no image for a write without a change id', async () => {
      const caller = changes.begin(ada);
      await memory.facts.store(ada, { category: 'decision', fact: 'The quay is closed.' });
      assert.equal(await changes.undoableId(caller), null);
    });
  });
}
