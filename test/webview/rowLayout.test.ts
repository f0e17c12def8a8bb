/** The positions of the rows of a long list, with headings between them. */
import assert from 'node:assert/strict';
import { RowLayout } from '../../webview/parts/design/rows/rowLayout.ts';

describe('the rows of a long list', () => {
  const heights = { row: 60, heading: 20 };

  it('are at constant intervals without headings', () => {
    const layout = new RowLayout(100_000, heights, []);
    assert.equal(layout.height, 6_000_000);
    assert.equal(layout.offsetOf(99_999), 5_999_940);
    assert.equal(layout.indexAt(5_999_940), 99_999);
    assert.equal(layout.indexAt(119), 1);
  });

  it('are moved down by each heading above them, and include their own', () => {
    const layout = new RowLayout(10, heights, [0, 3]);
    assert.deepEqual(
      [0, 1, 3, 4].map((index) => layout.offsetOf(index)),
      [0, 80, 200, 280],
    );
    assert.equal(layout.endOf(3), 280);
    assert.equal(layout.height, 640);
    assert.equal(layout.indexAt(205), 3, 'A heading belongs to the row below it.');
  });

  it('are limited to the first and last one, and to the first one in an empty list', () => {
    const layout = new RowLayout(3, heights, []);
    assert.equal(layout.indexAt(-50), 0);
    assert.equal(layout.indexAt(9_999), 2);
    const none = new RowLayout(0, heights, []);
    assert.equal(none.indexAt(40), 0);
    assert.equal(none.height, 0);
  });
});
