/** The lines of a recap about decisions: those that were taken, replaced and reversed within its period. */
import type { Decision } from '../decisions/decisionStatus.ts';
import { isDecision, textsOf } from '../decisions/decisionStatus.ts';
import type { Fact } from '../facts/facts.ts';
import { worseOrigin } from '../trust/origin.ts';
import { maySendAutomatically } from '../trust/trust.ts';
import { lineOf } from './recapLine.ts';
import type { Candidate } from './recapLine.ts';
import type { Period } from './recapPeriod.ts';

type DecisionSection = 'decided' | 'replaced' | 'reversed';

/** A decision with details, or a fact of this type without. */
export type AnyDecision = Omit<Decision, 'fact'> & { fact: Fact };

/** A decision that is out of force, and since when: ISO 8601 in UTC. */
type Ended = AnyDecision & { endedAt: string };

/** `decisions` are of any time. One that was replaced or reversed within the period is not listed again as taken. */
export function decisionsFrom(decisions: readonly AnyDecision[], period: Period): Record<DecisionSection, Candidate[]> {
  const byId = new Map(decisions.map((one) => [one.fact.id, one]));
  const taken = takenIn(decisions, period);
  return {
    decided: taken.toSorted((one, other) => other.fact.confidence - one.fact.confidence).map(takenFrom),
    replaced: endedIn(decisions, period, 'superseded').map((one) => replacedFrom(one, byId)),
    reversed: endedIn(decisions, period, 'reversed').map(reversedFrom),
  };
}

/** Those that were taken within the period, and not replaced, reversed or retired by its end. */
export function takenIn<Known extends AnyDecision>(decisions: readonly Known[], period: Period): Known[] {
  const ended = [...endedIn(decisions, period, 'superseded'), ...endedIn(decisions, period, 'reversed')];
  const endedIds = new Set(ended.map(({ fact }) => fact.id));
  return decisions.filter(
    ({ fact, status }) => isWithin(fact.createdAt, period) && status !== 'retired' && !endedIds.has(fact.id),
  );
}

/** The newest end first. */
function endedIn(decisions: readonly AnyDecision[], period: Period, status: 'superseded' | 'reversed'): Ended[] {
  const byId = new Map(decisions.map((one) => [one.fact.id, one]));
  return decisions
    .filter((one) => one.status === status)
    .map((one) => ({ ...one, endedAt: endOf(one, byId) }))
    .filter(({ endedAt }) => isWithin(endedAt, period))
    .toSorted((one, other) => other.endedAt.localeCompare(one.endedAt));
}

function isWithin(at: string, { since, until }: Period): boolean {
  return at >= since && at < until;
}

/**
 * A decision that is out of force was last changed when it got there. An imported one may be older, so that it also was
 * in force until its successor was taken, or until the day that its last outcome describes.
 */
function endOf({ fact, outcomes, successor, status }: AnyDecision, byId: ReadonlyMap<number, AnyDecision>): string {
  const next = successor === null ? undefined : byId.get(successor.id)?.fact.createdAt;
  const cause = status === 'reversed' ? outcomes[0]?.observedAt : next;
  return cause !== undefined && cause > fact.updatedAt ? cause : fact.updatedAt;
}

function takenFrom({ fact }: AnyDecision): Candidate {
  return { line: lineOf('fact', fact.id, { ...fact, at: fact.createdAt, text: fact.fact }), isSent: isSent(fact) };
}

/** The title of the successor is shown only if that is a decision that may be sent. */
function replacedFrom({ fact, successor, endedAt: at }: Ended, byId: ReadonlyMap<number, AnyDecision>): Candidate {
  const next = successor === null ? undefined : byId.get(successor.id)?.fact;
  const note = next !== undefined && isSent(next) ? next.fact : null;
  const line = lineOf('fact', fact.id, { ...fact, at, text: fact.fact, note });
  return { line: { ...line, successor: successor?.id ?? null }, isSent: isSent(fact) };
}

function reversedFrom({ fact, outcomes, endedAt: at }: Ended): Candidate {
  const [outcome] = outcomes;
  const notes = outcome?.notes ?? null;
  const origin = worseOrigin(fact.origin ?? 'agent', outcome?.origin ?? 'agent');
  const line = lineOf('fact', fact.id, { ...fact, at, text: fact.fact, note: notes });
  return { line, isSent: maySendAutomatically({ origin, texts: [...allTextsOf(fact), notes] }) };
}

function isSent(fact: Fact): boolean {
  return maySendAutomatically({ origin: fact.origin, texts: allTextsOf(fact) });
}

function allTextsOf(fact: Fact): string[] {
  return isDecision(fact) ? textsOf(fact) : [fact.fact];
}
