import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('the catalogue and erasure', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  it('reject invalid parameters and name the valid values', async () => {
    const list = (filter: object, part = { offset: 0, limit: 10 }): Promise<unknown> =>
      (async () => test.memory.catalogue.list(ada, { scope: 'all', ...filter }, part))();
    await assert.rejects(list({}, { offset: -1, limit: 10 }), { code: 'invalid_input', message: /^offset is -1/u });
    await assert.rejects(list({}, { offset: 0, limit: 501 }), { code: 'invalid_input', message: /^limit is 501/u });
    await assert.rejects(list({ state: 'gone' }), {
      code: 'invalid_input',
      remedy: /live, unconfirmed, .*deprecated, all/u,
    });
    await assert.rejects(list({ order: 'random' }), { code: 'invalid_input' });
    await assert.rejects(list({ minConfidence: 2 }), { code: 'invalid_input' });
    assert.deepEqual(await list({}), { memories: [], total: 0 });
  });

  it('return the same error when reading an unknown memory and a memory of another user', async () => {
    const bob = await test.caller({ username: 'bob' });
    await test.memory.facts.store(bob, { category: 'decision', fact: 'Of bob.' });
    for (const id of ['1', '99']) {
      await assert.rejects(test.memory.catalogue.get(ada, { kind: 'fact', id }), {
        code: 'not_found',
        message: `There is no fact ${id} among your memories.`,
      });
    }
    await assert.rejects(test.memory.erasure.preview(ada, { kind: 'fact', id: '1' }), {
      code: 'not_allowed',
      message: 'Fact #1 belongs to another user.',
    });
    await assert.rejects(test.memory.erasure.erase(ada, { kind: 'fact', id: '99' }, ''), { code: 'not_found' });
  });

  it('erase exactly what was shown, and report a conflict if it changed since', async () => {
    const { fact } = await test.memory.facts.store(ada, { category: 'decision', fact: 'The port is 80.' });
    const ref = { kind: 'fact', id: String(fact.id) } as const;
    const { expected, goes } = await test.memory.erasure.preview(ada, ref);
    await test.memory.facts.edit(ada, { factId: fact.id, fact: 'The port is 81.' });
    await assert.rejects(test.memory.erasure.erase(ada, ref, expected), {
      code: 'conflict',
      message: 'Fact #1 changed since you saw it.',
    });
    const again = await test.memory.erasure.preview(ada, ref);
    assert.deepEqual(await test.memory.erasure.erase(ada, ref, again.expected), { erased: goes });
    assert.equal((await test.search.find(ada, { query: 'port' })).results.length, 0);
    assert.equal(
      (await test.memory.catalogue.list(ada, { scope: 'all', state: 'all' }, { offset: 0, limit: 9 })).total,
      0,
    );
  });

  it('name the reviewers to a member who may not erase shared knowledge', async () => {
    const team = test.openAgain('team');
    const admin = await team.caller();
    const bob = await team.caller({ username: 'bob' });
    await team.memory.knowledge.promote(admin, { category: 'standard', title: 'Names', content: 'In English.' });
    await team.memory.knowledge.review(admin, { entryId: 1, action: 'approve', isConfirmed: true });
    await assert.rejects(team.memory.erasure.preview(bob, { kind: 'knowledge', id: '1' }), {
      code: 'not_allowed',
      remedy: 'Nothing was changed. Ask one of: ada (admin).',
    });
  });
});
