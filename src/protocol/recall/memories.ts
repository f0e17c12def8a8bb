/** Memories of every kind, as they are listed, found, shown and erased. */
import {
  citationStates,
  factTypes,
  learnedStates,
  learnedTypes,
  listedKinds,
  matchStrengths,
  memoryKinds,
  memoryStatuses,
  reviewActions,
  storedKinds,
  visibilities,
} from '../../memory/shared/vocabulary.ts';
import { isDecisionDetailsCard } from '../decisions/decisions.ts';
import { isPartCounts } from '../governance/erasing.ts';
import { isHypothesisState } from '../hypotheses/hypotheses.ts';
import { isEvidenceCard } from '../learn/learned.ts';
import type { Checked } from '../shared/check.ts';
import { isCount, isFlag, isShare, isText, isWhole, listOf, oneOf, orNull, shape } from '../shared/check.ts';

const isKind = oneOf(memoryKinds);

/** Identifies one memory. Ids are text, because sessions have UUIDs and other kinds have numbers. */
export const isMemoryRef = shape({ kind: isKind, id: isText });
export type MemoryRefCard = Checked<typeof isMemoryRef>;

/** The same for one that can be erased: an entry is in a file of the user, which erases nothing. */
export const isErasableRef = shape({ kind: oneOf(storedKinds), id: isText });
export type ErasableRefCard = Checked<typeof isErasableRef>;

const memoryFields = {
  kind: isKind,
  id: isText,
  title: orNull(isText),
  /** In lists, only the beginning of the text. */
  text: isText,
  /** Length of the whole text in characters. */
  length: isCount,
  category: orNull(isText),
  /** Facts only. */
  factType: orNull(oneOf(factTypes)),
  project: orNull(isText),
  agent: orNull(isText),
  /** The user who wrote a shared fact or proposed knowledge, and the one who approved knowledge. */
  author: orNull(isText),
  approver: orNull(isText),
  confidence: orNull(isShare),
  importance: orNull(isCount),
  status: oneOf(memoryStatuses),
  /** Facts only, ISO 8601 in UTC; null if it never expires. */
  expiresAt: orNull(isText),
  /** Facts only: how many older facts it replaced. */
  supersedesCount: isCount,
  /** Who decided and which agents helped; null unless it is a decision with details. */
  decision: orNull(shape({ decidedBy: isText, assistedBy: listOf(isText) })),
  /** Null unless it was learned; `sessions` said it. */
  learned: orNull(shape({ type: oneOf(learnedTypes), value: isWhole, state: oneOf(learnedStates), sessions: isCount })),
  pinned: isFlag,
  sessionId: orNull(isText),
  speaker: orNull(isText),
  sourceRef: orNull(isText),
  /** ISO 8601 in UTC. */
  createdAt: isText,
  updatedAt: isText,
  version: isCount,
  /** `person`, `agent`, `transcript`, `repository`, `web`, or `file` for a line of a memory file. */
  origin: isText,
  /** The text reads like instructions to a model, so it is never sent to one automatically. */
  readsLikeOrders: isFlag,
};
export const isMemoryCard = shape(memoryFields);
export type MemoryCard = Checked<typeof isMemoryCard>;

/** A row of the one list: a memory, or a hypothesis. */
export const isKnowledgeCard = shape({
  ...memoryFields,
  kind: oneOf(listedKinds),
  /** How it was resolved, or that it is open; null for others than hypotheses. */
  hypothesis: orNull(isHypothesisState),
});
export type KnowledgeCard = Checked<typeof isKnowledgeCard>;

const isNamedFact = shape({
  id: isText,
  text: isText,
  deprecated: isFlag,
  /** Whether it has the details of a decision. */
  decision: isFlag,
  /** ISO 8601 in UTC; empty if an old database has none. */
  createdAt: isText,
});
export type NamedFactCard = Checked<typeof isNamedFact>;

