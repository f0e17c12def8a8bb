/** How people see search results: the word for a match, and the order of the groups. */
import assert from 'node:assert/strict';
import { matchOf, statedFirst } from '../../src/search/explanation/shownResults.ts';
import { weights } from '../../src/search/shared/weights.ts';

describe('a match', () => {
  const { clear, strong } = weights.answered;
  const among = (best: number, scores: number[]): string[] => scores.map((score) => matchOf(score, best));

  it('is strong from a score on', () => {
    assert.deepEqual(among(1, [1, strong, strong - 0.001]), ['strong', 'strong', 'weak']);
  });

  it('is weak if the strongest result answers, however far it is from that', () => {
    assert.deepEqual(among(clear, [clear, 0.01]), ['weak', 'weak']);
    assert.deepEqual(among(1, [0.01]), ['weak']);
  });

  it('is none if nothing answers clearly', () => {
    assert.deepEqual(among(clear - 0.001, [clear - 0.001, 0.01]), ['none', 'none']);
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
