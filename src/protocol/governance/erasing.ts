/** Erasing a project, or all data of a user, for good: what can be erased, what is erased, and what remains. */
import { erasableScopes } from '../../memory/shared/vocabulary.ts';
import type { Checked } from '../shared/check.ts';
import { isCount, isFlag, isText, isWhole, listOf, oneOf, shape } from '../shared/check.ts';

/** Counts by kind, such as `chunks` or `messages`. */
export const isPartCounts = listOf(shape({ what: isText, count: isCount }));
export type PartCountsCard = Checked<typeof isPartCounts>;

const scopeFields = {
  kind: oneOf(erasableScopes),
  /** A project's key, or a user's name. */
  id: isText,
};
export const isScopeRef = shape(scopeFields);
export type ScopeRefCard = Checked<typeof isScopeRef>;

/** What the user can erase of their own data; everything is empty if there is none. */
export const isErasableCard = shape({
  projects: listOf(
    shape({
      key: isText,
      name: isText,
      /** Both for display, without invisible characters and bidirectional controls. */
      words: shape({ key: isText, name: isText }),
      goes: isPartCounts,
    }),
  ),
  everything: isPartCounts,
  /** The name that identifies the user for `everything`; the displayed name may differ. */
  username: isText,
});
export type ErasableCard = Checked<typeof isErasableCard>;

export const isScopeErasureCard = shape({
  ...scopeFields,
  /**
   * The id for display, without invisible characters and bidirectional controls; typed confirmations are compared with
   * it.
   */
  words: isText,
  goes: isPartCounts,
  /** Data that belongs elsewhere or to a team and no longer names the erased scope. */
  stays: isPartCounts,
  /** The beginnings of a few erased items, one line each, latest first. */
  headlines: listOf(shape({ what: isText, texts: listOf(isText) })),
  /** Memories of other users in the project, which remain. */
  ofOthers: isCount,
  /** Must be sent back with the command, so that exactly the confirmed data is erased. */
  expected: isText,
  copies: shape({
    /** Number of copies that may contain the data and are cleaned. */
    cleaned: isWhole,
    /** Paths of copies that are too old to be cleaned and are deleted as a whole. */
    removed: listOf(isText),
    /** Paths of copies that cannot be cleaned and may contain erased data. */
    left: listOf(isText),
  }),
});
export type ScopeErasureCard = Checked<typeof isScopeErasureCard>;

/** What happened to the copies and the log of the memory after an erasure. */
export const isErasedCopies = shape({
  /** Paths of copies that could not be cleaned and may contain erased data. */
  left: listOf(isText),
  /** Whether a later process cleans the backups, because this one could not. */
  later: isFlag,
  /** `held` while another program reads the memory; the log is cleared when that program ends. */
  log: oneOf(['done', 'held']),
});
