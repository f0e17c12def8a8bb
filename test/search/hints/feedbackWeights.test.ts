/** What feedback changes in the evidence that an unasked line needs. */
import assert from 'node:assert/strict';
import type { Feedback, RatedMemory } from '../../../src/memory/recall/muted.ts';
import { FeedbackWeights } from '../../../src/search/ranking/feedbackWeights.ts';

const rated = (id: number, feedback: Feedback): RatedMemory => ({ kind: 'fact', id: String(id), feedback });
const unrated = { kind: 'fact', id: '99' } as const;

describe('the weight of feedback', () => {
  it('is nothing without feedback', () => {
    assert.equal(new FeedbackWeights([]).extraFor(unrated), 0);
  });

  it('never lets a muted memory come, and hinders what was not useful', () => {
    const weights = new FeedbackWeights([rated(1, 'never'), rated(2, 'not_useful'), rated(3, 'useful')]);
    assert.equal(weights.extraFor(rated(1, 'never')), Infinity);
    assert.ok(weights.extraFor(rated(2, 'not_useful')) > 3);
    assert.ok(weights.extraFor(rated(3, 'useful')) < 0);
    assert.deepEqual([weights.isMuted(rated(1, 'never')), weights.isMuted(rated(2, 'not_useful'))], [true, false]);
  });

  it('raises the bar of a kind that is seldom useful, and of no other kind', () => {
    const many = Array.from({ length: 12 }, (_, place) => rated(place, 'not_useful'));
    const weights = new FeedbackWeights(many);
    assert.ok(weights.extraFor(unrated) > 1);
    assert.equal(weights.extraFor({ kind: 'chunk', id: '1' }), 0);
    const praised = new FeedbackWeights(many.map((one) => ({ ...one, feedback: 'useful' })));
    assert.ok(praised.extraFor(unrated) < 0);
  });
});
