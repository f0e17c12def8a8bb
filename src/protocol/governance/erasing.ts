/** Erasing a project, or everything of the person, for good: what there is of it, what would go, and what would stay. */
import { erasableScopes } from '../../memory/shared/vocabulary.ts';
import type { Checked } from '../shared/check.ts';
import { isCount, isFlag, isText, isWhole, listOf, oneOf, shape } from '../shared/check.ts';

/** By what they count, such as `chunks` or `messages`. */
export const isPartCounts = listOf(shape({ what: isText, count: isCount }));
export type PartCountsCard = Checked<typeof isPartCounts>;

const scopeFields = {
  kind: oneOf(erasableScopes),
  /** Of a project its key, of a user their name. */
  id: isText,
};
export const isScopeRef = shape(scopeFields);
export type ScopeRefCard = Checked<typeof isScopeRef>;

/** What of the person's own could be erased; all of it is empty for somebody of whom nothing is kept. */
export const isErasableCard = shape({
  projects: listOf(
    shape({
      key: isText,
      name: isText,
      /** Both for people, without signs that nobody sees or that turn the order of letters. */
      words: shape({ key: isText, name: isText }),
      goes: isPartCounts,
    }),
  ),
  everything: isPartCounts,
  /** The name by which everything is asked for; people may be shown another one. */
  username: isText,
});
export type ErasableCard = Checked<typeof isErasableCard>;

export const isScopeErasureCard = shape({
  ...scopeFields,
  /** The id for people, without signs that nobody sees or that turn the order of letters; what is typed is compared with it. */
  words: isText,
  goes: isPartCounts,
  /** What belongs elsewhere, or to a team, and names it no more. */
  stays: isPartCounts,
  /** The beginnings of a few of what goes, on one line each, the latest first. */
  headlines: listOf(shape({ what: isText, texts: listOf(isText) })),
  /** Memories that others keep of the project, and that stay. */
  ofOthers: isCount,
  /** To be sent back with the act, so that what was confirmed is what goes. */
  expected: isText,
  copies: shape({
    /** How many may hold it, from which it goes then. */
    cleaned: isWhole,
    /** Paths of those that are too old to be gone through, and go as a whole. */
    removed: listOf(isText),
    /** Paths of those that nobody can go through, and that may hold what is erased. */
    left: listOf(isText),
  }),
});
export type ScopeErasureCard = Checked<typeof isScopeErasureCard>;

/** What became of copies of the memory, and of its log, once all was erased. */
export const isErasedCopies = shape({
  /** Paths of those that nobody could go through, and that may hold what is erased. */
  left: listOf(isText),
  /** Whether backups follow by themselves, because nobody could look at them now. */
  later: isFlag,
  /** `held` while another program reads the memory: its log forgets when that ends. */
  log: oneOf(['done', 'held']),
});