export const isMemoryDetailCard = shape({
  ...memoryFields,
  tags: listOf(isText),
  deprecationReason: orNull(isText),
  contradicts: listOf(isNamedFact),
  contradictedBy: listOf(isNamedFact),
  /** The facts that it replaced, directly and through others, newest first. */
  supersedes: listOf(isNamedFact),
  supersededBy: orNull(isNamedFact),
  /** The facts that a decision rests on, and the decisions that rest on this one. */
  informedBy: listOf(isNamedFact),
  informs: listOf(isNamedFact),
  /** Null unless it is a decision with details. */
  decision: orNull(isDecisionDetailsCard),
  /** The permanent name, equal in every store; facts only. */
  uid: orNull(isText),
  /** Knowledge of a team only: the instance from which it was proposed. */
  instance: orNull(isText),
  /**
   * What a check of the lines that it cites found; `sourceRef` names them if they moved. Null if it cites none, or those
   * of another project.
   */
  citation: orNull(shape({ state: oneOf(citationStates), sourceRef: orNull(isText) })),
  /** Facts only. */
  visibility: orNull(oneOf(visibilities)),
  /** Headline of the source session; empty while it has none. */
  sessionHeadline: orNull(isText),
  /** Who promoted, kept or said it, as a user name. */
  user: orNull(isText),
  /** For knowledge: its reviews, latest first; visible to reviewers and its proposer. */
  reviews: listOf(
    shape({
      action: oneOf([...reviewActions, 'undo']),
      notes: orNull(isText),
      reviewer: orNull(isText),
      createdAt: isText,
    }),
  ),
  /** Its audit history as far as this user may see it, newest first. */
  history: listOf(
    shape({
      at: isText,
      action: isText,
      refused: isFlag,
      user: orNull(isText),
      agent: orNull(isText),
    }),
  ),
  /** Null unless it was learned from a session. */
  evidence: orNull(isEvidenceCard),
  /** A faded fact: since when it was not used, ISO 8601 in UTC; null for others. */
  unusedSince: orNull(isText),
  /** Whether this user excluded it from automatic use in chats. */
  muted: isFlag,
  /** What the user said of it in chats, other than to exclude it. */
  rated: orNull(oneOf(['useful', 'not_useful'])),
  /** Whether this user may change or erase it. */
  mayChange: isFlag,
});
export type MemoryDetailCard = Checked<typeof isMemoryDetailCard>;

/** Why a result has its rank; see `search/explanation/explanation.ts`. */
const isWhyCard = shape({
  words: listOf(shape({ word: isText, match: isText, here: isCount, nearby: isCount })),
  /** Contribution of the session's document: the requests and answers in it. */
  document: isCount,
  meaning: isCount,
  resemblance: isCount,
  evidence: isCount,
  factors: listOf(shape({ name: isText, times: isCount })),
  strength: isCount,
  answered: isShare,
  best: isCount,
  contradicts: orNull(isText),
  /** A faded fact: since when it was not used, ISO 8601 in UTC. */
  unusedSince: orNull(isText),
});
export type WhyCard = Checked<typeof isWhyCard>;

/** A command that succeeded before. Times are ISO 8601 in UTC. */
export const isCommandCard = shape({
  command: isText,
  project: orNull(isText),
  succeeded: isCount,
  lastSucceeded: isText,
  /** When it failed after that; null if it did not. */
  failedSince: orNull(isText),
});
export type CommandCard = Checked<typeof isCommandCard>;

export const isFoundCard = shape({
  found: listOf(
    shape({
      memory: isMemoryCard,
      match: oneOf(matchStrengths),
      why: isWhyCard,
      /** How many more memories have exactly the same text. */
      repeats: isCount,
    }),
  ),
  /** What no search covers and contains all words: hypotheses, and memories that are not current. */
  others: listOf(isKnowledgeCard),
  /** Commands that succeeded before and answer the question, the best first. */
  commands: listOf(isCommandCard),
  /** How many memories were in scope. */
  searched: isCount,
  /** A remark on how the search ran. */
  notice: orNull(isText),
});
export type FoundCard = Checked<typeof isFoundCard>;

/** The values that can be filtered by. */
export const isChoicesCard = shape({
  projects: listOf(shape({ name: isText, memories: isCount })),
  agents: listOf(shape({ name: isText, memories: isCount })),
});
export type ChoicesCard = Checked<typeof isChoicesCard>;

/** What an erasure deletes and what remains. */
export const isErasureCard = shape({
  kind: isText,
  id: isText,
  /** Its headline or title, else the beginning of its text. */
  title: isText,
  goes: isPartCounts,
  stays: isPartCounts,
  /** Must be sent back with the command, so that exactly the confirmed data is erased. */
  expected: isText,
});
export type ErasureCard = Checked<typeof isErasureCard>;
