/**
 * How facts change each other's confidence: contradictions take some, links record who took how much, and it can be
 * returned.
 */
import { lookUp } from '../connection/lookUp.ts';
import { amongRows } from '../connection/among.ts';
import { leftOf } from '../../../memory/facts/factJudge.ts';
import type { JudgeFacts, Judgement } from '../../../memory/facts/factJudge.ts';
import type { Fact, RelatedFact } from '../../../memory/facts/facts.ts';
import type { NewFact } from '../../../memory/facts/factStore.ts';
import { requireFact, selectFacts } from './factRow.ts';
import { findFactsAlike } from '../index/factWords.ts';
import { isLive } from '../index/liveFacts.ts';
import { scopeCondition } from '../shared/projectScope.ts';
import { number, text } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { mapInTurn } from '../connection/inTurn.ts';

const alikeConsidered = 8;

/** A statement and its project; its words find similar facts. */
type Said = Pick<NewFact, 'words' | 'statedInProject' | 'now'>;

/**
 * Judges live facts that are similar to a new one, and lowers those that it contradicts. Returns all judged facts in
 * their current state.
 */
export async function judgeAlike(db: SqlConnection, fact: Fact, said: Said, judge: JudgeFacts): Promise<RelatedFact[]> {
  return judgeGiven(db, fact, { alike: await factsAlike(db, fact, said), now: said.now }, judge);
}

/** The same with the similar facts that the caller has read. */
export async function judgeGiven(
  db: SqlConnection,
  fact: Fact,
  { alike, now }: { alike: readonly Fact[]; now: string },
  judge: JudgeFacts,
): Promise<RelatedFact[]> {
  const judgements = judge(alike);
  for (const judgement of judgements) await contradict(db, fact, judgement, now);
  return relatedNow(db, judgements);
}

/**
 * The same for a restored fact: it takes again from the facts from which it took before. In other contradicting pairs,
 * the fact that stayed live counts as the newer one and takes from the restored one.
 */
export async function judgeReturning(
  db: SqlConnection,
  fact: Fact,
  said: Said,
  judge: JudgeFacts,
): Promise<RelatedFact[]> {
  const judgements = judge(await factsAlike(db, fact, said));
  for (const judgement of judgements.filter(({ confidenceLeft }) => confidenceLeft !== undefined)) {
    if (await hasContradicted(db, fact.id, judgement.fact.id)) await contradict(db, fact, judgement, said.now);
    else await contradictReturning(db, fact.id, judgement, said.now);
  }
  return relatedNow(db, judgements);
}

/**
 * The same for an edited fact. Pairs that still contradict each other keep the amount that was taken. Otherwise the
 * amount is returned and the link stays with 0, so that the old statement would take it again in the same direction.
 */
export async function judgeEdited(
  db: SqlConnection,
  fact: Fact,
  said: Said,
  judge: JudgeFacts,
): Promise<RelatedFact[]> {
  const pairs = await contradictionsOf(db, fact.id);
  const alike = await factsAlike(db, fact, said);
  const known = new Set(alike.map(({ id }) => id));
  const linked = [...new Set(pairs.map(({ other }) => other))].filter((id) => !known.has(id));
  const judgements = judge([...alike, ...(await mapInTurn(linked, (id) => requireFact(db, id)))]);
  const contradicted = judgements.filter(({ confidenceLeft }) => confidenceLeft !== undefined);
  const still = new Set(contradicted.map(({ fact: { id } }) => id));
  for (const pair of pairs) if (pair.amount > 0 && !still.has(pair.other)) await settle(db, pair, said.now);
  for (const judgement of contradicted) {
    const between = pairs.filter(({ other }) => other === judgement.fact.id);
    if (judgement.fact.deprecated || between.some(({ amount }) => amount > 0)) continue;
    if (between[0]?.by === judgement.fact.id) await contradictReturning(db, fact.id, judgement, said.now);
    else await contradict(db, fact, judgement, said.now);
  }
  return relatedNow(
    db,
    judgements.filter(({ fact: other }) => !other.deprecated),
  );
}

/**
 * A link between two facts: `by` took `amount` from `from`; 0 if it was returned. `other` is the end that was not
 * queried.
 */
interface Contradiction {
  uid: string;
  by: number;
  from: number;
  other: number;
  amount: number;
}

/** Newest first. */
async function contradictionsOf(db: SqlConnection, id: number): Promise<Contradiction[]> {
  const uid = '(SELECT uid FROM facts WHERE id = ?1)';
  const rows = await db.all(
    `SELECT l.uid, a.id AS by_id, b.id AS from_id, coalesce(l.amount, 0) AS amount
     FROM links l JOIN facts a ON a.uid = l.from_uid JOIN facts b ON b.uid = l.to_uid AND b.user_id = a.user_id
     WHERE l.from_kind = 'fact' AND l.to_kind = 'fact' AND l.relation = 'contradicts' AND l.id IN (
       SELECT id FROM links WHERE from_kind = 'fact' AND from_uid = ${uid}
       UNION SELECT id FROM links WHERE to_kind = 'fact' AND to_uid = ${uid})
     ORDER BY l.id DESC`,
    [id],
  );
  return rows.map((row) => {
    const [by, from] = [number(row, 'by_id'), number(row, 'from_id')];
    return { uid: text(row, 'uid'), by, from, other: by === id ? from : by, amount: number(row, 'amount') };
  });
}

