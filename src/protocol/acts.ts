/**
 * What the page may ask its host to change. Each act is one change that either happens or does not; the answer brings the
 * act that takes it back. What is null is left as it is.
 */
import { isCount, isShare, isText, listOf, oneOf, orNull, shape, variants, type Checked } from './check.ts';
import { isMemoryRef } from './memories.ts';

/** What a fact may be changed in. */
const factFields = {
  text: orNull(isText),
  category: orNull(isText),
  confidence: orNull(isShare),
  tags: orNull(listOf(isText)),
};
const corrections = {
  title: orNull(isText),
  content: orNull(isText),
  category: orNull(isText),
  importance: orNull(isCount),
};
const isCorrections = shape(corrections);
export type Corrections = Checked<typeof isCorrections>;

const acts = {
  updateProfile: shape({ role: orNull(isText), preferences: orNull(isText), pinnedFacts: orNull(listOf(isText)) }),
  pin: shape({ text: isText }),
  unpin: shape({ text: isText }),
  storeFact: shape({ text: isText, category: isText }),
  editFact: shape({ id: isCount, version: isCount, ...factFields }),
  supersedeFact: shape({ id: isCount, text: isText, category: orNull(isText), confidence: orNull(isShare) }),
  deprecateFact: shape({ id: isCount, reason: isText }),
  restoreFact: shape({ id: isCount }),
  renameSession: shape({ id: isText, version: isCount, headline: isText }),
  endSession: shape({ id: isText, headline: isText }),
  review: shape({
    id: isCount,
    action: oneOf(['approve', 'deprecate']),
    /** The version that was read, of this entry and below of both; null for that of the moment. */
    version: orNull(isCount),
    notes: orNull(isText),
    corrections: orNull(isCorrections),
  }),
  mergeKnowledge: shape({
    keepId: isCount,
    dropId: isCount,
    keepVersion: orNull(isCount),
    dropVersion: orNull(isCount),
    notes: orNull(isText),
    corrections: orNull(isCorrections),
  }),
  /** Puts entries of knowledge back into the state before their last review: all of them, or none. */
  undoReviews: shape({ entries: listOf(shape({ id: isCount, version: isCount })) }),
  addHypothesis: shape({ text: isText, confidence: isShare }),
  resolveHypothesis: shape({
    id: isCount,
    status: oneOf(['confirmed', 'refuted', 'abandoned']),
    resolution: orNull(isText),
  }),
  reopenHypothesis: shape({ id: isCount, version: isCount }),
  /** `expected` as the question `erasure` answered it. */
  erase: shape({ ref: isMemoryRef, expected: isText }),
  /** Makes everything anew that is derived, such as the search index; takes seconds in a large store. */
  rebuildIndex: shape({}),
};

export const isAct = variants(acts);
export type Act = Checked<typeof isAct>;
export type ActOf<Type extends Act['type']> = Extract<Act, { type: Type }>;

/** What came of an act. */
export const isActCard = shape({
  /** Take it back, one after the other; none where that cannot be. */
  undo: listOf(isAct),
  /** Secrets and private passages that were cut out of what was sent. */
  redacted: isCount,
  /** The memory that was made, such as the fact that supersedes; null when none was. */
  made: orNull(isMemoryRef),
});
export type ActCard = Checked<typeof isActCard>;
