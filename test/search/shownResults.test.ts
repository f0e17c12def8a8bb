/** How people see search results: the word for a match, and the order of the groups. */
import assert from 'node:assert/strict';
import { matchOf, statedFirst } from '../../src/search/explanation/shownResults.ts';
import { weights } from '../../src/search/shared/weights.ts';

describe('a match', () => {
  it('is none below the score at which nothing answers clearly, and strong from a higher one on', () => {
    const { clear, strong } = weights.answered;
    assert.deepEqual([0, clear - 0.001].map(matchOf), ['none', 'none']);
    assert.deepEqual([clear, strong - 0.001].map(matchOf), ['weak', 'weak']);
    assert.deepEqual([strong, 1].map(matchOf), ['strong', 'strong']);
  });
});

describe('shown results', () => {
  it('begin with what someone wrote down, each group in its order', () => {
    const results = (['message', 'fact', 'session', 'knowledge', 'chunk', 'entry', 'fact'] as const).map(
      (kind, place) => ({ kind, place }),
    );
    assert.deepEqual(
      statedFirst(results).map(({ place }) => place),
      [1, 3, 5, 6, 0, 2, 4],
    );
  });
});
