/**
 * What a decision says about approaches that should not be tried again without a reason: its rejected alternatives,
 * and the decision itself once an outcome reversed it or rated it badly.
 */
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

/** Sentences that reject an approach, each with the approach and, if it is given, the reason. */
const because = '(?:[,;:]?\\s+(?:because|since|as it|as they|due to|so that)\\s+(?<reason>.+?))?';
const end = '[.!\\s]*$';
const rejections: readonly RegExp[] = [
  new RegExp(
    `\\b(?:decided against|ruled out|rejected|abandoned|discarded|declined|gave up on|dropped|reverted|turned down)\\s+(?<approach>.+?)${because}${end}`,
    'iu',
  ),
  new RegExp(`\\b(?:decided not to|not going to|won't|let's not)\\s+(?<approach>.+?)${because}${end}`, 'iu'),
  /\btried\s+(?:to\s+)?(?<approach>.+?),?\s+but\s+(?<reason>.+?)[.!\s]*$/iu,
  /^(?<approach>.+?)\s+(?:didn't|did not|doesn't|does not)\s+(?:\w+\s+)?(?:work|help|scale|fix)\b[^]*$/iu,
  /\b(?:haben|hatten)\s+(?:wir\s+|uns\s+)*(?:gegen\s+)?(?<approach>.+?)\s+(?:verworfen|entschieden)(?:,?\s+(?:weil|da|denn)\s+(?<reason>.+?))?[.!\s]*$/iu,
  /(?:放弃|否决)了(?<approach>[^，。,]+)(?:[，,]?\s*因为(?<reason>[^。]+))?/u,
];
/** Nobody can tell what such an approach was. */
const vague = /^(?:that|this|it|which|the (?:approach|attempt|idea|change|workaround)|das|es|dies)\b/iu;

/** What a sentence rejects, and why; undefined if it does not say what. */
export function rejectionIn(sentence: string): { approach: string; reason: string | null } | undefined {
  for (const pattern of rejections) {
    const { approach = '', reason } = pattern.exec(sentence)?.groups ?? {};
    if (approach.trim() !== '' && !vague.test(approach.trim())) {
      return { approach: approach.trim(), reason: reason?.trim() ?? null };
    }
  }
  return undefined;
}
