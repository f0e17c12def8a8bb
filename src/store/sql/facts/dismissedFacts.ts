/** What somebody dismissed does not come back because another machine learned it, too: for a sync and an import. */
import { amongNumbers } from '../connection/among.ts';
import type { Fact } from '../../../memory/facts/facts.ts';
import { stateOf } from '../../../memory/facts/evidence.ts';
import { createIsDismissedBy } from '../../../memory/learn/placement.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { informativeWords } from '../../../memory/shared/statements.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { findFactsAlike } from '../index/factWords.ts';
import { isNotDeprecated } from '../index/liveFacts.ts';
import { findFact, selectFacts } from './factRow.ts';

/** Why such a fact is retired. */
export const dismissedElsewhere = 'The same was dismissed on another machine.';

/**
 * The numbers of learned facts that say what this fact says, in the same or in other words, if one of them is
 * dismissed: this one, or those that say the same as this one.
 */
export async function learnedThoughDismissed(db: SqlConnection, indexText: IndexText, id: number): Promise<number[]> {
  const fact = await findFact(db, id);
  if (fact?.evidence === undefined || fact.evidence === null) return [];
  const state = stateOf(fact);
  if (state !== 'learned' && state !== 'dismissed') return [];
  const saysSame = createIsDismissedBy(fact.fact, indexText);
  const others = state === 'learned' ? await dismissedOf(db, fact) : await learnedLike(db, indexText, fact);
  const same = others.filter((other) => other.fact === fact.fact || saysSame(other.fact));
  if (state === 'learned') return same.length > 0 ? [id] : [];
  return same.map((other) => other.id);
}

const ofUser = 'f.user_id = ? AND f.evidence IS NOT NULL';

async function dismissedOf(db: SqlConnection, { userId }: Fact): Promise<Fact[]> {
  const where = `WHERE ${ofUser} AND coalesce(f.deprecated, 0) <> 0`;
  return (await selectFacts(db, where, [userId])).filter((fact) => stateOf(fact) === 'dismissed');
}

/** Live ones that a person has not confirmed. */
async function learnedLike(db: SqlConnection, indexText: IndexText, { userId, fact }: Fact): Promise<Fact[]> {
  const ids = await findFactsAlike(db, userId, informativeWords(fact, indexText));
  const among = `f.id ${amongNumbers()}`;
  const where = `WHERE ${ofUser} AND ${isNotDeprecated('f')} AND (${among} OR f.fact = ?)`;
  const found = await selectFacts(db, where, [userId, JSON.stringify(ids), fact]);
  return found.filter((one) => stateOf(one) === 'learned');
}
