/** Lists of sessions: by filter and topic, for the context block, and the facts of one session. */
import { amongKeys, amongNumbers } from '../connection/among.ts';
import { emptyHeadlines } from '../../../memory/sessions/headlines.ts';
import type { ListedSession, Session, SessionFact, SessionRevision } from '../../../memory/sessions/sessions.ts';
import type { SessionFilter, SessionShelf } from '../../../memory/sessions/sessionStore.ts';
import { fingerprint } from '../../../util/fingerprint.ts';
import { flag, number, numberOr, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlValue } from '../connection/sqlConnection.ts';
import { typeFromRow } from '../facts/factRow.ts';
import { count } from '../index/memoryDocuments.ts';
import { scopeCondition } from '../shared/projectScope.ts';
import { listFromBullets, topicsFromColumn } from '../shared/textLists.ts';
import { isClosingHeadlineSql, selectSessions, sessionFromRow } from './sessionRow.ts';

export async function listSessions(
  db: SqlConnection,
  filter: SessionFilter,
): Promise<{ sessions: ListedSession[]; total: number }> {
  const { where, params } = conditionOf(filter);
  const { limit, offset = 0 } = filter;
  const order = filter.order === 'openFirst' ? openFirst : newestFirst;
  const topic = (filter.topic ?? '').trim().toLowerCase();
  if (topic !== '') {
    const places = await placesOfTopic(db, { where, params, order }, topic);
    return { sessions: await sessionsAt(db, places.slice(offset, offset + limit), order), total: places.length };
  }
  const page = `SELECT s.rowid AS place FROM sessions s WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const places = (await db.all(page, [...params, limit, offset])).map((row) => number(row, 'place'));
  return {
    sessions: await sessionsAt(db, places, order),
    total: await count(db, `SELECT count(*) AS n FROM sessions s WHERE ${where}`, params),
  };
}

const newestFirst = 's.started_at DESC, s.rowid DESC';
const openFirst = `(s.ended_at IS NULL AND s.origin = 'live') DESC, ${newestFirst}`;

interface Listing {
  where: string;
  params: readonly SqlValue[];
  order: string;
}

/** The fact of a session is found by its document, whose index covers the condition. */
const isFilled = `(s.ended_at IS NULL OR NOT (${isClosingHeadlineSql}) OR coalesce(s.has_tier2, 0) = 1
  OR EXISTS (SELECT 1 FROM messages m WHERE m.session_id = s.id)
  OR EXISTS (SELECT 1 FROM conversation_chunks c WHERE c.session_id = s.id)
  OR EXISTS (SELECT 1 FROM memory_documents d WHERE d.user_id = s.user_id AND d.kind = 'fact' AND d.session_id = s.id))`;

function conditionOf({
  userId,
  scope,
  ids,
  since,
  until,
  origin,
  isFilled: onlyFilled,
}: Omit<SessionFilter, 'limit'>): {
  where: string;
  params: SqlValue[];
} {
  const within = scopeCondition(scope, 's.project_id');
  const conditions = ['s.user_id = ?', within.sql];
  const params: SqlValue[] = [userId, ...within.params];
  if (ids !== undefined) conditions.push(`s.id ${amongKeys()}`);
  if (since !== undefined) conditions.push('s.started_at >= ?');
  if (until !== undefined) conditions.push('s.started_at < ?');
  if (origin !== undefined) conditions.push('s.origin = ?');
  if (onlyFilled === true) conditions.push(isFilled);
  const named = ids === undefined ? undefined : JSON.stringify(ids);
  params.push(...[named, since, until, origin].filter((value) => value !== undefined));
  return { where: conditions.join(' AND '), params };
}

export async function listFiles(
  db: SqlConnection,
  filter: Pick<SessionFilter, 'userId' | 'scope' | 'since' | 'until'>,
): Promise<string[][]> {
  const { where, params } = conditionOf(filter);
  const sql = `SELECT d.code_refs FROM sessions s JOIN session_summaries d ON d.id = s.id
    WHERE ${where} AND d.code_refs IS NOT NULL ORDER BY ${newestFirst}`;
  return (await db.all(sql, params)).map((row) => listFromBullets(textOrNull(row, 'code_refs')));
}

/** A query with more conditions would be too deep for SQLite at some point. */
const excludingWords = 8;

/**
 * Compares here and not in SQL, because SQLite folds the case of ASCII only. For ASCII words, the query already excludes
 * most sessions. Slashes of both kinds are the same, as in the paths of files.
 */
async function placesOfTopic(db: SqlConnection, { where, params, order }: Listing, topic: string): Promise<number[]> {
  const words = [...new Set(withSlashes(topic).split(/\s+/u))];
  const inAscii = words.filter((word) => /^[\x21-\x7e]+$/u.test(word));
  const excluding = inAscii.toSorted((one, other) => other.length - one.length).slice(0, excludingWords);
  const columns = `s.one_liner || '\n' || coalesce(s.topics, '') || '\n' || coalesce(d.code_refs, '')`;
  const holds = excluding.map(() => `AND instr(lower(replace(${columns}, '\\', '/')), ?) > 0`);
  const sql = `SELECT s.rowid AS place, s.topics, s.one_liner, d.code_refs
    FROM sessions s LEFT JOIN session_summaries d ON d.id = s.id WHERE ${where} ${holds.join(' ')} ORDER BY ${order}`;
  const matching = (await db.all(sql, [...params, ...excluding])).filter((row) => {
    const parts = [
      textOr(row, 'one_liner', ''),
      ...topicsFromColumn(textOrNull(row, 'topics')),
      ...listFromBullets(textOrNull(row, 'code_refs')),
    ].map((part) => withSlashes(part).toLowerCase());
    return words.every((word) => parts.some((part) => part.includes(word)));
  });
  return matching.map((row) => number(row, 'place'));
}

function withSlashes(words: string): string {
  return words.replaceAll('\\', '/');
}

/** Counts exchanges and facts for all sessions at once. */
async function sessionsAt(db: SqlConnection, places: readonly number[], order: string): Promise<ListedSession[]> {
  const sql = `${selectSessions} WHERE s.rowid ${amongNumbers()} ORDER BY ${order}`;
  const sessions = (await db.all(sql, [JSON.stringify(places)])).map(sessionFromRow);
  const ids = JSON.stringify(sessions.map(({ id }) => id));
  const tally = async (from: string, ...params: string[]): Promise<Map<string, number>> => {
    const own = `session_id ${amongKeys()}`;
    const rows = await db.all(`SELECT session_id, count(*) AS n ${from} AND ${own} GROUP BY session_id`, [
      ...params,
      ids,
    ]);
    return new Map(rows.map((row) => [text(row, 'session_id'), number(row, 'n')]));
  };
  const chunks = await tally('FROM conversation_chunks WHERE TRUE');
  // Counted by documents, whose index covers the condition.
  const facts = await tally(`FROM memory_documents WHERE user_id = ? AND kind = 'fact'`, sessions[0]?.userId ?? '');
  return sessions.map((session) => {
    return { ...session, chunks: chunks.get(session.id) ?? 0, facts: facts.get(session.id) ?? 0 };
  });
}

/** In one query, because no index leads from a session to its facts. */
export async function factsOf(
  db: SqlConnection,
  id: string,
  limit: number,
): Promise<{ facts: SessionFact[]; total: number }> {
  const rows = await db.all(
    `SELECT id, category, memory_type, fact, confidence, rationale, deprecated, count(*) OVER () AS total FROM facts
     WHERE source_session = ?1 AND user_id = (SELECT user_id FROM sessions WHERE id = ?1)
     ORDER BY coalesce(deprecated, 0), created_at NULLS FIRST, id LIMIT ?2`,
    [id, limit],
  );
  const facts = rows.map((row) => ({
    id: number(row, 'id'),
    category: text(row, 'category'),
    type: typeFromRow(row),
    fact: text(row, 'fact'),
    confidence: numberOr(row, 'confidence', 1),
    rationale: textOrNull(row, 'rationale'),
    deprecated: flag(row, 'deprecated'),
  }));
  return { facts, total: rows[0] === undefined ? 0 : number(rows[0], 'total') };
}

/**
 * Counts, last ids and versions represent the contents, because messages are never changed without a new version of
 * their session. Ids of messages and versions are in indexes, so their texts are not read.
 */
export async function listRevisions(db: SqlConnection, userId: string): Promise<SessionRevision[]> {
  const own = `session_id IN (SELECT id FROM sessions WHERE user_id = ?)`;
  const [messages, chunks, facts, summaries] = [
    await marks(
      db,
      `SELECT session_id, count(*) AS n, max(id) AS last, 0 AS versions FROM messages WHERE ${own} GROUP BY session_id`,
      userId,
    ),
    await marks(
      db,
      `SELECT session_id, count(*) AS n, max(id) AS last, CAST(sum(version) AS BIGINT) AS versions FROM conversation_chunks
      WHERE ${own} GROUP BY session_id`,
      userId,
    ),
    await marks(
      db,
      `SELECT source_session AS session_id, count(*) AS n, max(id) AS last, CAST(sum(version) AS BIGINT) AS versions FROM facts
      WHERE user_id = ? AND source_session IS NOT NULL GROUP BY source_session`,
      userId,
    ),
    await marks(
      db,
      `SELECT id AS session_id, length(summary) AS n, coalesce(length(key_facts), 0) AS last,
      coalesce(length(code_refs), 0) AS versions FROM session_summaries WHERE id IN (SELECT id FROM sessions WHERE user_id = ?)`,
      userId,
    ),
  ];
  const rows = await db.all(`${selectSessions} WHERE s.user_id = ? ORDER BY s.started_at, s.rowid`, [userId]);
  return rows.map(sessionFromRow).map((session) => {
    const parts = [messages, chunks, facts, summaries].map((of) => of.get(session.id) ?? '');
    const { version, endedAt, readWeb, branches, projectName } = session;
    // A caller that keeps a revision need not keep the name.
    const project = fingerprint(projectName ?? '');
    const own = [String(version), endedAt ?? '', readWeb ? 'web' : '', branches.join(' '), project];
    return { session, revision: [...own, ...parts].join('|') };
  });
}

async function marks(db: SqlConnection, sql: string, userId: string): Promise<Map<string, string>> {
  const rows = await db.all(sql, [userId]);
  const numbers = ['n', 'last', 'versions'];
  return new Map(rows.map((row) => [text(row, 'session_id'), numbers.map((name) => number(row, name)).join('.')]));
}

export async function listForContext(
  db: SqlConnection,
  shelf: SessionShelf,
): Promise<{ sessions: Session[]; total: number }> {
  const scope = scopeCondition(shelf.scope, 's.project_id');
  // Chats that were opened and closed without a word would take the places of all others.
  const says = `(s.one_liner NOT IN (${emptyHeadlines.map(() => '?').join(', ')})
    OR EXISTS (SELECT 1 FROM messages m WHERE m.session_id = s.id))`;
  const where = `s.user_id = ? AND ${scope.sql} AND (s.origin <> 'import' OR coalesce(s.has_tier2, 0) = 1) AND ${says}`;
  const params = [shelf.userId, ...scope.params, ...emptyHeadlines];
  const places = (order: string): string => `SELECT s.rowid FROM sessions s WHERE ${where} ORDER BY ${order} LIMIT ?`;
  const rows = await db.all(
    `${selectSessions} WHERE s.rowid IN (SELECT * FROM (${places(newestFirst)}) AS newest)
       OR s.rowid IN (SELECT * FROM (${places(`coalesce(s.importance, 5) DESC, ${newestFirst}`)}) AS important) ORDER BY ${newestFirst}`,
    [...params, shelf.newest, ...params, shelf.important],
  );
  return {
    sessions: rows.map(sessionFromRow),
    total: await count(db, `SELECT count(*) AS n FROM sessions s WHERE ${where}`, params),
  };
}
