/** What a page that comes back knows of an erasure whose end the page before it was never told. */
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

/** Pages one after the other, which keep in one place. */
function pages(): () => Kept {
  const kept = new Map<string, unknown>();
  return () => ({
    client: {},
    kept: (name) => kept.get(name),
    keep: (name, state) => kept.set(name, structuredClone(state)),
  });
}

const scope = { kind: 'user' as const, id: 'ada', words: 'ada' };

describe('An erasure that was begun', () => {
  it('is found by the next page when the one that began it is gone, until somebody was told', () => {
    const next = pages();
    keepErasure(next(), scope, new Promise(() => undefined));
    const again = next();
    assert.deepEqual([erasureUnderWay(again), erasureLeftBehind(again)], [undefined, scope]);
    forgetErasure(again);
    assert.equal(erasureLeftBehind(next()), undefined);
  });

  it('is under way for the page itself in each of its views, and over when it was told', async () => {
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

  it('is gone where nothing is found, and nobody knows where the question itself failed', () => {
    assert.equal(isGone({ code: 'not_found' }), true);
    assert.equal(isGone({ goes: [] }), true);
    assert.equal(isGone({ goes: [{ what: 'facts', count: 1 }] }), false);
    assert.equal(isGone({ code: 'store_locked' }), undefined);
  });
});
