import assert from 'node:assert/strict';
import type { DecisionInput } from '../../src/memory/decisions/decisions.ts';
import type { Decision } from '../../src/memory/decisions/decisionStatus.ts';
import type { Fact } from '../../src/memory/facts/facts.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { answerTemplate } from '../../src/memory/decisions/decisionQueries.ts';
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
      await assert.rejects(save({ rationale: '  ', project: 'not yet known' }), { message: 'rationale is missing.' });
      await assert.rejects(save({ project: ' ' }), { message: 'project is missing.' });
      const { facts, projects } = (await test.memory.portability.export('ada')).tables;
      assert.deepEqual([facts, projects.map(({ name }) => name)], [[], ['harbour']]);
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
      assert.deepEqual([saved.status, saved.fact.id, saved.fact.decision?.decidedBy], ['completed', fact.id, 'Ada']);
      assert.equal((await test.search.find(ada, { query: 'transactions over tables' })).results.length, 1);
    });

    it('takes tags and a source with the details, and is trusted no more than they are', async () => {
      const person: Caller = { ...ada, origin: 'person' };
      const { fact } = await test.memory.facts.store(person, { category: 'decision', fact: whole.title, tags: ['db'] });
      assert.equal(fact.origin, 'person');
      const completed = await save({ tags: ['storage'], sourceRef: 'https://example.com/post' });
      assert.deepEqual(
        [completed.id, completed.tags, completed.sourceRef, completed.origin],
        [fact.id, ['db', 'storage'], 'https://example.com/post', 'web'],
      );
    });

    it('is stored once if it is saved again with the same words, whatever was cut from them', async () => {
      const again = {
        title: ` ${whole.title} `,
        rationale: 'The old key was ghp_0123456789abcdefghijABCDEFGHIJ456789.',
      };
      const { id } = await save(again);
      const saved = await test.memory.decisions.save(ada, { ...whole, ...again });
      assert.deepEqual([saved.status, saved.fact.id, saved.redacted], ['duplicate', id, 1]);
    });

    it('keeps its type and expiry if its title is stored again as something else', async () => {
      const { id } = await save();
      const observation = { fact: whole.title, type: 'observation', expiresInHours: 1 };
      const { fact } = await test.memory.facts.store(ada, observation);
      assert.deepEqual([fact.id, fact.type, fact.expiresAt], [id, 'decision', null]);
    });

    it('stays in the project of what it replaces or completes, and gets one if that had none', async () => {
      const personal = async (fact: string): Promise<number> =>
        (await test.memory.facts.store(ada, { category: 'preference', fact })).fact.id;
      const replaced = await save({ title: 'Use tabs', supersedes: await personal('We use tabs'), project: 'quay' });
      assert.equal(replaced.projectName, 'quay');
      const factId = await personal('We use spaces');
      const { fact } = await test.memory.decisions.complete(ada, { factId, decidedBy: 'Ada', rationale: 'Habit.' });
      assert.equal(fact.projectName, 'harbour');
      await assert.rejects(save({ title: 'Use two spaces', supersedes: fact.id, project: 'quay' }), {
        message: `project is "quay", but #${String(fact.id)} is in the project harbour.`,
      });
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

    it('changes nothing if what replaces a decision has the title of another one', async () => {
      const [one, other] = [await save(), await save({ title: 'Use CockroachDB' })];
      const replacing = save({ title: one.fact, rationale: 'Because.', supersedes: other.id });
      await assert.rejects(replacing, { code: 'conflict', details: { decision: one.id } });
      assert.equal((await all({ status: 'active' })).length, 2);
    });

    it('names what replaced a decision also in a store in which it has another number', async () => {
      const old = await save();
      await save({ title: 'Use CockroachDB', supersedes: old.id });
      const exported = await test.memory.portability.export('ada');
      const elsewhere = openTestMemory('personal', engine);
      try {
        const bea = await elsewhere.caller({ username: 'ada', project: harbour });
        for (const fact of ['We speak German', 'We write English']) {
          await elsewhere.memory.facts.store(bea, { category: 'codebase', fact });
        }
        await elsewhere.memory.portability.import(JSON.stringify(exported), 'ada');
        const input = { template: 'who-decided', project: 'harbour' };
        const { decisions } = await answerTemplate(elsewhere.memory, bea, input, 5);
        assert.deepEqual(
          decisions.map(({ id, status, superseded_by: by }) => [id, status, by]),
          [
            [4, 'active', null],
            [3, 'superseded', 4],
          ],
        );
      } finally {
        await elsewhere.close();
      }
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
      assert.equal((await all({ status: 'active' })).length, 1);
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
      await assert.rejects(test.memory.decisions.save(bob, { ...whole, informedBy: [id] }), { code: 'not_found' });
      const shared = await save({ title: 'Deploy on Thursdays', visibility: 'workspace' });
      const informed = await test.memory.decisions.save(bob, { ...whole, informedBy: [shared.id] });
      assert.equal(informed.status, 'stored');
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

    it('finds decisions by title and agent', async () => {
      await save();
      await save({ title: 'Deploy on Thursdays', decidedBy: 'Bob', assistedBy: ['codex'] });
      const titles = async (query: object): Promise<string[]> => (await all(query)).map(({ fact }) => fact.fact);
      assert.deepEqual(await titles({ title: 'order store' }), [whole.title]);
      assert.deepEqual(await titles({ assistedBy: 'Codex' }), ['Deploy on Thursdays']);
      assert.deepEqual(await titles({ title: 'kubernetes' }), []);
    });

    it('is found by others if it is shared, but does not warn them', async () => {
      await save({ visibility: 'workspace' });
      const bob = await test.caller({ username: 'bob', project: harbour });
      const { decisions } = await test.memory.decisions.find(bob, 'all', { title: 'order store' }, 5);
      assert.deepEqual(
        decisions.map(({ fact }) => fact.fact),
        [whole.title],
      );
      assert.deepEqual(await test.memory.decisions.pastApproaches(bob), []);
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
      assert.deepEqual(await drafts(), [
        [second, 'Release on Mondays', null, []],
        [first, 'Use Vite instead of webpack', 'Builds took a minute.', ['webpack']],
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
