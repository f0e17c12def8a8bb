/**
 * What a decision says about approaches that should not be tried again without a reason: its rejected alternatives,
 * and the decision itself once an outcome reversed it or rated it badly.
 */
import { rejectedIn } from '../shared/choices/rejected.ts';
import type { Decision } from './decisionStatus.ts';
import type { PastApproach } from './decisionStore.ts';
import { worseOrigin } from '../trust/origin.ts';
import { maxBadRating } from './ratings.ts';

/**
 * The alternatives of a decision, each with the reason that was given for it, or else the rationale of the decision.
 * Empty if the decision was reversed or retired: then its alternatives are open again. A decision that replaces it need
 * not reopen them.
 */
export function rejectedBy({ fact, status, successor }: Omit<Decision, 'outcomes'>): PastApproach[] {
  if (status !== 'active' && status !== 'superseded') return [];
  return fact.decision.alternatives.map((alternative) => ({
    ref: { kind: 'fact', id: String(fact.id) },
    approach: approachOf(alternative),
    reason: reasonIn(alternative) ?? fact.decision.rationale,
    chosen: status === 'superseded' ? (successor?.fact ?? null) : fact.fact,
    fact,
    at: fact.createdAt,
    origin: fact.origin,
    why: 'rejected',
  }));
}

/**
 * The decision as a failed approach, by its latest outcome; undefined if it did not fail, if it was restored after it
 * was reversed, and if it was retired: a decision that was wrong to record was not tried.
 */
export function failureOf({ fact, outcomes, status, successor }: Decision): PastApproach | undefined {
  const [latest] = outcomes;
  if (latest === undefined || status === 'retired') return undefined;
  const isReversed = latest.verdict === 'reversed';
  if (isReversed ? status === 'active' : latest.rating > maxBadRating) return undefined;
  return {
    ref: { kind: 'fact', id: String(fact.id) },
    approach: fact.fact,
    reason: latest.notes,
    chosen: successor?.fact ?? null,
    fact,
    at: latest.observedAt,
    origin: worseOrigin(fact.origin ?? 'agent', latest.origin ?? 'agent'),
    why: isReversed ? 'reversed' : 'rated badly',
  };
}

/** `A server: one more thing to run` and `A server (one more thing to run)` give the reason themselves. */
const withReason = /^(?<approach>[^:(]{3,120}?)(?::\s+|\s+\()(?<reason>[^]{3,}?)\)?$/u;

/** A rejected alternative without its reason. */
export function approachOf(alternative: string): string {
  return withReason.exec(alternative)?.groups?.['approach'] ?? alternative;
}

function reasonIn(alternative: string): string | undefined {
  return withReason.exec(alternative)?.groups?.['reason'];
}

const reasonAfter = [
  /(?:^|[,;:]?\s)(?:because|since|as(?=\s(?:it|they|we)\s)|due to|so that|given that)\s+(?<reason>[^]+)$/iu,
  /^[,;:\s]*(?:but|weil|da|denn)\s+(?<reason>[^]+)$/iu,
  /因为(?<reason>[^。]+)/u,
];

/** What a sentence rejects, and why; undefined if it does not say what. */
export function rejectionIn(sentence: string): { approach: string; reason: string | null } | undefined {
  const rejected = rejectedIn(sentence);
  if (rejected === undefined) return undefined;
  const reasons = reasonAfter.map((pattern) => pattern.exec(rejected.rest)?.groups?.['reason']);
  const reason = reasons.find((found) => found !== undefined)?.replace(/[.!。！\s]+$/u, '');
  return { approach: rejected.approach, reason: reason ?? null };
}
