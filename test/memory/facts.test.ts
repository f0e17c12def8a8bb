import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('facts', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
  });
  afterEach(() => test.close());

  const store = (fact: string, more: { category?: string; confidence?: number } = {}, caller = ada) =>
    test.memory.facts.store(caller, { category: 'decision', fact, ...more });
  const confidenceOf = async (id: number): Promise<number | undefined> =>
    (await test.memory.facts.list(ada, 'all', 100)).facts.find((fact) => fact.id === id)?.confidence;

  it('are duplicates only if they differ in nothing but case or spacing', async () => {
    await store('We deploy on Thursdays.');
    const again = await store(' we  DEPLOY on thursdays. ');
    assert.deepEqual([again.status, again.fact.id, again.related], ['duplicate', 1, []]);
    const similar = await store('We deploy on Thursday');
    assert.deepEqual(
      [similar.status, similar.related.map(({ fact, relation }) => [fact.id, relation])],
      ['stored', [[1, 'same']]],
      'reported, and kept: words alone cannot tell that nothing would be lost',
    );
  });

  it('take no more confidence than their own', async () => {
    await store('The port is 80');
    await store('The port is 81', { confidence: 0.05 });
    assert.equal(await confidenceOf(1), 0.95);
  });

  it('take no confidence from facts of another scope, but report the contradiction', async () => {
    await store('Always squash commits', { category: 'preference' });
    const { related } = await store('Never squash commits');
    assert.deepEqual(
      related.map(({ fact, relation }) => [fact.id, relation, fact.confidence]),
      [[1, 'contradicts', 1]],
    );
  });

  it('are compared in the transaction that stores them, even if two are stored at once', async () => {
    await Promise.all([store('We deploy on Thursdays only.'), store('We deploy on Fridays only.')]);
    const confidences = [await confidenceOf(1), await confidenceOf(2)];
    assert.deepEqual(confidences.toSorted(), [0.5, 1]);
  });

  it('halve the confidence of what they contradict, and report it', async () => {
    await store('We deploy on Thursdays only.');
    const { status, related } = await store('We deploy on Fridays only.');
    assert.equal(status, 'stored');
    assert.deepEqual(
      related.map(({ fact, relation }) => [fact.id, relation, fact.confidence]),
      [[1, 'contradicts', 0.5]],
    );
    assert.equal(await confidenceOf(1), 0.5);
    await store('We deploy on Mondays only.');
    assert.deepEqual([await confidenceOf(1), await confidenceOf(2), await confidenceOf(3)], [0.25, 0.5, 1]);
  });

  it('take confidence only once, however often they are stored', async () => {
    await store('We deploy on Thursdays only.');
    await store('We deploy on Fridays only.');
    const { related } = await store('We deploy on Fridays only.');
    assert.deepEqual(
      related.map(({ fact }) => fact.confidence),
      [0.5],
    );
  });

  it('regain their confidence when stored again, and take it from what contradicts them', async () => {
    await store('We deploy on Thursdays only.');
    await store('We deploy on Fridays only.');
    const again = await store('We deploy on Thursdays only.');
    assert.equal(again.status, 'duplicate');
    assert.deepEqual([await confidenceOf(1), await confidenceOf(2)], [1, 0.5]);
    const { counts } = await test.memory.health.check(ada);
    assert.deepEqual(
      counts.contradictions.first.map(({ name }) => name),
      ['#2'],
      'the one that lost',
    );
  });

  it('return the confidence that they took when they are deprecated', async () => {
    await store('We deploy on Thursdays only.', { confidence: 0.7 });
    const { fact } = await store('We deploy on Fridays only.');
    assert.equal(await confidenceOf(1), 0.35);
    await test.memory.facts.deprecate(ada, { factId: fact.id, reason: 'A slip.' });
    assert.equal(await confidenceOf(1), 0.7);
  });

  it('return no confidence that was already restored', async () => {
    await store('We deploy on Thursdays only.', { confidence: 0.6 });
    const { fact } = await store('We deploy on Fridays only.');
    await store('We deploy on Thursdays only.', { confidence: 0.6 });
    await test.memory.facts.deprecate(ada, { factId: fact.id, reason: 'A slip.' });
    assert.equal(await confidenceOf(1), 0.6);
  });

  it('are ordered in the context by their remaining confidence', async () => {
    await store('We deploy on Thursdays only.');
    test.pass(1);
    await store('We deploy on Fridays only.');
    const { markdown } = await test.memory.context.build(ada);
    assert.match(markdown, /#2 We deploy on Fridays only\.\n.*#1 We deploy on Thursdays only\. \(confidence 0\.5\)/u);
  });

  it('report similar known facts without changing them', async () => {
    await store('Prefers concise answers', { category: 'preference' });
    const { related } = await store('Concise answers', { category: 'preference' });
    assert.deepEqual(
      related.map(({ fact, relation }) => [fact.id, relation]),
      [[1, 'similar']],
    );
    assert.equal(await confidenceOf(1), 1);
  });

  it('are compared only with live facts of the same user in the same project or in none', async () => {
    const elsewhere = await test.caller({ project: { key: 'github.com/acme/other', name: 'other' } });
    const bob = await test.caller({ username: 'bob', project: { key: 'github.com/acme/shop', name: 'shop' } });
    await store('The database is SQLite', {}, elsewhere);
    await store('The database is SQLite', {}, bob);
    const gone = await store('The database is MySQL');
    await test.memory.facts.deprecate(ada, { factId: gone.fact.id, reason: 'wrong' });
    assert.deepEqual((await store('The database is PostgreSQL')).related, []);
    const general = await store('The database is Oracle', { category: 'preference' });
    assert.deepEqual(
      general.related.map(({ relation }) => relation),
      ['contradicts'],
    );
  });

  it('cannot be deprecated by another user', async () => {
    await store('Mine.');
    const bob = await test.caller({ username: 'bob' });
    await assert.rejects(test.memory.facts.deprecate(bob, { factId: 1, reason: 'x' }), {
      code: 'not_allowed',
      message: /belongs to another user/u,
    });
    assert.equal(await confidenceOf(1), 1);
  });
});
