/** Pending proposals with the data to judge them: facts and exchanges of their sessions, and the live entries. */
import { amongKeys } from '../connection/among.ts';
import type {
  InboxQuery,
  LiveKnowledge,
  ReviewRight,
  SaidInSession,
  StoredInbox,
  WaitingKnowledge,
} from '../../../memory/knowledge/knowledgeStore.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { count } from '../index/memoryDocuments.ts';
import { importantFirst, knowledgeFromRow, pendingCondition, reviewRight, selectKnowledge } from './knowledgeRow.ts';

/** Maximum of each kind for each session. */
const maxSaid = 40;
const maxLive = 2_000;

export async function readInbox(db: SqlConnection, { userId, mode, offset, limit }: InboxQuery): Promise<StoredInbox> {
  const right = await reviewRight(db, userId, mode);
  const pending = pendingCondition(right, userId);
  // Only a session of the proposer counts: reviewers must not see the sessions of other users.
  const page = selectKnowledge.replace(' FROM ', ', s.id AS session_id, s.one_liner AS headline FROM ');
  const rows = await db.all(
    `${page} LEFT JOIN sessions s ON s.id = k.source_session AND s.user_id = k.promoted_by
     WHERE ${pending.sql} ORDER BY ${importantFirst} LIMIT ? OFFSET ?`,
    [...pending.params, limit, offset],
  );
  const proposals = rows.map((row) => {
    const id = textOrNull(row, 'session_id');
    return { entry: knowledgeFromRow(row), session: id === null ? null : { id, headline: text(row, 'headline') } };
  });
  const sessions = proposals.flatMap(({ session }) => (session === null ? [] : [session.id]));
  return {
    proposals,
    total: await count(db, `SELECT count(*) AS n FROM global_knowledge k WHERE ${pending.sql}`, pending.params),
    right,
    said: await saidIn(db, [...new Set(sessions)]),
    live: proposals.length === 0 ? [] : await liveFor(db, right, userId),
  };
}

export async function waitingFor(db: SqlConnection, userId: string, right: ReviewRight): Promise<WaitingKnowledge> {
  if (right === 'none') return { count: 0, mayReview: false };
  const pending = pendingCondition(right, userId);
  const sql = `SELECT count(*) AS n FROM global_knowledge k WHERE ${pending.sql}`;
  return { count: await count(db, sql, pending.params), mayReview: true };
}

/** Reads all sessions at once. Facts are found by their documents, whose index contains the session. */
async function saidIn(db: SqlConnection, sessions: readonly string[]): Promise<SaidInSession[]> {
  const wanted = amongKeys('?1');
  const newest = (order: string): string => `row_number() OVER (PARTITION BY s.id ORDER BY ${order}) AS place`;
  const facts = `SELECT d.session_id, CAST(d.memory_id AS INTEGER) AS id, ${newest('CAST(d.memory_id AS INTEGER) DESC')}
    FROM memory_documents d CROSS JOIN sessions s ON s.id = d.session_id AND s.user_id = d.user_id WHERE d.kind = 'fact'
      AND d.user_id IN (SELECT user_id FROM sessions WHERE id ${wanted}) AND d.session_id ${wanted}`;
  const chunks = `SELECT c.session_id, c.id, ${newest('c.seq DESC, c.id DESC')} FROM conversation_chunks c
    JOIN sessions s ON s.id = c.session_id AND s.user_id = c.user_id WHERE c.session_id ${wanted}`;
  const said = async (kind: SaidInSession['kind'], found: string, words: string): Promise<SaidInSession[]> =>
    (
      await db.all(
        `SELECT w.session_id, m.id, substr(${words}, 1, 1000) AS said FROM (${found}) w JOIN ${tables[kind]} m ON m.id = w.id
            WHERE w.place <= ?2 ORDER BY w.session_id, w.place`,
        [JSON.stringify(sessions), maxSaid],
      )
    ).map((row) => ({ sessionId: text(row, 'session_id'), kind, id: text(row, 'id'), text: text(row, 'said') }));
  return [...(await said('fact', facts, 'm.fact')), ...(await said('chunk', chunks, 'm.content'))];
}

const tables: Record<SaidInSession['kind'], string> = { fact: 'facts', chunk: 'conversation_chunks' };

async function liveFor(db: SqlConnection, right: ReviewRight, userId: string): Promise<LiveKnowledge[]> {
  const pending = pendingCondition(right, userId);
  const rows = await db.all(
    `SELECT k.id, k.title, k.content, k.version, k.status = 'approved' AS is_approved FROM global_knowledge k
     WHERE k.status = 'approved' OR (${pending.sql}) ORDER BY ${importantFirst} LIMIT ?`,
    [...pending.params, maxLive],
  );
  return rows.map((row) => ({
    id: number(row, 'id'),
    title: text(row, 'title'),
    content: text(row, 'content'),
    status: row['is_approved'] === 1 ? 'approved' : 'pending',
    version: number(row, 'version'),
  }));
}
