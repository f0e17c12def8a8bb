/** What a reloaded page knows about an erasure whose result the previous page never received. */
import assert from 'node:assert/strict';
import {
  erasureLeftBehind,
  erasureUnderWay,
  forgetErasure,
  isGone,
  keepErasure,
} from '../../webview/views/governance/erasing/begunErasure.ts';

interface Kept {
  client: object;
  kept: (name: string) => unknown;
  keep: (name: string, state: unknown) => void;
}

/** Consecutive pages that share their stored state. */
function pages(): () => Kept {
  const kept = new Map<string, unknown>();
  return () => ({
    client: {},
    kept: (name) => kept.get(name),
    keep: (name, state) => kept.set(name, structuredClone(state)),
  });
}

const scope = { kind: 'user' as const, id: 'ada', words: 'ada' };

describe('a started erasure', () => {
  it('is found by the next page if the first one is gone, until its result is reported', () => {
    const next = pages();
    keepErasure(next(), scope, new Promise(() => undefined));
    const again = next();
    assert.deepEqual([erasureUnderWay(again), erasureLeftBehind(again)], [undefined, scope]);
    forgetErasure(again);
    assert.equal(erasureLeftBehind(next()), undefined);
  });

  it('is in progress in every view of its page, until its result is reported', async () => {
    const next = pages();
    const page = next();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const begun = keepErasure(page, scope, promise);
    assert.deepEqual([erasureUnderWay(page), erasureLeftBehind(page)], [begun, undefined]);
    resolve(undefined);
    await begun.result;
    assert.deepEqual(
      [erasureUnderWay(page), erasureLeftBehind(page), erasureLeftBehind(next())],
      [undefined, undefined, undefined],
    );
  });

  it('is complete if nothing is left, and unknown if the query failed', () => {
    assert.equal(isGone({ code: 'not_found' }), true);
    assert.equal(isGone({ goes: [] }), true);
    assert.equal(isGone({ goes: [{ what: 'facts', count: 1 }] }), false);
    assert.equal(isGone({ code: 'store_locked' }), undefined);
  });
});
