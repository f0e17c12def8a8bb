/**
 * The one document of a session in the full-text index: its first three requests, the last answer before each next
 * request, the summary, and the work: commits, pull requests, plans, to-do items and branches. It is built when rows of
 * the session change, never during a query, and only from messages of the session's owner.
 *
 * A conversation between people has no assistant answers. Its document is the summary alone, if there is one.
 */
import { lookUp } from '../connection/lookUp.ts';
import { amongKeys } from '../connection/among.ts';
import type { SessionWork } from '../../../memory/summarize/words/work.ts';
import { text } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';
import { workOfSession } from '../shared/workColumns.ts';

/** Characters used of each request and each answer. */
const maxCharacters = 300;

/** Requests used: the first ones state the purpose of a session, and the answers repeat what matters of the others. */
const maxRequests = 3;

/** Exchanges used of a long session, so that the cost of its document is bounded. */
const maxFirstExchanges = 20;
const maxLastExchanges = 100;

/** Messages of any type that are searched for these exchanges, at each end of the session. */
const maxFirstMessages = 1_000;
const maxLastMessages = 5_000;

const isAnswer = `role = 'assistant' AND type = 'text'`;

const hasAssistant = `EXISTS (SELECT 1 FROM (SELECT role, type, user_id FROM messages WHERE session_id = s.id ORDER BY seq
  LIMIT ${String(maxFirstMessages)}) AS first WHERE ${isAnswer} AND user_id = s.user_id)`;

/** `sessionBody` uses `has_assistant` to decide whether to add the exchanges to the column `body`. */
export const sessionSource = {
  select: `s.id AS memory_id, s.user_id, s.project_id, s.id AS session_id, s.started_at AS created_at,
           s.one_liner AS title, coalesce(s.topics, '') || '\n' || coalesce(s.outcome, '') || '\n' ||
           coalesce(d.summary, '') || '\n' || coalesce(d.key_facts, '') || '\n' ||
           coalesce(d.code_refs, '') AS body, ${hasAssistant} AS has_assistant`,
  from: 'sessions s LEFT JOIN session_summaries d ON d.id = s.id',
  key: 's.id',
  // The headline of an imported conversation between people only repeats its first message.
  where: `((s.origin <> 'import' OR d.id IS NOT NULL) AND (s.ended_at IS NOT NULL OR s.one_liner <> '' OR coalesce(s.topics, '') <> ''
           OR coalesce(s.outcome, '') <> '' OR d.id IS NOT NULL) OR ${hasAssistant})`,
} as const;

/** The beginning of the owner's first request in a session `s`, as an SQL expression; null without a request. */
export const firstRequest = `(SELECT substr(content, 1, ${String(maxCharacters)}) FROM messages
  WHERE session_id = s.id AND user_id = s.user_id AND role = 'user' AND type = 'text' ORDER BY seq LIMIT 1)`;

/** How sessions began, by id: the beginning of the owner's first request; empty without one. */
export async function openingsOf(
  db: SqlConnection,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sessionIds.length === 0) return new Map();
  const sql = `SELECT s.id, coalesce(${firstRequest}, '') AS opening FROM sessions s WHERE s.id ${amongKeys()}`;
  const rows = await db.all(sql, [JSON.stringify(sessionIds)]);
  return new Map(rows.map((row) => [text(row, 'id'), text(row, 'opening')]));
}

/** The body of a session's document, from a row of `sessionSource`. */
export async function sessionBody(db: SqlConnection, row: SqlRow): Promise<string> {
  const [id, summary] = [text(row, 'memory_id'), text(row, 'body')];
  const spoken = row['has_assistant'] === 1 ? await beginnings(db, await spokenTurns(db, id)) : [];
  return [summary, ...workBeside(summary, await workOfSession(db, id)), ...spoken].join('\n');
}

/** Leaves out what the summary already contains, which would count twice. */
function workBeside(summary: string, work: SessionWork): string[] {
  return Object.values<readonly string[]>({ ...work })
    .flat()
    .filter((item) => !summary.includes(item));
}

interface Turn {
  id: string;
  isRequest: boolean;
}

/** The requests and the last answer to each, in order. */
async function spokenTurns(db: SqlConnection, sessionId: string): Promise<Turn[]> {
  const spoken = `SELECT id, seq, role, type, user_id FROM messages WHERE session_id = ?1`;
  const own = `type = 'text' AND role IN ('user', 'assistant') AND user_id = (SELECT user_id FROM sessions WHERE id = ?1)`;
  const last = await db.all(
    `SELECT id, role FROM (${spoken} ORDER BY seq DESC LIMIT ${String(maxLastMessages)}) AS last WHERE ${own} ORDER BY seq`,
    [sessionId],
  );
  const before = `(SELECT seq FROM messages WHERE session_id = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ${String(maxLastMessages - 1)})`;
  const first = await db.all(
    `SELECT id, role FROM (${spoken} AND seq < ${before} ORDER BY seq LIMIT ${String(maxFirstMessages)}) AS first WHERE ${own} ORDER BY seq`,
    [sessionId],
  );
  const exchanges = exchangesIn([...first, ...last]);
  const isLong = exchanges.length > maxFirstExchanges + maxLastExchanges;
  const kept = isLong ? [...exchanges.slice(0, maxFirstExchanges), ...exchanges.slice(-maxLastExchanges)] : exchanges;
  return kept.flatMap((exchange, place) =>
    place < maxRequests ? exchange : exchange.filter(({ isRequest }) => !isRequest),
  );
}

/** Each exchange is a request and the last answer before the next request; either may be missing. */
function exchangesIn(rows: readonly SqlRow[]): Turn[][] {
  const exchanges: Turn[][] = [];
  for (const row of rows) {
    const turn = { id: text(row, 'id'), isRequest: text(row, 'role') === 'user' };
    const exchange = exchanges.at(-1);
    if (turn.isRequest || exchange === undefined) exchanges.push([turn]);
    else if (exchange.at(-1)?.isRequest === true) exchange.push(turn);
    else exchange.splice(-1, 1, turn);
  }
  return exchanges;
}

async function beginnings(db: SqlConnection, turns: readonly Turn[]): Promise<string[]> {
  const rows = await db.all(
    `SELECT substr(m.content, 1, ${String(maxCharacters)}) AS said FROM json_each(?) j ${lookUp(db, { table: 'messages', alias: 'm', where: 'm.id = CAST(j.value AS BIGINT)' })} ORDER BY j.key`,
    [JSON.stringify(turns.map(({ id }) => Number(id)))],
  );
  return rows.map((row) => text(row, 'said'));
}
