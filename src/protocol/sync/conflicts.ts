/** The inbox of a sync: memories that two computers of one person changed, with the version that lost. */
import type { Checked } from '../shared/check.ts';
import { isCount, isFlag, isText, isWhole, listOf, orNull, shape } from '../shared/check.ts';

const isVersionCard = shape({
  /** What the person calls the computer that wrote it. */
  machine: isText,
  /** Whether that is the computer of this store. */
  isHere: isFlag,
  /** False for a memory that this version removes, or that was deleted here since. */
  isThere: isFlag,
  /** ISO 8601 in UTC; null if memories of this kind do not keep it. */
  changedAt: orNull(isText),
});
export type ConflictVersionCard = Checked<typeof isVersionCard>;

export const isConflictCard = shape({
  id: isWhole,
  /** The name of its table; a page shows one that it does not know as it is. */
  table: isText,
  /** The beginning of the memory in one line; empty for the profile. */
  title: isText,
  current: isVersionCard,
  other: isVersionCard,
  /** The names of columns in which both differ, and their texts; a list has one line for each item. */
  differences: listOf(shape({ column: isText, current: orNull(isText), other: orNull(isText) })),
  /** When the sync found it, ISO 8601 in UTC. */
  foundAt: isText,
  /** Names the current version, for the decision; null if there is none. */
  seen: orNull(isText),
});
export type ConflictCard = Checked<typeof isConflictCard>;

/** The oldest first. */
export const isConflictsCard = shape({ conflicts: listOf(isConflictCard), total: isCount });
export type ConflictsCard = Checked<typeof isConflictsCard>;

/** What to do with the version that lost. */
export const conflictChoices = ['keep', 'take'] as const;
