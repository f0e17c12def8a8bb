import assert from 'node:assert/strict';
import { firstInOrder } from '../../src/store/sql/graph/firstInOrder.ts';

describe('the first items in an order', () => {
  const byNumber = (one: number, other: number): number => one - other;

  it('are those that sorting all would put first, in whichever order they come', () => {
    const items = Array.from({ length: 500 }, (_, n) => (n * 7_919) % 503);
    for (const given of [items, items.toSorted(byNumber), items.toSorted(byNumber).reverse()])
      assert.deepEqual(firstInOrder(given, 7, byNumber), items.toSorted(byNumber).slice(0, 7));
  });

  it('are all if there are fewer', () => {
    assert.deepEqual(firstInOrder([3, 1, 2], 5, byNumber), [1, 2, 3]);
    assert.deepEqual(firstInOrder([], 5, byNumber), []);
  });
});
