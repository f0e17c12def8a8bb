import assert from 'node:assert/strict';
import type { FactEditInput } from '../../src/memory/facts/factInput.ts';
import type { Fact } from '../../src/memory/facts/facts.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('changes to facts', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
  });
  afterEach(() => test.close());

  const store = async (fact: string, more: { category?: string; confidence?: number } = {}): Promise<Fact> =>
    (await test.memory.facts.store(ada, { category: 'decision', fact, ...more })).fact;
  const edit = (factId: number, more: Omit<FactEditInput, 'factId'>): ReturnType<typeof test.memory.facts.edit> =>
    test.memory.facts.edit(ada, { factId, ...more });
  const deprecate = (factId: number): Promise<unknown> =>
    test.memory.facts.deprecate(ada, { factId, reason: 'A slip.' });
  const live = async (): Promise<(string | number)[][]> =>
    (await test.memory.facts.list(ada, 'all', 100)).facts
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, fact, confidence }) => [id, fact, confidence]);
  const found = async (query: string): Promise<string[]> =>
    (await test.search.find(ada, { query, limit: 10 })).results.map(({ kind, id }) => `${kind} ${id}`);

  describe('an edit', () => {
    it('replaces the given fields, keeps the rest, and makes only the new words searchable', async () => {
      await store('The gate is at Heathrow', { confidence: 0.8 });
      test.pass(1);
      const { fact, redacted } = await edit(1, {
        fact: 'The gate is at Schiphol, key AKIAIOSFODNN7EXAMPLE',
        tags: ['travel'],
      });
      assert.equal(redacted, 1);
      assert.doesNotMatch(fact.fact, /AKIA/u);
      assert.deepEqual(
        [fact.category, fact.confidence, fact.tags, fact.version, fact.updatedAt],
        ['decision', 0.8, ['travel'], 2, '2026-03-30T10:15:00.000Z'],
      );
      assert.deepEqual([await found('Schiphol'), await found('Heathrow')], [['fact 1'], []]);
    });

    for (const [timeZone, today, yesterday, end] of [
      ['Pacific/Kiritimati', '2026-03-30', '2026-03-29', '2026-03-30T09:59:59.999Z'],
      ['Etc/GMT+12', '2026-03-29', '2026-03-28', '2026-03-30T11:59:59.999Z'],
    ] as const) {
      it(`lets a fact expire at the end of a day: ${timeZone}`, async () => {
        test.moveTo(timeZone);
        await store('One.');
        assert.equal((await edit(1, { expiresAt: today })).fact.expiresAt, end);
        assert.equal((await edit(1, { expiresAt: '2026-04-01T12:00Z' })).fact.expiresAt, '2026-04-01T12:00:00.000Z');
        await assert.rejects(edit(1, { expiresAt: yesterday }), { code: 'invalid_input', message: /is in the past/u });
      });
    }

    it('is rejected if it changes nothing, is invalid or outdated, or the fact is deprecated', async () => {
      await store('One.');
      await assert.rejects(edit(1, {}), { code: 'invalid_input', message: /changes nothing/u });
      await assert.rejects(edit(1, { fact: ' ' }), { code: 'invalid_input' });
      await assert.rejects(edit(1, { category: 'gossip' }), { code: 'invalid_input' });
      await edit(1, { confidence: 0.9, version: 1 });
      await assert.rejects(edit(1, { confidence: 0.1, version: 1 }), {
        code: 'conflict',
        message: /changed elsewhere/u,
      });
      await deprecate(1);
      await assert.rejects(edit(1, { fact: 'Two.' }), { code: 'conflict', message: /is deprecated/u });
    });

    it('is rejected if another live fact has the same text, and names that fact', async () => {
      await store('We deploy on Thursdays.');
      await store('Lint before every commit');
      await assert.rejects(edit(2, { fact: ' we deploy on THURSDAYS. ' }), {
        code: 'conflict',
        message: 'Fact #1 already says exactly that.',
      });
      await deprecate(1);
      assert.equal((await edit(2, { fact: 'We deploy on Thursdays.' })).fact.id, 2);
    });

    it('is allowed only for the owner', async () => {
      await store('Mine.');
      const bob = await test.caller({ username: 'bob' });
      await assert.rejects(test.memory.facts.edit(bob, { factId: 1, confidence: 0 }), { code: 'not_allowed' });
      await assert.rejects(test.memory.facts.restore(bob, 1), { code: 'not_allowed' });
      await assert.rejects(test.memory.facts.supersede(bob, { factId: 1, fact: 'Bob’s.' }), { code: 'not_allowed' });
      await assert.rejects(test.memory.facts.restore(ada, 99), { code: 'not_found' });
    });

    it('removes a preference from its project, and leaves other categories in theirs', async () => {
      await store('Squash commits');
      assert.equal((await edit(1, { category: 'constraint' })).fact.projectName, 'shop');
      assert.equal((await edit(1, { category: 'preference' })).fact.projectName, null);
    });

    it('of the text settles old contradictions, and lowers the confidence of what it now contradicts', async () => {
      await store('We deploy on Thursdays only.');
      await store('We deploy on Fridays only.');
      await store('The port is 80');
      assert.deepEqual(await live(), [
        [1, 'We deploy on Thursdays only.', 0.5],
        [2, 'We deploy on Fridays only.', 1],
        [3, 'The port is 80', 1],
      ]);
      const { related } = await edit(2, { fact: 'The port is 81' });
      assert.deepEqual(
        related.map(({ fact, relation }) => [fact.id, relation]),
        [[3, 'contradicts']],
      );
      assert.deepEqual(await live(), [
        [1, 'We deploy on Thursdays only.', 1],
        [2, 'The port is 81', 1],
        [3, 'The port is 80', 0.5],
      ]);
      await edit(3, { fact: 'The colour is green' });
      await deprecate(2);
      assert.deepEqual((await live()).at(-1), [3, 'The colour is green', 1], 'confidence restored only once');
    });

    it('of other fields leaves contradictions alone, but a given confidence replaces the lowered one', async () => {
      await store('We deploy on Thursdays only.');
      await store('We deploy on Fridays only.');
      await edit(1, { fact: 'we deploy on Thursdays only.', tags: ['release'] });
      assert.equal((await live())[0]?.[2], 0.5);
      await edit(1, { confidence: 0.8 });
      await deprecate(2);
      assert.equal((await live())[0]?.[2], 0.8);
    });
  });

  describe('a restoration', () => {
    it('returns a fact unchanged to lists and search, and leaves a live fact alone', async () => {
      await store('The gate is at Heathrow', { confidence: 0.7 });
      await deprecate(1);
      assert.deepEqual(await found('Heathrow'), []);
      const fact = await test.memory.facts.restore(ada, 1);
      assert.deepEqual([fact.deprecated, fact.deprecationReason, fact.confidence, fact.version], [false, null, 0.7, 3]);
      assert.deepEqual(await found('Heathrow'), ['fact 1']);
      assert.equal((await test.memory.facts.restore(ada, 1)).version, 3);
    });

    it('is rejected if another live fact now has the same text, and names that fact', async () => {
      await store('One.');
      await deprecate(1);
      await store('one.');
      await assert.rejects(test.memory.facts.restore(ada, 1), {
        code: 'conflict',
        message: /^Fact #2 already says exactly/u,
      });
    });

    it('takes the confidence again that the deprecation returned', async () => {
      await store('We deploy on Thursdays only.', { confidence: 0.8 });
      await store('We deploy on Fridays only.');
      const before = await live();
      for (const id of [2, 1]) {
        await deprecate(id);
        await test.memory.facts.restore(ada, id);
        assert.deepEqual(await live(), before, `#${String(id)}`);
      }
    });

    it('applies contradictions by facts that were stored in the meantime', async () => {
      await store('We deploy on Thursdays only.');
      await deprecate(1);
      await store('We deploy on Fridays only.');
      await test.memory.facts.restore(ada, 1);
      assert.deepEqual(
        (await live()).map(([, , confidence]) => confidence),
        [0.5, 1],
      );
      await deprecate(2);
      assert.deepEqual(
        (await live()).map(([, , confidence]) => confidence),
        [1],
      );
    });

    it('returns the confidence that a fact took if that fact was deprecated in the meantime', async () => {
      await store('We deploy on Thursdays only.');
      await store('We deploy on Fridays only.');
      await deprecate(1);
      await deprecate(2);
      assert.equal((await test.memory.facts.restore(ada, 1)).confidence, 1);
    });
  });

  describe('a supersession', () => {
    it('stores the new fact in the project of the old one, and deprecates that with the new id', async () => {
      await test.memory.facts.store(ada, { category: 'codebase', fact: 'The port is 80', tags: ['net'] });
      const elsewhere = await test.caller({ project: { key: 'github.com/acme/other', name: 'other' } });
      const { fact, replaced, status, related } = await test.memory.facts.supersede(elsewhere, {
        factId: 1,
        fact: 'The port is 81',
      });
      assert.deepEqual(
        [status, fact.id, fact.category, fact.tags, fact.projectName, fact.confidence, related],
        ['stored', 2, 'codebase', ['net'], 'shop', 1, []],
      );
      assert.deepEqual(
        [replaced.id, replaced.deprecated, replaced.deprecationReason, replaced.confidence],
        [1, true, 'superseded by #2', 1],
        'replaced, not contradicted',
      );
      assert.deepEqual(await found('port'), ['fact 2']);
    });

    it('leaves the old fact to searches for superseded ones, by other forms of its words', async () => {
      await store('The policies were deployed by setUserName');
      await test.memory.facts.supersede(ada, { factId: 1, fact: 'Something else' });
      const older = async (query: string): Promise<string[]> =>
        (await test.search.find(ada, { query, includeSuperseded: true })).results.map(({ id }) => id);
      for (const query of ['policy', 'deploying', 'user name']) assert.ok((await older(query)).includes('1'), query);
      for (const query of ['ploy', 'polic']) assert.ok(!(await older(query)).includes('1'), query);
      assert.deepEqual(await found('policy'), []);
    });

    it('by the text of a live fact deprecates the old fact in favor of that one', async () => {
      await store('The port is 81', { confidence: 0.6 });
      await store('Listens on eighty');
      const { status, fact, replaced } = await test.memory.facts.supersede(ada, { factId: 2, fact: 'the port is 81' });
      assert.deepEqual(
        [status, fact.id, fact.confidence, replaced.deprecationReason],
        ['duplicate', 1, 1, 'superseded by #1'],
      );
    });

    it('is rejected and stores nothing if the text is the same or empty, or the fact is deprecated', async () => {
      await store('The port is 80');
      const supersede = (fact: string): Promise<unknown> => test.memory.facts.supersede(ada, { factId: 1, fact });
      await assert.rejects(supersede('the PORT is 80'), {
        code: 'invalid_input',
        message: /says the same as #1/u,
      });
      await assert.rejects(supersede(' '), { code: 'invalid_input' });
      await deprecate(1);
      await assert.rejects(supersede('The port is 81'), { code: 'conflict' });
      assert.deepEqual(await live(), []);
    });

    it('returns the confidence that the old fact took, and applies its own contradictions', async () => {
      await store('We deploy on Thursdays only.');
      await store('We deploy on Fridays only.');
      await test.memory.facts.supersede(ada, { factId: 2, fact: 'Lint before every commit' });
      assert.deepEqual(
        (await live()).map(([, , confidence]) => confidence),
        [1, 1],
      );
      await test.memory.facts.supersede(ada, { factId: 3, fact: 'We deploy on Mondays only.' });
      assert.deepEqual(
        (await live()).map(([, , confidence]) => confidence),
        [0.5, 1],
      );
    });

    it('is undone by deprecating the new fact and restoring the old one, in either order', async () => {
      await store('We deploy on Thursdays only.');
      for (const steps of [
        [() => deprecate(2), () => test.memory.facts.restore(ada, 1)],
        [() => test.memory.facts.restore(ada, 1), () => deprecate(3)],
      ]) {
        await test.memory.facts.supersede(ada, { factId: 1, fact: 'We deploy on Fridays only.' });
        for (const step of steps) await step();
        assert.deepEqual(await live(), [[1, 'We deploy on Thursdays only.', 1]]);
      }
    });
  });
});
