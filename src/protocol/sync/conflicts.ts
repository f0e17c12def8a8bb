/** The inbox of a sync: memories that two computers of one person changed, with the version that lost. */
import type { Checked } from '../shared/check.ts';
import { isCount, isFlag, isText, isWhole, listOf, orNull, shape } from '../shared/check.ts';

const version = {
  /** What the person calls the computer that wrote it. */
  machine: isText,
  /** Whether that is the computer of this store. */
  isHere: isFlag,
  /** ISO 8601 in UTC; null if memories of this kind do not keep it. */
  changedAt: orNull(isText),
};
const isOtherVersion = shape(version);
/** `isThere` is false for a memory that was deleted here since. */
const isCurrentVersion = shape({ ...version, isThere: isFlag });
export type ConflictVersionCard = Checked<typeof isOtherVersion>;

const isConflictCard = shape({
  id: isWhole,
  /** The name of its table; a page shows one that it does not know as it is. */
  table: isText,
  /** The beginning of the memory in one line; empty for the profile. */
  title: isText,
  current: isCurrentVersion,
  other: isOtherVersion,
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
