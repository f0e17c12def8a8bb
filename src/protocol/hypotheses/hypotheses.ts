/** A hypothesis, its confidence, and how it was resolved. */
import { hypothesisStatuses } from '../../memory/shared/vocabulary.ts';
import type { Checked } from '../shared/check.ts';
import { isCount, isShare, isText, oneOf, orNull, shape } from '../shared/check.ts';

export const isHypothesisState = oneOf(hypothesisStatuses);

export const isHypothesisCard = shape({
  id: isCount,
  text: isText,
  confidence: isShare,
  status: isHypothesisState,
  resolution: orNull(isText),
  project: orNull(isText),
  agent: orNull(isText),
  sessionId: orNull(isText),
  createdAt: isText,
  resolvedAt: orNull(isText),
  version: isCount,
});
export type HypothesisCard = Checked<typeof isHypothesisCard>;
