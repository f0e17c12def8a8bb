/** The results of changes to facts, and their errors. */
import { BigMindError } from '../shared/errors.ts';
import type { Fact, RelatedFact } from './facts.ts';
import type { Compared, FactChange } from './factStore.ts';

const relatedShown = 3;

/** Effects of a change on other facts. */
export interface ChangeOfFacts {
  /** Other facts with lower confidence now, because this one contradicts them. */
  lostConfidence: Fact[];
}

export function withRelatedFacts(
  id: number,
  outcome: FactChange,
): ChangeOfFacts & { fact: Fact; related: RelatedFact[] } {
  if (outcome === 'conflict') throw versionConflict(id);
  if ('fact' in outcome) return factChangeFrom(outcome);
  throw duplicate(id, outcome.duplicateOf);
}

/** Limits `related` to the first few, and lists all facts that lost confidence. */
export function factChangeFrom<Outcome extends Compared>(outcome: Outcome): Outcome & ChangeOfFacts {
  const { related, lowered } = outcome;
  const lost = new Set(lowered);
  const lostConfidence = related.flatMap(({ fact }) => (lost.has(fact.id) ? [fact] : []));
  return { ...outcome, related: related.slice(0, relatedShown), lostConfidence };
}

function duplicate(id: number, duplicateOf: number): BigMindError {
  return new BigMindError('conflict', `Fact #${String(duplicateOf)} already says exactly that.`, {
    remedy: `Keep that one, or change #${String(id)} to say something else.`,
    details: { duplicateOf },
  });
}

export function versionConflict(id: number): BigMindError {
  return new BigMindError('conflict', `Fact #${String(id)} was just changed elsewhere.`, {
    remedy: { code: 'read_fact_again' },
  });
}

export function deprecatedError(id: number): BigMindError {
  return new BigMindError('conflict', `Fact #${String(id)} is deprecated.`, { remedy: 'Restore it first.' });
}

export function notFound(ref: number | string): BigMindError {
  const name = typeof ref === 'number' ? `#${String(ref)}` : `"${ref.slice(0, 60)}"`;
  return new BigMindError('not_found', `There is no fact ${name}.`, { remedy: { code: 'find_fact' } });
}

/** Named in the details, so that a reader can offer to complete or replace it. */
export function otherDetails(id: number): BigMindError {
  return new BigMindError('conflict', `Decision #${String(id)} has this title and other details.`, {
    remedy: { code: 'supersede_decision' },
    details: { decision: id },
  });
}

export function cycle(id: number): BigMindError {
  return new BigMindError('conflict', `Fact #${String(id)} already replaced that statement.`, {
    remedy: 'Give a statement that no older version of it has. Nothing was stored.',
  });
}

export function notOwner(id: number, toDo: string): BigMindError {
  return new BigMindError('not_allowed', `Fact #${String(id)} belongs to another user.`, {
    remedy: `Only its owner can ${toDo} it.`,
  });
}
