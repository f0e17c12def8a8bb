import assert from 'node:assert/strict';
import { fitLogistic } from '../../bench/learn/logisticRegression.ts';
import { isClearlySame, isSame, readItem, wordsIn } from '../../bench/learn/sameItem.ts';

describe('logistic regression', () => {
  const examples = [
    { features: [1, 1, 0], target: 1 },
    { features: [1, 1, 0], target: 1 },
    { features: [1, 0, 0], target: 0 },
    { features: [1, 0, 0], target: 0 },
  ];

  it('gives a feature of positive examples a positive weight', () => {
    const [bias = 0, positive = 0] = fitLogistic(examples, [0, 0, 0], 0.1);
    assert.ok(positive > 1 && bias < 0, `${bias}, ${positive}`);
  });

  it('keeps the expected weight of a feature without examples', () => {
    const [, , unseen = 0] = fitLogistic(examples, [0, 0, 1.5], 0.1);
    assert.ok(Math.abs(unseen - 1.5) < 1e-6, String(unseen));
  });
});

describe('a labelled item', () => {
  const item = readItem({
    text: 'Prices are stored in cents so that rounding never loses money.',
    quote: 'no floats, prices in cents',
    value: 2,
    messageId: 4,
  });

  it('is the same as a text with 40 % of the words of the shorter one', () => {
    assert.ok(isSame(wordsIn('prices become cents tomorrow, maybe'), item));
    assert.ok(!isSame(wordsIn('the importer reads rows from files'), item));
  });

  it('is clearly the same as a part of its quote in the same message only', () => {
    const quoted = 'prices in cents';
    assert.ok(isClearlySame(quoted, wordsIn(quoted), 4, item));
    assert.ok(!isClearlySame(quoted, wordsIn(quoted), 5, item));
  });
});
