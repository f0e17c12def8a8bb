import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('the thought journal', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
  });
  afterEach(() => test.close());

  it('stores a hypothesis with its confidence and session, and later its resolution', async () => {
    const { hypotheses } = test.memory;
    const { hypothesis } = await hypotheses.add(ada, { hypothesis: 'The cache is cold because of the restart.' });
    assert.deepEqual([hypothesis.confidence, hypothesis.status, hypothesis.projectName], [0.7, 'open', 'shop']);
    assert.notEqual(hypothesis.sessionId, null);
    test.pass(1);
    const resolved = await hypotheses.resolve(ada, { hypothesisId: 1, status: 'refuted', resolution: 'It was DNS.' });
    assert.deepEqual([resolved.status, resolved.resolvedAt], ['refuted', '2026-03-30T10:15:00.000Z']);
    const { hypotheses: refuted } = await hypotheses.list(ada, { scope: 'all', status: 'refuted', limit: 5 });
    assert.deepEqual(refuted, [resolved]);
  });

  it('stores the same open hypothesis once, and again after it was resolved', async () => {
    const { hypotheses } = test.memory;
    const add = async (): Promise<string> => (await hypotheses.add(ada, { hypothesis: 'It leaks.' })).status;
    assert.deepEqual([await add(), await add()], ['stored', 'duplicate']);
    await hypotheses.resolve(ada, { hypothesisId: 1, status: 'abandoned' });
    assert.equal(await add(), 'stored');
  });

  it('refuses to resolve a resolved, unknown or foreign hypothesis, or with an invalid status', async () => {
    const { hypotheses } = test.memory;
    await hypotheses.add(ada, { hypothesis: 'It leaks.' });
    const bob = await test.caller({ username: 'bob' });
    await assert.rejects(hypotheses.resolve(bob, { hypothesisId: 1, status: 'confirmed' }), { code: 'not_allowed' });
    await assert.rejects(hypotheses.resolve(ada, { hypothesisId: 9, status: 'confirmed' }), { code: 'not_found' });
    await assert.rejects(hypotheses.resolve(ada, { hypothesisId: 1, status: 'open' }), { code: 'invalid_input' });
    await hypotheses.resolve(ada, { hypothesisId: 1, status: 'confirmed', resolution: 'A listener.' });
    await assert.rejects(hypotheses.resolve(ada, { hypothesisId: 1, status: 'refuted' }), {
      code: 'conflict',
      message: /already confirmed: A listener\.$/u,
    });
    assert.equal((await hypotheses.list(bob, { scope: 'all', limit: 5 })).total, 0);
  });

  it('reopens a hypothesis that was resolved by mistake, and clears its resolution', async () => {
    const { hypotheses } = test.memory;
    const { hypothesis } = await hypotheses.add(ada, { hypothesis: 'It leaks.' });
    const resolved = await hypotheses.resolve(ada, { hypothesisId: 1, status: 'confirmed', resolution: 'A listener.' });
    const reopened = await hypotheses.reopen(ada, { hypothesisId: 1, version: resolved.version });
    assert.deepEqual(reopened, { ...hypothesis, version: 3 });
    const { hypotheses: open } = await hypotheses.list(ada, { scope: 'all', status: 'open', limit: 5 });
    assert.deepEqual(open, [reopened]);
  });

  it('refuses to reopen an open, changed, unknown or foreign hypothesis, or one that was stored again', async () => {
    const { hypotheses } = test.memory;
    await hypotheses.add(ada, { hypothesis: 'It leaks.' });
    const reopen = (version: number, who = ada, hypothesisId = 1): Promise<unknown> =>
      hypotheses.reopen(who, { hypothesisId, version });
    await assert.rejects(reopen(1), { code: 'conflict' });
    const { version } = await hypotheses.resolve(ada, { hypothesisId: 1, status: 'refuted' });
    await assert.rejects(reopen(version - 1), { code: 'conflict' });
    await assert.rejects(reopen(version, ada, 9), { code: 'not_found' });
    await assert.rejects(reopen(version, await test.caller({ username: 'bob' })), { code: 'not_allowed' });
    await hypotheses.add(ada, { hypothesis: 'it leaks.' });
    await assert.rejects(reopen(version), { code: 'conflict', message: /#2 says the same and is open/u });
  });

  it('lists hypotheses in pages, open ones first', async () => {
    const { hypotheses } = test.memory;
    for (const hypothesis of ['One.', 'Two.', 'Three.']) {
      await hypotheses.add(ada, { hypothesis });
      test.pass(1);
    }
    await hypotheses.resolve(ada, { hypothesisId: 3, status: 'abandoned' });
    const listed = async (offset: number): Promise<(number | string)[]> => {
      const { hypotheses: found, total } = await hypotheses.list(ada, { scope: 'all', offset, limit: 2 });
      return [...found.map(({ hypothesis }) => hypothesis), total];
    };
    assert.deepEqual(
      [await listed(0), await listed(2)],
      [
        ['Two.', 'One.', 3],
        ['Three.', 3],
      ],
    );
  });
});