async function factsAlike(db: SqlConnection, fact: Fact, said: Said): Promise<Fact[]> {
  const others = (await findFactsAlike(db, fact.userId, said.words)).filter((id) => id !== fact.id);
  return factsInScope(db, others, said);
}

async function relatedNow(db: SqlConnection, judgements: readonly Judgement[]): Promise<RelatedFact[]> {
  return await mapInTurn(judgements, async ({ fact: known, relation, similarity }) => {
    return { fact: relation === 'contradicts' ? await requireFact(db, known.id) : known, relation, similarity };
  });
}

/** Whether a link records that one took confidence from the other, even if it was returned. */
async function hasContradicted(db: SqlConnection, one: number, other: number): Promise<boolean> {
  const sql = `SELECT 1 FROM links WHERE from_kind = 'fact' AND from_uid = (SELECT uid FROM facts WHERE id = ?)
    AND to_kind = 'fact' AND to_uid = (SELECT uid FROM facts WHERE id = ?) AND relation = 'contradicts'`;
  return (await db.get(sql, [one, other])) !== undefined;
}

const isContradiction = `relation = 'contradicts' AND from_kind = 'fact' AND to_kind = 'fact' AND amount > 0`;

/**
 * Lowers the confidence of a contradicted fact. The link records which fact took how much, so that it is taken only
 * once.
 */
async function contradict(
  db: SqlConnection,
  by: Fact,
  { fact, confidenceLeft, linkUid }: Judgement,
  now: string,
): Promise<void> {
  if (confidenceLeft === undefined || confidenceLeft >= fact.confidence) return;
  const { changes } = await db.run(
    `INSERT INTO links (uid, from_kind, from_uid, to_kind, to_uid, relation, amount, created_at)
     SELECT ?, 'fact', a.uid, 'fact', b.uid, 'contradicts', ?, ? FROM facts a, facts b WHERE a.id = ? AND b.id = ?
     ON CONFLICT (from_kind, from_uid, to_kind, to_uid, relation) DO UPDATE SET amount = excluded.amount WHERE links.amount = 0`,
    [linkUid, Math.round((fact.confidence - confidenceLeft) * 100) / 100, now, by.id, fact.id],
  );
  if (changes === 0) return;
  const sql = 'UPDATE facts SET confidence = ?, updated_at = ?, version = version + 1 WHERE id = ?';
  await db.run(sql, [confidenceLeft, now, fact.id]);
}

/** The reverse: the judged fact takes from the restored or edited one. */
async function contradictReturning(db: SqlConnection, id: number, judgement: Judgement, now: string): Promise<void> {
  const returning = await requireFact(db, id);
  const confidenceLeft = leftOf(returning.confidence, judgement.fact.confidence);
  await contradict(db, judgement.fact, { ...judgement, fact: returning, confidenceLeft }, now);
}

/** Returns the confidence that a fact took, also to deprecated facts, which may be restored later. */
export async function restoreConfidence(db: SqlConnection, id: number, now: string): Promise<void> {
  for (const pair of await contradictionsOf(db, id)) if (pair.by === id && pair.amount > 0) await settle(db, pair, now);
}

async function settle(db: SqlConnection, { uid, from, amount }: Contradiction, now: string): Promise<void> {
  await db.run(
    `UPDATE facts SET confidence = min(1.0, round(coalesce(confidence, 1.0) + ?, 2)), updated_at = ?,
       version = version + 1 WHERE id = ?`,
    [amount, now, from],
  );
  await db.run('UPDATE links SET amount = 0 WHERE uid = ?', [uid]);
}

/** For a fact that was raised: facts that contradicted it have nothing to return and no longer count as newer. */
export async function forgetContradictionsOf(db: SqlConnection, id: number): Promise<void> {
  await db.run(`DELETE FROM links WHERE to_uid = (SELECT uid FROM facts WHERE id = ?) AND ${isContradiction}`, [id]);
}

/** The first live facts of the project or of none, in the order of the ids. */
export async function factsInScope(
  db: SqlConnection,
  ids: readonly number[],
  { statedInProject, now }: Said,
): Promise<Fact[]> {
  if (ids.length === 0) return [];
  const scope = scopeCondition({ projectId: statedInProject }, 'g.project_id');
  const live = isLive('g', now);
  const first = `SELECT g.id FROM json_each(?) j ${lookUp(db, { table: 'facts', alias: 'g', where: 'g.id = CAST(j.value AS BIGINT)' })}
    WHERE ${scope.sql} AND ${live.sql} ORDER BY j.key LIMIT ${String(alikeConsidered)}`;
  const params = [JSON.stringify(ids), ...scope.params, ...live.params];
  const facts = await selectFacts(
    db,
    `WHERE f.id ${amongRows('SELECT id FROM alike')}`,
    params,
    `WITH alike AS (${first}) `,
  );
  return facts.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
