/**
 * What the page may ask its host to change. Each command is one change that either happens or does not; the answer brings its
 * id, by which it can be undone. What is null is left as it is.
 */
import { resolvedStatuses, reviewActions } from '../memory/shared/vocabulary.ts';
import { isErasedCopies, isScopeRef } from './governance/erasing.ts';
import { isMemoryRef } from './recall/memories.ts';
import type { Checked } from './shared/check.ts';
import { isFlag, isShare, isText, isWhole, listOf, oneOf, orNull, shape, variants } from './shared/check.ts';

const profileFields = { role: orNull(isText), preferences: orNull(isText), pinnedFacts: orNull(listOf(isText)) };

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
  importance: orNull(isWhole),
};
const isCorrections = shape(corrections);
export type Corrections = Checked<typeof isCorrections>;

const acts = {
  /** Puts back what these changes did, named in the order in which they were made: all of them, or none. */
  undo: shape({ changes: listOf(isText) }),
  updateProfile: shape(profileFields),
  pin: shape({ text: isText }),
  unpin: shape({ text: isText }),
  storeFact: shape({ text: isText, category: isText }),
  editFact: shape({ id: isWhole, version: isWhole, ...factFields }),
  supersedeFact: shape({ id: isWhole, text: isText, category: orNull(isText), confidence: orNull(isShare) }),
  deprecateFact: shape({ id: isWhole, reason: isText }),
  restoreFact: shape({ id: isWhole }),
  /** Whether a memory may be put before a model unasked, in the chats of this user. */
  mute: shape({ ref: isMemoryRef, muted: isFlag }),
  renameSession: shape({ id: isText, version: isWhole, headline: isText }),
  endSession: shape({ id: isText, headline: isText }),
  review: shape({
    id: isWhole,
    action: oneOf(reviewActions),
    /** The version that was read, of this entry and below of both; null for that of the moment. */
    version: orNull(isWhole),
    notes: orNull(isText),
    corrections: orNull(isCorrections),
  }),
  mergeKnowledge: shape({
    keepId: isWhole,
    dropId: isWhole,
    keepVersion: orNull(isWhole),
    dropVersion: orNull(isWhole),
    notes: orNull(isText),
    corrections: orNull(isCorrections),
  }),
  addHypothesis: shape({ text: isText, confidence: isShare }),
  resolveHypothesis: shape({
    id: isWhole,
    status: oneOf(resolvedStatuses),
    resolution: orNull(isText),
  }),
  reopenHypothesis: shape({ id: isWhole, version: isWhole }),
  /** `expected` as the question `erasure` answered it. */
  erase: shape({ ref: isMemoryRef, expected: isText }),
  /** `expected` as the question `scopeErasure` answered it; takes seconds where much is kept, and cannot be taken back. */
  eraseScope: shape({ scope: isScopeRef, expected: isText }),
  /** Makes everything anew that is derived, such as the search index; takes seconds in a large store. */
  rebuildIndex: shape({}),
};

export const isPageCommand = variants(acts);
export type PageCommand = Checked<typeof isPageCommand>;
export type CommandOf<Type extends PageCommand['type']> = Extract<PageCommand, { type: Type }>;

/** What came of an act. */
export const isCommandResult = shape({
  /** The id of the change, for `undo`; null where there is nothing to undo. */
  undo: orNull(isText),
  /** Secrets and private passages that were cut out of what was sent. */
  redacted: isWhole,
  /** The memory that was made, such as the fact that supersedes; null when none was. */
  made: orNull(isMemoryRef),
  /** Facts that are less sure now, because what was said contradicts them. */
  contradicts: listOf(shape({ id: isText, text: isText })),
  /** Null unless a project or a person was erased. */
  copies: orNull(isErasedCopies),
});
export type CommandResult = Checked<typeof isCommandResult>;
