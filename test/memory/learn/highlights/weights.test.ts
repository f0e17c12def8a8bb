import assert from 'node:assert/strict';
import { candidatesFrom } from '../../../../src/memory/learn/highlights/candidates.ts';
import { featureNames, featuresOf, sessionWordsFrom } from '../../../../src/memory/learn/highlights/features.ts';
import { weights } from '../../../../src/memory/learn/highlights/weights.ts';
import { utterancesFrom } from '../../../../src/memory/summarize/words/utterances.ts';
import { aChat } from '../../summarize/chatBuilders.ts';

describe('the weights of highlights', () => {
  it('belong to exactly the features', () => {
    assert.deepEqual(Object.keys(weights), featureNames);
    assert.equal(new Set(featureNames).size, featureNames.length);
  });

  it('are small numbers with two decimals', () => {
    for (const [name, weight] of Object.entries(weights)) {
      assert.ok(Math.abs(weight) < 10 && Number(weight.toFixed(2)) === weight, `${name}: ${weight}`);
    }
  });
});

describe('the features of a sentence', () => {
  it('are between 0 and 1', () => {
    const candidates = candidatesFrom(
      utterancesFrom(
        aChat(
          'Why is `cache.ts:12` slow? We must not use more than 5 MB.',
          '## Cause\n\n- **The cache** is rebuilt, because `reset()` is called. It should be kept instead.',
          '不对，缓存必须保留。以后不要清空。',
        ),
      ),
    );
    assert.ok(candidates.length >= 4);
    const session = sessionWordsFrom(candidates);
    for (const candidate of candidates) {
      const features = featuresOf(candidate, session);
      assert.equal(features.length, featureNames.length);
      assert.ok(
        features.every((feature) => feature >= 0 && feature <= 1),
        candidate.sentence,
      );
    }
  });
});
