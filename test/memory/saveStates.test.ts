import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('the status of a save', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  const save = (): ReturnType<TestMemory['memory']['facts']['store']> =>
    test.memory.facts.store(ada, { category: 'codebase', fact: 'The build needs Node 24', expiresInHours: 2 });

  it('says that a fact is stored and indexed, by number and by permanent name', async () => {
    const { fact } = await save();
    const status = await test.memory.saveStates.get(ada, `#${String(fact.id)}`);
    assert.deepEqual(
      [status.id, status.uid, status.status, status.isIndexed, status.embeddings],
      [String(fact.id), fact.uid, 'live', true, []],
    );
    assert.deepEqual(await test.memory.saveStates.get(ada, fact.uid), status);
  });

  it('follows a fact through the queue of a model', async () => {
    await test.memory.embeddings.useModel('tiny');
    const { fact } = await save();
    const states = async (): Promise<unknown> => (await test.memory.saveStates.get(ada, String(fact.id))).embeddings;
    assert.deepEqual(await states(), [{ model: 'tiny', state: 'queued', retries: 0, lastError: null }]);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await test.memory.embeddings.postpone(await test.memory.embeddings.claim('tiny', 1, 1), '2026-03-30', 'too hot');
    }
    assert.deepEqual(await states(), [{ model: 'tiny', state: 'failed', retries: 5, lastError: 'too hot' }]);
    await test.memory.embeddings.retryFailing('tiny');
    const [task] = await test.memory.embeddings.claim('tiny', 1, 60);
    assert.ok(task);
    await test.memory.embeddings.complete('tiny', [{ task, vector: Float32Array.of(1, 0) }]);
    assert.deepEqual(await states(), [{ model: 'tiny', state: 'embedded', retries: 0, lastError: null }]);
  });

  it('shows an expired and a deprecated fact as such', async () => {
    const { fact } = await save();
    test.pass(2);
    const expired = await test.memory.saveStates.get(ada, fact.uid);
    assert.deepEqual([expired.status, expired.isIndexed], ['expired', false]);
    await test.memory.facts.deprecate(ada, { factId: fact.uid, reason: 'wrong' });
    const gone = await test.memory.saveStates.get(ada, fact.uid);
    assert.deepEqual([gone.status, gone.isIndexed], ['deprecated', false]);
  });

  it('finds a session by its id or the first characters of it, if no fact has that name', async () => {
    const session = await test.memory.sessions.current(ada);
    for (const id of [session.id, session.id.slice(0, 6)]) {
      const { kind, id: found } = await test.memory.saveStates.get(ada, id);
      assert.deepEqual([kind, found], ['session', session.id]);
    }
    await assert.rejects(test.memory.saveStates.get(ada, session.id, 'fact'), { code: 'not_found' });
    await assert.rejects(test.memory.saveStates.get(ada, 'abcde'), { remedy: /at least the first 6 characters/u });
    await assert.rejects(test.memory.saveStates.get(ada, 'abcde', 'session'), { message: /at least 6 characters/u });
    const bob = await test.caller({ username: 'bob' });
    await assert.rejects(test.memory.saveStates.get(bob, session.id), { code: 'not_found' });
  });

  it('rejects an unknown id, an unknown kind, and another user’s memory', async () => {
    const { fact } = await save();
    await assert.rejects(test.memory.saveStates.get(ada, 'nothing'), { code: 'not_found' });
    await assert.rejects(test.memory.saveStates.get(ada, '99'), { code: 'not_found' });
    await assert.rejects(test.memory.saveStates.get(ada, '1', 'dream'), { code: 'invalid_input' });
    const bob = await test.caller({ username: 'bob' });
    await assert.rejects(test.memory.saveStates.get(bob, fact.uid), { code: 'not_found' });
  });
});
