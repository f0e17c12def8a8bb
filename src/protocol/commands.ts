/**
 * The commands that the page can send to its host. Each command is one change that happens completely or not at all;
 * the reply contains the change id for undo. A null field leaves the stored value unchanged.
 */
import { cardLevels, factTypes, resolvedStatuses, reviewActions, verdicts } from '../memory/shared/vocabulary.ts';
import { isGotchaText, isListedItem } from './entries/memoryFiles.ts';
import { isErasedCopies, isScopeRef } from './governance/erasing.ts';
import { isErasableRef, isMemoryRef } from './recall/memories.ts';
import type { Check, Checked } from './shared/check.ts';
import { conflictChoices } from './sync/conflicts.ts';
import { isFlag, isShare, isText, isWhole, listOf, oneOf, orNull, shape, variants } from './shared/check.ts';

const profileFields = { role: orNull(isText), preferences: orNull(isText), pinnedFacts: orNull(listOf(isText)) };

/** The fields of a fact that can be edited. */
const factFields = {
  text: orNull(isText),
  category: orNull(isText),
  factType: orNull(oneOf(factTypes)),
  confidence: orNull(isShare),
  tags: orNull(listOf(isText)),
  /** When it expires, ISO 8601, or `never`. */
  expires: orNull(isText),
};

const decisionFields = {
  decidedBy: isText,
  assistedBy: listOf(isText),
  /** The name of a project, which may be new; null means that of the host. One that the fact already has stays. */
  project: orNull(isText),
  rationale: isText,
  alternatives: listOf(isText),
};
const corrections = {
  title: orNull(isText),
  content: orNull(isText),
  category: orNull(isText),
  importance: orNull(isWhole),
};
const isCorrections = shape(corrections);
export type Corrections = Checked<typeof isCorrections>;

/** Numbers of facts that one command changes together. */
const maxBatch = 200;
const isBatch: Check<number[]> = (value): value is number[] => listOf(isWhole)(value) && value.length <= maxBatch;

const commandShapes = {
  /** Undoes these changes, listed in the order in which they were made: all of them, or none. */
  undo: shape({ changes: listOf(isText) }),
  updateProfile: shape(profileFields),
  /** What the directory of a shared memory shows of the user. */
  showOnCard: shape({
    level: orNull(oneOf(cardLevels)),
    topics: orNull(listOf(isText)),
    /** Keys. */
    projects: orNull(listOf(isText)),
  }),
  pin: shape({ text: isText }),
  unpin: shape({ text: isText }),
  storeFact: shape({ text: isText, category: isText }),
  editFact: shape({ id: isWhole, version: isWhole, ...factFields }),
  supersedeFact: shape({ id: isWhole, text: isText, category: orNull(isText), confidence: orNull(isShare) }),
  saveDecision: shape({
    title: isText,
    ...decisionFields,
    sourceRef: orNull(isText),
    /** The number of the decision or fact that it replaces. */
    supersedes: orNull(isWhole),
    /** The number of the draft that it was made of. */
    draft: orNull(isWhole),
  }),
  /** Makes a fact a decision, or replaces the details of a decision. */
  completeDecision: shape({ id: isWhole, version: isWhole, title: orNull(isText), ...decisionFields }),
  recordOutcome: shape({
    /** The number of the decision; the verdict `reversed` retires it. */
    id: isWhole,
    /** 1 to 10. */
    rating: isWhole,
    verdict: oneOf(verdicts),
    notes: isText,
    /** ISO 8601; null means now. */
    observedAt: orNull(isText),
    sourceRef: orNull(isText),
  }),
  /** Discards drafts by number; their exchanges stay. */
  discardDrafts: shape({ ids: listOf(isWhole) }),
  deprecateFact: shape({ id: isWhole, reason: isText }),
  restoreFact: shape({ id: isWhole }),
  /** Facts that were learned, by number: a person confirms them, or they are wrong or not worth keeping. */
  confirmLearned: shape({ ids: isBatch }),
  dismissLearned: shape({ ids: isBatch, reason: isText }),
  /** Counts as a use, so that the fact is no longer faded. */
  refreshFact: shape({ id: isWhole }),
  /** Whether a memory may be sent to a model automatically in this user's chats. */
  mute: shape({ ref: isMemoryRef, muted: isFlag }),
  /** Makes one entity of the graph another name of the other one; both by name or key. */
  mergeEntities: shape({ alias: isText, entity: isText }),
  /** Makes another name of an entity an entity again. */
  splitEntity: shape({ alias: isText }),
  renameSession: shape({ id: isText, version: isWhole, headline: isText }),
  /** The topics are separated by commas, and replace those that it has; null keeps them. */
  endSession: shape({ id: isText, headline: isText, topics: orNull(isText) }),
  review: shape({
    id: isWhole,
    action: oneOf(reviewActions),
    /**
     * The version of this entry that the user read; null means the current version. Also for both entries of
     * `mergeKnowledge`.
     */
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
  settleConflict: shape({
    id: isWhole,
    /** `keep` drops the version that lost; `take` makes it the current one. */
    choice: oneOf(conflictChoices),
    /** The current version that the user read. */
    seen: orNull(isText),
  }),
  addHypothesis: shape({ text: isText, confidence: isShare }),
  resolveHypothesis: shape({
    id: isWhole,
    status: oneOf(resolvedStatuses),
    resolution: orNull(isText),
  }),
  reopenHypothesis: shape({ id: isWhole, version: isWhole }),
  /** `expected` comes from the `erasure` query. */
  erase: shape({ ref: isErasableRef, expected: isText }),
  /** `expected` comes from the `scopeErasure` query. Takes seconds if there is much data, and cannot be undone. */
  eraseScope: shape({ scope: isScopeRef, expected: isText }),
  /** Reminders and gotchas in memory files: `project` is the path of a listed one, `item` is as listed. */
  addReminder: shape({ project: isText, text: isText, when: isText }),
  editReminder: shape({ project: isText, item: isListedItem, text: orNull(isText), when: orNull(isText) }),
  markReminder: shape({ project: isText, item: isListedItem, done: isFlag }),
  deleteReminder: shape({ project: isText, item: isListedItem }),
  /** Without a project, one of all projects. */
  addGotcha: shape({ project: orNull(isText), gotcha: isGotchaText }),
  editGotcha: shape({ project: orNull(isText), item: isListedItem, gotcha: isGotchaText }),
  deleteGotcha: shape({ project: orNull(isText), item: isListedItem }),
  /** Rebuilds all derived data, such as the search index; takes seconds in a large store. */
  rebuildIndex: shape({}),
};

export const isPageCommand = variants(commandShapes);
export type PageCommand = Checked<typeof isPageCommand>;
export type CommandOf<Type extends PageCommand['type']> = Extract<PageCommand, { type: Type }>;

/** The result of a command. */
export const isCommandResult = shape({
  /** The id of the change, for `undo`; null if there is nothing to undo. */
  undo: orNull(isText),
  /** Number of secrets and private passages that were removed from the input. */
  redacted: isWhole,
  /** The memory that was created, such as the superseding fact; null if none was. */
  made: orNull(isMemoryRef),
  /** Facts whose confidence is now lower, because the new text contradicts them. */
  contradicts: listOf(shape({ id: isText, text: isText })),
  /** Null unless a project or a user was erased. */
  copies: orNull(isErasedCopies),
});
export type CommandResult = Checked<typeof isCommandResult>;
