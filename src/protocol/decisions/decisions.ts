/** Decisions as the web UI lists and shows them, and the drafts that wait for approval. */
import { decisionStatuses, verdicts } from '../../memory/shared/vocabulary.ts';
import type { Checked } from '../shared/check.ts';
import { isCount, isFlag, isText, isWhole, listOf, oneOf, orNull, shape } from '../shared/check.ts';

const detailFields = {
  decidedBy: isText,
  /** The agents that helped. */
  assistedBy: listOf(isText),
  /** What was rejected. */
  alternatives: listOf(isText),
  status: oneOf(decisionStatuses),
};

const outcomeFields = {
  /** 1 (bad) to 10 (good). */
  rating: isCount,
  verdict: oneOf(verdicts),
  /** ISO 8601 in UTC. */
  observedAt: isText,
};

const isOutcomeCard = shape({
  ...outcomeFields,
  id: isText,
  notes: isText,
  sourceRef: orNull(isText),
  /** Who recorded it, and with which agent. */
  user: orNull(isText),
  agent: orNull(isText),
});
export type OutcomeCard = Checked<typeof isOutcomeCard>;

/** What a decision adds to the detail of its memory. */
export const isDecisionDetailsCard = shape({
  ...detailFields,
  rationale: isText,
  /** Latest first. */
  outcomes: listOf(isOutcomeCard),
});
export type DecisionDetailsCard = Checked<typeof isDecisionDetailsCard>;

/** The values that decisions can be filtered by. */
export const isDecisionChoicesCard = shape({
  projects: listOf(isText),
  deciders: listOf(isText),
  agents: listOf(isText),
});
export type DecisionChoicesCard = Checked<typeof isDecisionChoicesCard>;

/** A decision that a recorded session proposes. */
const isDraftCard = shape({
  /** The number of the kept exchange. */
  id: isWhole,
  /** The sentence that states the decision, word for word. */
  quote: isText,
  title: isText,
  decidedBy: isText,
  assistedBy: listOf(isText),
  /** Null if the exchange gives no reason. */
  rationale: orNull(isText),
  alternatives: listOf(isText),
  project: orNull(isText),
  sessionId: isText,
  /** Empty while the session has none. */
  sessionHeadline: isText,
  createdAt: isText,
  readsLikeOrders: isFlag,
});
export type DraftCard = Checked<typeof isDraftCard>;

/** Newest first. */
export const isDraftsCard = shape({ drafts: listOf(isDraftCard), total: isCount });
export type DraftsCard = Checked<typeof isDraftsCard>;
