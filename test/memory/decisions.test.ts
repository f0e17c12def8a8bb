import assert from 'node:assert/strict';
import type { Decision, DecisionInput } from '../../src/memory/decisions/decisions.ts';
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
  describe(`decisions (${engine})`, () => {
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

    it('keeps who decided, with which agent, why, and what was rejected', async () => {
      const fact = await save({ sourceRef: 'docs/adr.md#L4', confidence: 'high', tags: ['storage'] });
      assert.deepEqual(
        [fact.fact, fact.type, fact.category, fact.confidence, fact.projectName, fact.sourceRef, fact.tags],
        [whole.title, 'decision', 'decision', 0.9, 'harbour', 'docs/adr.md#L4', ['storage']],
      );
      const { decidedBy, rationale, alternatives } = whole;
      assert.deepEqual(fact.decision, { decidedBy, assistedBy: ['tests'], rationale, alternatives });
    });

    it('names everything that is missing, and stores nothing', async () => {
      const homeless = await test.caller();
      const refused = test.memory.decisions.save(homeless, { title: 'Use SQLite' });
      await assert.rejects(refused, { code: 'invalid_input', message: 'decided_by, project, rationale are missing.' });
      await assert.rejects(save({ rationale: '  ' }), { message: 'rationale is missing.' });
      assert.deepEqual((await test.memory.portability.export('ada')).tables.facts, []);
    });

    it('finds a decision by its rationale and its alternatives', async () => {
      const { id } = await save();
      for (const query of ['transactions over tables', 'why not MongoDB']) {
        const { results } = await test.search.find(ada, { query });
        assert.deepEqual(
          results.map((result) => result.id),
          [String(id)],
          query,
        );
      }
    });

    it('makes a fact with the same statement the decision', async () => {
      const { fact } = await test.memory.facts.store(ada, { category: 'decision', fact: whole.title });
      assert.equal(fact.decision, null);
      const saved = await test.memory.decisions.save(ada, whole);
      assert.deepEqual([saved.status, saved.fact.id, saved.fact.decision?.decidedBy], ['duplicate', fact.id, 'Ada']);
      assert.equal((await test.search.find(ada, { query: 'transactions over tables' })).results.length, 1);
    });

    it('completes an old fact, and refuses to while something is missing', async () => {
      const { fact } = await test.memory.facts.store(ada, { category: 'decision', fact: 'We deploy on Thursdays' });
      await assert.rejects(test.memory.decisions.complete(ada, { factId: fact.id, decidedBy: 'Ada' }), {
        message: 'rationale is missing.',
      });
      const input = { factId: fact.id, decidedBy: 'Ada', rationale: 'Support is there on Fridays.' };
      const { fact: completed } = await test.memory.decisions.complete(ada, input);
      assert.equal(completed.decision?.rationale, 'Support is there on Fridays.');
    });

    it('changes the title together with the details, in one change', async () => {
      const { id } = await save();
      const changing = test.memory.changes.begin(ada);
      const input = { factId: id, title: 'Use PostgreSQL 18', decidedBy: 'Bob', rationale: 'Orders.' };
      await test.memory.decisions.complete(changing, input);
      const read = async (): Promise<unknown[]> =>
        (await all()).map(({ fact }) => [fact.fact, fact.decision.decidedBy, fact.decision.alternatives.length]);
      assert.deepEqual(await read(), [['Use PostgreSQL 18', 'Bob', 0]]);
      await test.memory.changes.undo(ada, [changing.changeId]);
      assert.deepEqual(await read(), [[whole.title, 'Ada', 2]]);
    });

    it('puts a fact without a project into the one in which it becomes a decision', async () => {
      const homeless = await test.caller();
      const { fact } = await test.memory.facts.store(homeless, {
        category: 'decision',
        fact: 'We deploy on Thursdays',
      });
      const input = { factId: fact.id, decidedBy: 'Ada', rationale: 'Support.' };
      await assert.rejects(test.memory.decisions.complete(homeless, input), { message: 'project is missing.' });
      assert.equal((await test.memory.decisions.complete(ada, input)).fact.projectName, 'harbour');
      const bobs = await test.caller({ project: { key: 'github.com/acme/quay', name: 'quay' } });
      assert.equal((await test.memory.decisions.complete(bobs, input)).fact.projectName, 'harbour');
    });

    it('refuses a second decision with the same title and other details', async () => {
      const { id } = await save();
      await assert.rejects(save({ rationale: 'Because.' }), { code: 'conflict', details: { decision: id } });
      assert.equal((await test.memory.decisions.save(ada, whole)).status, 'duplicate');
    });

    it('replaces a decision, which then counts as superseded', async () => {
      const old = await save();
      const saved = await test.memory.decisions.save(ada, { ...whole, title: 'Use CockroachDB', supersedes: old.uid });
      assert.deepEqual([saved.replaced?.id, saved.fact.supersedesCount], [old.id, 1]);
      assert.deepEqual(
        (await all()).map(({ fact, status }) => [fact.id, status]),
        [
          [saved.fact.id, 'active'],
          [old.id, 'superseded'],
        ],
      );
      assert.equal((await all({ includeRetired: false })).length, 1);
    });

    it('counts an expired decision as retired', async () => {
      const { id } = await save();
      await test.memory.facts.edit(ada, { factId: id, expiresInHours: 1 });
      const statuses = async (): Promise<string[]> => (await all()).map(({ status }) => status);
      assert.deepEqual(await statuses(), ['active']);
      test.pass(2);
      assert.deepEqual(await statuses(), ['retired']);
    });

    it('takes a confidence as a word or a number, and names what it refuses', async () => {
      assert.equal((await save({ confidence: ' Low ' })).confidence, 0.3);
      assert.equal((await save({ title: 'x', confidence: '0.5' })).confidence, 0.5);
      for (const confidence of ['sure', '', '2', 2, NaN]) {
        const message = new RegExp(`^confidence is "?${String(confidence)}"?\\.$`, 'u');
        await assert.rejects(save({ title: 'y', confidence }), { code: 'invalid_input', message });
      }
      assert.equal((await all()).length, 2);
    });

    it('replaces a decision of another project in that project', async () => {
      const old = await save();
      const homeless = await test.caller();
      const newer = { ...whole, title: 'Use CockroachDB', supersedes: old.id };
      assert.equal((await test.memory.decisions.save(homeless, newer)).fact.projectName, 'harbour');
    });

    it('does not list a decision whose storing was undone', async () => {
      const changing = test.memory.changes.begin(ada);
      await test.memory.decisions.save(changing, whole);
      await test.memory.changes.undo(ada, [changing.changeId]);
      assert.deepEqual(await all(), []);
    });

    it('links a decision with what informed it, in both directions', async () => {
      const source = await save({ title: 'Orders are never deleted' });
      const { id } = await save({ informedBy: [source.uid] });
      const detail = (ref: number): ReturnType<TestMemory['memory']['catalogue']['get']> =>
        test.memory.catalogue.get(ada, { kind: 'fact', id: String(ref) });
      assert.deepEqual(
        (await detail(id)).informedBy.map((fact) => fact.id),
        [source.id],
      );
      assert.deepEqual(
        (await detail(source.id)).informs.map((fact) => fact.id),
        [id],
      );
      await assert.rejects(save({ title: 'x', informedBy: ['no such'] }), { code: 'not_found' });
      const bob = await test.caller({ username: 'bob', project: harbour });
      await assert.rejects(test.memory.decisions.save(bob, { ...whole, informedBy: [id] }), { code: 'not_allowed' });
    });

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

    it('filters by project, status, and the exact name of a decider or agent, and lists the choices', async () => {
      const quay = await test.caller({ project: { key: 'github.com/acme/quay', name: 'quay' } });
      await save();
      await test.memory.decisions.save(quay, { ...whole, title: 'Moor at the quay', decidedBy: 'Adam' });
      const bad = await save({ title: 'Deploy on Thursdays', decidedBy: 'Bob', assistedBy: ['codex'] });
      await rate(bad.id, 2, { verdict: 'reversed' });
      const titles = async (query: object): Promise<string[]> => (await all(query)).map(({ fact }) => fact.fact);
      assert.deepEqual(await titles({ project: 'quay' }), ['Moor at the quay']);
      assert.deepEqual(await titles({ status: 'reversed' }), ['Deploy on Thursdays']);
      assert.deepEqual(await titles({ involved: 'Ada' }), [whole.title]);
      assert.deepEqual(await titles({ involved: 'codex', status: 'active' }), []);
      assert.deepEqual(await test.memory.decisions.choices(ada), {
        projects: ['harbour', 'quay'],
        deciders: ['Ada', 'Adam', 'Bob'],
        agents: ['codex', 'tests'],
      });
    });

    it('finds decisions by title, decider and agent', async () => {
      await save();
      await save({ title: 'Deploy on Thursdays', decidedBy: 'Bob', assistedBy: ['codex'] });
      const titles = async (query: object): Promise<string[]> => (await all(query)).map(({ fact }) => fact.fact);
      assert.deepEqual(await titles({ title: 'order store' }), [whole.title]);
      assert.deepEqual(await titles({ decidedBy: 'bob' }), ['Deploy on Thursdays']);
      assert.deepEqual(await titles({ assistedBy: 'Codex' }), ['Deploy on Thursdays']);
      assert.deepEqual(await titles({ title: 'kubernetes' }), []);
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

    it('drafts decisions from kept exchanges, and takes approved and dismissed ones out', async () => {
      const keep = async (content: string, flagReason = 'decision, kept by rule'): Promise<number> =>
        (await test.memory.chunks.append(ada, { content, flagReason, role: 'user' })).chunk.id;
      const said = 'We decided to use Vite instead of webpack because builds took a minute. It works.';
      const first = await keep(said);
      const second = await keep('We agreed to release on Mondays.');
      await keep('This is flagged by hand: we decided to rest.', 'decision');
      const drafts = async (): Promise<unknown[]> =>
        (await test.memory.decisions.drafts(ada, 'all', 9)).drafts.map(
          ({ chunkId, title, rationale, alternatives }) => [chunkId, title, rationale, alternatives],
        );
      const quote = said.slice(0, said.indexOf('.') + 1);
      assert.deepEqual(await drafts(), [
        [second, 'We agreed to release on Mondays', null, []],
        [first, quote.slice(0, -1), quote, ['webpack']],
      ]);
      const fact = await save({ title: 'Use Vite', chunkId: first });
      assert.deepEqual([(await drafts()).length, fact.sourceSession !== null], [1, true]);
      const changing = test.memory.changes.begin(ada);
      assert.equal(await test.memory.decisions.dismiss(changing, [second]), 1);
      assert.deepEqual(await drafts(), []);
      await test.memory.changes.undo(ada, [changing.changeId]);
      assert.equal((await drafts()).length, 1);
      await assert.rejects(save({ title: 'y', chunkId: 99 }), { code: 'not_found' });
    });

    it('reads a rejected approach and its reason from a kept exchange', async () => {
      const content = 'The build is slow. We ruled out esbuild because it breaks source maps. Next topic.';
      await test.memory.chunks.append(ada, { content, flagReason: 'rejected approach, kept by rule', role: 'user' });
      const [past] = await test.memory.decisions.pastApproaches(ada);
      assert.deepEqual([past?.ref.kind, past?.approach, past?.reason], ['chunk', 'esbuild', 'it breaks source maps']);
    });
  });
}
