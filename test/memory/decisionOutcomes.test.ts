import assert from 'node:assert/strict';
import type { DecisionInput } from '../../src/memory/decisions/decisions.ts';
import type { Decision } from '../../src/memory/decisions/decisionStatus.ts';
import type { Fact } from '../../src/memory/facts/facts.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { engineNames } from '../store/support.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

const harbour = { key: 'github.com/acme/harbour', name: 'harbour' };
const whole = {
  title: 'Use PostgreSQL for the order store',
  decidedBy: 'Ada',
  rationale: 'Orders need transactions over several tables.',
  alternatives: ['MongoDB: no transactions over collections', 'SQLite'],
};

for (const engine of engineNames) {
  describe(`the outcomes of decisions (${engine})`, () => {
    let test: TestMemory;
    let ada: Caller;
    beforeEach(async () => {
      test = openTestMemory('personal', engine);
      ada = await test.caller({ project: harbour });
    });
    afterEach(() => test.close());

    const save = async (more: DecisionInput = {}): Promise<Fact> =>
      (await test.memory.decisions.save(ada, { ...whole, ...more })).fact;
    const rate = (decision: number, rating: number | string, more: object = {}): Promise<unknown> =>
      test.memory.decisions.addOutcome(ada, { decision, rating, notes: 'As expected.', ...more });
    const all = async (query: object = {}): Promise<Decision[]> =>
      (await test.memory.decisions.find(ada, 'all', query, 20)).decisions;

    it('keeps several dated outcomes, the latest first', async () => {
      const { id, uid } = await save();
      await rate(id, '8/10', { observedAt: '2026-02-01' });
      await rate(id, 'low', { observedAt: '2026-03-01', verdict: 'open', sourceRef: 'docs/review.md' });
      const [decision] = await all();
      assert.deepEqual(
        decision?.outcomes.map(({ rating, verdict, observedAt }) => [rating, verdict, observedAt.slice(0, 10)]),
        [
          [2, 'open', '2026-03-01'],
          [8, 'held', '2026-02-01'],
        ],
      );
      assert.deepEqual([decision.fact.uid, decision.status], [uid, 'active']);
      assert.deepEqual(
        await Promise.all([{}, { rating: 'high' }, { rating: 3 }].map(async (rated) => (await all({ rated })).length)),
        [1, 1, 0],
      );
    });

    it('refuses ratings outside 1 to 10, unknown verdicts, future dates, and facts without details', async () => {
      const { id } = await save();
      for (const rating of [0, 11, 2.5, 'great', '11/10'])
        await assert.rejects(rate(id, rating), { code: 'invalid_input' });
      await assert.rejects(rate(id, 5, { verdict: 'sure' }), { code: 'invalid_input' });
      await assert.rejects(rate(id, 5, { observedAt: '2030-01-01' }), { code: 'invalid_input' });
      await assert.rejects(rate(99, 5), { code: 'not_found' });
      const { fact } = await test.memory.facts.store(ada, { category: 'decision', fact: 'Plain' });
      await assert.rejects(rate(fact.id, 5), { code: 'conflict' });
      const bob = await test.caller({ username: 'bob' });
      const foreign = test.memory.decisions.addOutcome(bob, { decision: id, rating: 5, notes: 'mine' });
      await assert.rejects(foreign, { code: 'not_allowed' });
      assert.deepEqual((await all())[0]?.outcomes, []);
    });

    for (const [timeZone, today, tomorrow, yesterday] of [
      ['Pacific/Kiritimati', '2026-03-30', '2026-03-31', '2026-03-28T10:00:00.000Z'],
      ['Etc/GMT+12', '2026-03-29', '2026-03-30', '2026-03-28T12:00:00.000Z'],
      ['UTC', '2026-03-30', '2026-03-31', '2026-03-29T00:00:00.000Z'],
    ] as const) {
      it(`reads a day as that of the user's time zone: ${timeZone}`, async () => {
        test.moveTo(timeZone);
        const { id } = await save();
        await rate(id, 4);
        await rate(id, 5, { observedAt: today });
        const dayBefore = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
        await rate(id, 6, { observedAt: dayBefore });
        await assert.rejects(rate(id, 7, { observedAt: tomorrow }), { code: 'invalid_input' });
        assert.deepEqual(
          (await all())[0]?.outcomes.map(({ rating, observedAt }) => [rating, observedAt]),
          [
            [5, '2026-03-30T09:15:00.000Z'],
            [4, '2026-03-30T09:15:00.000Z'],
            [6, yesterday],
          ],
        );
      });
    }

    it('may be of today just after midnight, east of UTC', async () => {
      test.moveTo('Asia/Tokyo');
      test.pass(6);
      const { id } = await save();
      await rate(id, 5, { observedAt: '2026-03-31' });
      assert.equal((await all())[0]?.outcomes[0]?.observedAt, '2026-03-30T15:15:00.000Z');
    });

    it('retires a reversed decision, and undoes that with the outcome', async () => {
      const { id } = await save();
      const changing = test.memory.changes.begin(ada);
      const input = { decision: id, rating: 2, verdict: 'reversed', notes: 'Too slow.' };
      assert.equal((await test.memory.decisions.addOutcome(changing, input)).isRetired, true);
      assert.deepEqual(
        (await all()).map(({ status }) => status),
        ['reversed'],
      );
      assert.equal((await test.search.find(ada, { query: 'PostgreSQL order store' })).results.length, 0);
      await test.memory.changes.undo(ada, [changing.changeId]);
      assert.deepEqual(
        (await all()).map(({ status, outcomes }) => [status, outcomes.length]),
        [['active', 0]],
      );
    });

    it('is in force again once a reversed decision is restored', async () => {
      const { id } = await save();
      await rate(id, 2, { verdict: 'reversed' });
      await test.memory.facts.restore(ada, id);
      const [decision] = await all();
      assert.deepEqual([decision?.status, decision?.outcomes.length], ['active', 1]);
    });

    it('tells the progress of a decision that the catalogue shows', async () => {
      const { id } = await save();
      await test.memory.facts.edit(ada, { factId: id, expiresInHours: 1 });
      test.pass(2);
      const [decision] = await all();
      assert.ok(decision !== undefined);
      assert.equal(decision.status, 'retired');
      const shown = await test.memory.catalogue.get(ada, { kind: 'fact', id: String(id) });
      const { uid } = decision.fact;
      assert.deepEqual(await test.memory.decisions.progress({ ...shown, uid }), { status: 'retired', outcomes: [] });
    });

    it('lists what was rejected, reversed or rated badly, with the reason and what was chosen', async () => {
      const { id } = await save();
      const bad = await save({ title: 'Cache orders in Redis', alternatives: [] });
      await rate(bad.id, 3, { notes: 'Stale orders.' });
      test.pass(1);
      const gone = await save({ title: 'Queue orders in RabbitMQ', alternatives: [] });
      await rate(gone.id, 1, { verdict: 'reversed', notes: 'Lost messages.' });
      const past = await test.memory.decisions.pastApproaches(ada);
      assert.deepEqual(
        past.map(({ ref, approach, reason, chosen, why }) => [ref.id, approach, reason, chosen, why]),
        [
          [String(gone.id), 'Queue orders in RabbitMQ', 'Lost messages.', null, 'reversed'],
          [String(bad.id), 'Cache orders in Redis', 'Stale orders.', null, 'rated badly'],
          [String(id), 'MongoDB', 'no transactions over collections', whole.title, 'rejected'],
          [String(id), 'SQLite', whole.rationale, whole.title, 'rejected'],
        ],
      );
    });

    it('stays in force if it was reversed before a later outcome', async () => {
      const { id } = await save();
      await rate(id, 8, { observedAt: '2026-03-01' });
      await rate(id, 2, { verdict: 'reversed', observedAt: '2026-02-01' });
      assert.deepEqual(
        (await all()).map(({ status, outcomes }) => [status, outcomes.map(({ verdict }) => verdict)]),
        [['active', ['held', 'reversed']]],
      );
    });

    it('is no failed approach once it is restored, or if it was wrong to record it', async () => {
      const approaches = async (): Promise<string[]> =>
        (await test.memory.decisions.pastApproaches(ada)).map(({ approach }) => approach);
      const restored = await save({ title: 'Queue orders in RabbitMQ', alternatives: [] });
      await rate(restored.id, 1, { verdict: 'reversed', notes: 'Lost messages.' });
      assert.deepEqual(await approaches(), ['Queue orders in RabbitMQ']);
      await test.memory.facts.restore(ada, restored.id);
      assert.deepEqual(await approaches(), []);
      const wrong = await save({ title: 'Cache orders in Redis', alternatives: [] });
      await rate(wrong.id, 2);
      assert.deepEqual(await approaches(), ['Cache orders in Redis']);
      await test.memory.facts.deprecate(ada, { factId: wrong.id, reason: 'This was never decided.' });
      assert.deepEqual(await approaches(), []);
    });

    it('erases the outcomes with their decision', async () => {
      const { id } = await save();
      await rate(id, 8);
      const preview = await test.memory.erasure.preview(ada, { kind: 'fact', id: String(id) });
      assert.deepEqual(preview.goes, [
        { what: 'facts', count: 1 },
        { what: 'outcomes', count: 1 },
      ]);
      await test.memory.erasure.erase(ada, { kind: 'fact', id: String(id) }, preview.expected);
      const { tables } = await test.memory.portability.export('ada');
      assert.deepEqual([tables.facts, tables.outcomes], [[], []]);
    });
  });
}
