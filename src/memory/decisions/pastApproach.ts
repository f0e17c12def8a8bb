/**
 * What a decision says about approaches that should not be tried again without a reason: its rejected alternatives,
 * and the decision itself once an outcome reversed it or rated it badly.
 */
import type { DecisionFact, PastApproach, StoredDecision } from './decisionStore.ts';
import { maxBadRating } from './ratings.ts';

/** The alternatives, each with the reason that was given for it, or else the rationale of the decision. */
export function rejectedBy(fact: DecisionFact): PastApproach[] {
  return fact.decision.alternatives.map((alternative) => ({
    ref: { kind: 'fact', id: String(fact.id) },
    ...approachAndReason(alternative, fact.decision.rationale),
    chosen: fact.fact,
    at: fact.createdAt,
    why: 'rejected',
  }));
}

/** The decision as a failed approach, by its latest outcome; undefined if it did not fail. `chosen` is left empty. */
export function failureOf({ fact, outcomes }: StoredDecision): PastApproach | undefined {
  const [latest] = outcomes;
  if (latest === undefined) return undefined;
  const isReversed = latest.verdict === 'reversed';
  if (!isReversed && latest.rating > maxBadRating) return undefined;
  return {
    ref: { kind: 'fact', id: String(fact.id) },
    approach: fact.fact,
    reason: latest.notes,
    chosen: null,
    at: latest.observedAt,
    why: isReversed ? 'reversed' : 'rated badly',
  };
}

/** `A server: one more thing to run` and `A server (one more thing to run)` give the reason themselves. */
function approachAndReason(alternative: string, rationale: string): { approach: string; reason: string } {
  const parts = /^(?<approach>[^:(]{3,120}?)(?::\s+|\s+\()(?<reason>[^]{3,}?)\)?$/u.exec(alternative)?.groups;
  return { approach: parts?.['approach'] ?? alternative, reason: parts?.['reason'] ?? rationale };
}
