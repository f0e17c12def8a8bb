/** Data for the health check: counts over one user's memories, and the first few of each by name. */
import { amongRows } from '../connection/among.ts';
import { shortSessionId } from '../../../memory/shared/memoryRef.ts';
import type { HealthCounts, HealthQuery, HealthStore, NamedMemories } from '../../../memory/upkeep/health.ts';
import { withheldNote } from '../../../memory/trust/trust.ts';
import { chainUids, isLiveAt } from '../index/liveFacts.ts';
import { count } from '../index/memoryDocuments.ts';
import { originFrom } from '../shared/originColumn.ts';
import { numberOrNull, text, textOr, textOrNull } from '../connection/rowReader.ts';
import { mapInTurn } from '../connection/inTurn.ts';
import type { SqlConnection, SqlEngine, SqlValue } from '../connection/sqlConnection.ts';
import { hasAnswer, isUnsummarized } from '../summarize/ruleSummaries.ts';

export function createSqlHealth(engine: SqlEngine, now: () => Date): HealthStore {
  return { health: (query) => engine.read((db) => readHealth(db, query, now().toISOString())) };
}

/** ?1 is the user, ?2 the time. */
const liveFact = `facts f WHERE f.user_id = ?1 AND ${isLiveAt('f', '?2')}`;
/** Live facts `n` that contradict a fact `f`: they took confidence from it, or replaced the same one later. */
const tookFrom = `FROM links l JOIN facts n ON n.uid = l.from_uid
  WHERE l.relation = 'contradicts' AND l.from_kind = 'fact' AND l.to_kind = 'fact' AND l.to_uid = f.uid AND l.amount > 0
    AND ${isLiveAt('n', '?2')}`;
const replacedToo = `FROM facts n WHERE n.id > f.id AND +n.user_id = f.user_id AND n.uid ${amongRows(chainUids('f.uid'))}
    AND ${isLiveAt('n', '?2')}`;
const contradicted = `${liveFact} AND (EXISTS (SELECT 1 ${tookFrom}) OR EXISTS (SELECT 1 ${replacedToo}))`;
/** ?1 is the fact. The sums keep PostgreSQL from reading all facts in the order of their numbers. */
const newestRivals = `SELECT (SELECT max(n.id + 0) ${tookFrom}) AS took, (SELECT max(n.id + 0) ${replacedToo}) AS replaced
  FROM facts f WHERE f.id = ?1`;
const unsummarizedSql = `sessions s WHERE s.user_id = ? AND s.ended_at IS NOT NULL
  AND CASE WHEN s.origin = 'import' THEN ${isUnsummarized} AND ${hasAnswer} ELSE coalesce(s.has_tier2, 0) = 0 END`;

/** Whether a text reads like instructions cannot be decided in SQL. */
async function withheld(db: SqlConnection, userId: string, first: number, now: string): Promise<NamedMemories> {
  const sql = `SELECT f.id, f.fact, f.category, f.origin, f.updated_at FROM ${liveFact} AND f.origin IS DISTINCT FROM 'person'
    ORDER BY f.updated_at NULLS FIRST, f.id`;
  const found = (await db.all(sql, [userId, now])).filter((row) => {
    const texts = [textOr(row, 'category', ''), textOr(row, 'fact', '')];
    return withheldNote({ origin: originFrom(row), texts }) !== undefined;
  });
  const named = found.slice(0, first).map((row) => {
    return { name: `#${text(row, 'id')}`, text: textOr(row, 'fact', ''), at: textOrNull(row, 'updated_at') };
  });
  return { total: found.length, first: named };
}

/** Each with the newest fact that contradicts it. */
async function withRivals(db: SqlConnection, { total, first }: NamedMemories, now: string): Promise<NamedMemories> {
  const named = await mapInTurn(first, async (fact) => {
    const row = (await db.get(newestRivals, [Number(fact.name.slice(1)), now])) ?? {};
    const newest = Math.max(numberOrNull(row, 'took') ?? 0, numberOrNull(row, 'replaced') ?? 0);
    return { ...fact, ...(newest > 0 && { contradictedBy: `#${String(newest)}` }) };
  });
  return { total, first: named };
}

async function readHealth(
  db: SqlConnection,
  { userId, conversationId, staleBefore, lowConfidence, first }: HealthQuery,
  now: string,
): Promise<HealthCounts> {
  const facts = async (from: string, params: SqlValue[]): Promise<NamedMemories> => ({
    total: await count(db, `SELECT count(*) AS n FROM ${from}`, params),
    first: (
      await db.all(
        `SELECT f.id, f.fact, f.updated_at FROM ${from} ORDER BY f.updated_at NULLS FIRST, f.id LIMIT ${String(first)}`,
        params,
      )
    ).map((row) => ({ name: `#${text(row, 'id')}`, text: text(row, 'fact'), at: textOrNull(row, 'updated_at') })),
  });
  const sessions = async (from: string, params: SqlValue[]): Promise<NamedMemories> => ({
    total: await count(db, `SELECT count(*) AS n FROM ${from}`, params),
    first: (
      await db.all(`SELECT s.id, s.one_liner, s.started_at FROM ${from} ORDER BY s.started_at DESC, s.rowid LIMIT ?`, [
        ...params,
        first,
      ])
    ).map((row) => ({
      name: shortSessionId(text(row, 'id')),
      text: textOr(row, 'one_liner', ''),
      at: textOrNull(row, 'started_at'),
    })),
  });
  const open = `hypotheses h WHERE h.user_id = ? AND h.status = 'open'`;
  return {
    staleFacts: await facts(`${liveFact} AND coalesce(f.updated_at, f.created_at, '') < ?3`, [
      userId,
      now,
      staleBefore,
    ]),
    lowConfidenceFacts: await facts(`${liveFact} AND coalesce(f.confidence, 1.0) < ?3`, [userId, now, lowConfidence]),
    contradictions: await withRivals(db, await facts(contradicted, [userId, now]), now),
    withheldFacts: await withheld(db, userId, first, now),
    openSessions: await sessions(
      'sessions s WHERE s.user_id = ? AND s.ended_at IS NULL AND s.external_id IS DISTINCT FROM ?',
      [userId, conversationId ?? ''],
    ),
    sessionsWithoutDetail: await sessions(unsummarizedSql, [userId]),
    openHypotheses: {
      total: await count(db, `SELECT count(*) AS n FROM ${open}`, [userId]),
      first: (
        await db.all(`SELECT h.id, h.hypothesis, h.created_at FROM ${open} ORDER BY h.created_at NULLS FIRST LIMIT ?`, [
          userId,
          first,
        ])
      ).map((row) => ({
        name: `#${text(row, 'id')}`,
        text: text(row, 'hypothesis'),
        at: textOrNull(row, 'created_at'),
      })),
    },
    deprecatedFacts: await count(db, 'SELECT count(*) AS n FROM facts WHERE user_id = ? AND deprecated = 1', [userId]),
    deprecatedKnowledge: await count(db, `SELECT count(*) AS n FROM global_knowledge WHERE status = 'deprecated'`),
    pendingKnowledge: await count(
      db,
      `SELECT count(*) AS n FROM global_knowledge WHERE coalesce(status, 'pending') = 'pending'`,
    ),
  };
}
