/**
 * Whether a decision is in force, from the state of its fact, its outcomes and its successor. The store keeps no status
 * of its own, so that undoing or restoring a fact is enough.
 */
import type { DecisionDetails, Fact } from '../facts/facts.ts';
import { statusOfFact } from '../shared/memoryRef.ts';
import type { decisionStatuses, MemoryStatus } from '../shared/vocabulary.ts';
import type { DecisionFact, Outcome, StoredDecision, Successor } from './decisionStore.ts';

export type DecisionStatus = (typeof decisionStatuses)[number];

export interface Decision extends StoredDecision {
  status: DecisionStatus;
}

/** A fact as far as it determines the status of its decision. */
export interface DecisionState {
  status: MemoryStatus;
  deprecationReason: string | null;
}

const reversedBy = 'reversed: ';

/** The reason with which an outcome deprecates its decision. */
export function reasonOfReversal(notes: string): string {
  return `${reversedBy}${notes}`;
}

/** A decision that was reversed or superseded and then restored is in force again. */
export function statusOf(
  { status, deprecationReason }: DecisionState,
  { outcomes, successor }: { outcomes: readonly Outcome[]; successor: Successor | null },
): DecisionStatus {
  if (status === 'live') return 'active';
  if (status !== 'deprecated') return 'retired';
  const isReversed = outcomes[0]?.verdict === 'reversed' && deprecationReason?.startsWith(reversedBy) === true;
  if (isReversed) return 'reversed';
  return successor === null ? 'retired' : 'superseded';
}

/** `now` is ISO 8601 in UTC. */
export function withStatusAt(now: string): (decision: StoredDecision) => Decision {
  return (decision) => {
    const { deprecationReason } = decision.fact;
    return { ...decision, status: statusOf({ status: statusOfFact(decision.fact, now), deprecationReason }, decision) };
  };
}

export function isDecision<Known extends Pick<Fact, 'decision'>>(
  fact: Known,
): fact is Known & { decision: DecisionDetails } {
  return fact.decision !== null;
}

/** All that a decision says, for judging how far a model may trust it. */
export function textsOf({ fact, decision }: DecisionFact): string[] {
  const { decidedBy, assistedBy, rationale, alternatives } = decision;
  return [fact, decidedBy, ...assistedBy, rationale, ...alternatives];
}
