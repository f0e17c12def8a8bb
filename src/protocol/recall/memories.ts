/** Memories of every kind, as they are listed, found, looked at and erased. */
import { memoryKinds, memoryStates, memoryStatuses, reviewActions } from '../../memory/shared/vocabulary.ts';
import { isPartCounts } from '../governance/erasing.ts';
import type { Checked } from '../shared/check.ts';
import { isCount, isFlag, isShare, isText, listOf, oneOf, orNull, shape } from '../shared/check.ts';

export const isKind = oneOf(memoryKinds);

/** Names one memory; ids are text, because sessions have UUIDs and the others numbers. */
export const isMemoryRef = shape({ kind: isKind, id: isText });
export type MemoryRefCard = Checked<typeof isMemoryRef>;

/** Null is no restriction. */
export const isMemoryFilter = shape({
  kinds: orNull(listOf(isKind)),
  /** A project's name; null for all. */
  project: orNull(isText),
  agent: orNull(isText),
  minConfidence: orNull(isShare),
  /** ISO 8601 in UTC; the first is in, the last is out. */
  since: orNull(isText),
  until: orNull(isText),
  state: oneOf(memoryStates),
});
export type MemoryFilterCard = Checked<typeof isMemoryFilter>;

const memoryFields = {
  kind: isKind,
  id: isText,
  title: orNull(isText),
  /** The beginning of the text where a list shows it. */
  text: isText,
  /** Characters of the whole text. */
  length: isCount,
  category: orNull(isText),
  project: orNull(isText),
  agent: orNull(isText),
  confidence: orNull(isShare),
  importance: orNull(isCount),
  status: oneOf(memoryStatuses),
  pinned: isFlag,
  sessionId: orNull(isText),
  speaker: orNull(isText),
  sourceRef: orNull(isText),
  /** ISO 8601 in UTC. */
  createdAt: isText,
  updatedAt: isText,
  version: isCount,
  /** `person`, `agent`, `transcript` or `web`. */
  origin: isText,
  /** It is worded like instructions to a model, so that none is shown it unasked. */
  readsLikeOrders: isFlag,
};
export const isMemoryCard = shape(memoryFields);
export type MemoryCard = Checked<typeof isMemoryCard>;

export const isMemoriesCard = shape({ memories: listOf(isMemoryCard), total: isCount });
export type MemoriesCard = Checked<typeof isMemoriesCard>;

const isNamedFact = shape({ id: isText, text: isText, deprecated: isFlag });

export const isMemoryDetailCard = shape({
  ...memoryFields,
  tags: listOf(isText),
  deprecationReason: orNull(isText),
  contradicts: listOf(isNamedFact),
  contradictedBy: listOf(isNamedFact),
  supersedes: listOf(isNamedFact),
  supersededBy: orNull(isNamedFact),
  /** Headline of the session it came from; empty while that has none. */
  sessionHeadline: orNull(isText),
  /** Who promoted, kept or said it, as a user name. */
  user: orNull(isText),
  /** Knowledge: what was decided about it, the latest first, for reviewers and for whoever proposed it. */
  reviews: listOf(
    shape({
      action: oneOf([...reviewActions, 'undo']),
      notes: orNull(isText),
      reviewer: orNull(isText),
      createdAt: isText,
    }),
  ),
  /** Who did what with it, newest first, as far as the audit tells and this user may know. */
  history: listOf(
    shape({
      at: isText,
      action: isText,
      refused: isFlag,
      user: orNull(isText),
      agent: orNull(isText),
    }),
  ),
  /** Whether this user wants it put before no model unasked. */
  muted: isFlag,
  /** Whether this user may change or erase it. */
  mayChange: isFlag,
});
export type MemoryDetailCard = Checked<typeof isMemoryDetailCard>;

/** Why a memory stands where it stands among what was found; see `search/explanation/explanation.ts`. */
export const isWhyCard = shape({
  words: listOf(shape({ word: isText, match: isText, here: isCount, nearby: isCount })),
  /** What was asked and answered in the session. */
  document: isCount,
  meaning: isCount,
  resemblance: isCount,
  evidence: isCount,
  factors: listOf(shape({ name: isText, times: isCount })),
  strength: isCount,
  answered: isShare,
  best: isCount,
  contradicts: orNull(isText),
});
export type WhyCard = Checked<typeof isWhyCard>;

export const isFoundCard = shape({
  found: listOf(
    shape({
      memory: isMemoryCard,
      score: isShare,
      why: isWhyCard,
      /** How many more memories say the same, word for word. */
      repeats: isCount,
    }),
  ),
  /** How many memories were in scope. */
  searched: isCount,
  /** What one should know of how it was found. */
  notice: orNull(isText),
});
export type FoundCard = Checked<typeof isFoundCard>;

/** By what one may filter. */
export const isChoicesCard = shape({
  projects: listOf(shape({ name: isText, memories: isCount })),
  agents: listOf(shape({ name: isText, memories: isCount })),
});
export type ChoicesCard = Checked<typeof isChoicesCard>;

/** What would go and what would stay. */
export const isErasureCard = shape({
  kind: isText,
  id: isText,
  /** Its headline or title, else the beginning of what it says. */
  title: isText,
  goes: isPartCounts,
  stays: isPartCounts,
  /** To be sent back with the act, so that what was confirmed is what goes. */
  expected: isText,
});
export type ErasureCard = Checked<typeof isErasureCard>;
