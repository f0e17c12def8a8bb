/**
 * Recovery over SQL. Queries first find only the ids of messages, along an index and up to `maxCountedMessages`, and
 * then read one page of them.
 */
import { lookUp } from '../connection/lookUp.ts';
import { amongKeys } from '../connection/among.ts';
import { eraName } from '../../../memory/archive/eras.ts';
import type { Era, Heap, Place, RecoveredMessage, RecoveryStore } from '../../../memory/archive/recovery.ts';
import { maxCountedMessages } from '../../../memory/archive/recovery.ts';
import { heapTypes } from '../../../memory/shared/vocabulary.ts';
import type { Session } from '../../../memory/sessions/sessions.ts';
import type { ProjectScope } from '../../../memory/shared/identity.ts';
import { messageTypes } from '../../../memory/shared/vocabulary.ts';
import { flag, number, numberOrNull, oneOf, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { count } from '../index/memoryDocuments.ts';
import { selectSessions, sessionFromRow } from '../sessions/sessionRow.ts';
import { projectNameOf, scopeCondition } from '../shared/projectScope.ts';

/** One more than is counted, to detect further messages. */
const max = maxCountedMessages + 1;

export function createSqlRecovery(engine: SqlEngine): RecoveryStore {
  return {
    listEras: (userId, scope) =>
      engine.read(async (db) => {
        const within = scopeCondition(scope, 'e.project_id');
        return erasWhere(db, userId, within.sql, within.params);
      }),
    findEra: (userId, eraId) => engine.read(async (db) => (await erasWhere(db, userId, 'e.id = ?', [eraId]))[0]),
    findHeap: (userId, heapId) => engine.read((db) => findHeap(db, userId, heapId)),
    latestContinuation: (userId, scope, sessionId) =>
      engine.read((db) => latestContinuation(db, userId, scope, sessionId)),
    latestHeap: (userId, scope, except) =>
      engine.read(
        async (db) => (await latestHeap(db, userId, scope, except)) ?? (await latestHeap(db, userId, scope, null)),
      ),
    placeOf: (userId, message) =>
      engine.read(async (db) => {
        const [column, value] = 'id' in message ? ['id', message.id] : ['uid', message.uid];
        const sql = `SELECT id, created_at, seq, heap_id FROM messages WHERE ${column} = ? AND user_id = ?`;
        const row = await db.get(sql, [value, userId]);
        return row === undefined ? undefined : placeFrom(row);
      }),
    before: (choice) => engine.read((db) => messagesBefore(db, choice)),
    ofEra: ({ userId, eraId, after, types }) =>
      engine.read(async (db) => {
        const chosen = conditionOfTypes(types);
        // Sorted by time along the index and not by heap, which would sort the whole era.
        const sql = `SELECT m.id FROM messages m WHERE m.user_id = ?
            AND m.created_at BETWEEN (SELECT max(started_at, ?) FROM eras WHERE id = ?) AND (SELECT ended_at FROM eras WHERE id = ?)
            AND (m.created_at, m.id) > (?, ?) AND +m.heap_id IN (SELECT id FROM heaps WHERE era_id = ?) AND ${chosen.sql}
          ORDER BY m.created_at, m.id LIMIT ${String(max)}`;
        const { createdAt, id } = after ?? { createdAt: '', id: 0 };
        return idsOf(db, sql, [userId, createdAt, eraId, eraId, createdAt, id, eraId, ...chosen.params]);
      }),
    ofHeap: ({ userId, heapId, after, types }) =>
      engine.read(async (db) => {
        const chosen = conditionOfTypes(types);
        const sql = `SELECT m.id FROM messages m WHERE m.heap_id = ? AND m.seq > ? AND m.user_id = ? AND ${chosen.sql}
          ORDER BY m.seq LIMIT ${String(max)}`;
        return idsOf(db, sql, [heapId, after?.seq ?? -1, userId, ...chosen.params]);
      }),
    read: (userId, ids, characters) => engine.read((db) => readMessages(db, userId, ids, characters)),
    sessionsOf: (userId, eraId, limit) => engine.read((db) => sessionsOf(db, userId, eraId, limit)),
  };
}

async function erasWhere(
  db: SqlConnection,
  userId: string,
  condition: string,
  params: readonly SqlValue[],
): Promise<Era[]> {
  const rows = await db.all(
    `SELECT e.*, ${projectNameOf('e')} AS project_name, (SELECT count(DISTINCT session_id) FROM heaps WHERE era_id = e.id) AS sessions
     FROM (${numberedEras}) e WHERE ${condition} ORDER BY e.ended_at DESC, e.started_at DESC, e.id`,
    [userId, ...params],
  );
  return rows.map((row) => ({
    id: text(row, 'id'),
    name: eraNameFrom(row),
    projectName: textOrNull(row, 'project_name'),
    startedAt: text(row, 'started_at'),
    endedAt: text(row, 'ended_at'),
    sessions: number(row, 'sessions'),
  }));
}

/** All eras of one user, numbered within their project. */
const numberedEras = `SELECT *, row_number() OVER (PARTITION BY project_id ORDER BY started_at, id) AS number
  FROM eras WHERE user_id = ?`;

function eraNameFrom(row: SqlRow): string {
  return eraName(textOrNull(row, 'project_name'), number(row, 'number'));
}

async function findHeap(db: SqlConnection, userId: string, heapId: string): Promise<Heap | undefined> {
  const row = await db.get(
    `SELECT h.*, e.number, ${projectNameOf('e')} AS project_name FROM heaps h JOIN (${numberedEras}) e ON e.id = h.era_id
     WHERE h.id = ?`,
    [userId, heapId],
  );
  if (row === undefined) return undefined;
  return {
    id: text(row, 'id'),
    type: oneOf(row, 'type', heapTypes, 'FRESH'),
    startedAt: text(row, 'started_at'),
    eraId: text(row, 'era_id'),
    eraName: eraNameFrom(row),
    sessionId: text(row, 'session_id'),
    projectName: textOrNull(row, 'project_name'),
  };
}

async function latestContinuation(
  db: SqlConnection,
  userId: string,
  scope: ProjectScope,
  sessionId: string | undefined,
): Promise<{ heapId: string; messageId: number } | undefined> {
  const within = scopeCondition(scope, 'e.project_id');
  const [heaps, session] =
    sessionId === undefined
      ? ['eras e CROSS JOIN heaps h ON h.era_id = e.id', []]
      : ['heaps h JOIN eras e ON e.id = h.era_id AND h.session_id = ?', [sessionId]];
  const row = await db.get(
    `SELECT h.id AS heap, m.id AS message FROM ${heaps}
     CROSS JOIN messages m ON m.uid = h.continuation WHERE e.user_id = ? AND ${within.sql} AND m.user_id = e.user_id
     ORDER BY m.created_at DESC, m.id DESC LIMIT 1`,
    [...session, userId, ...within.params],
  );
  return row === undefined ? undefined : { heapId: text(row, 'heap'), messageId: number(row, 'message') };
}

async function latestHeap(
  db: SqlConnection,
  userId: string,
  scope: ProjectScope,
  except: string | null,
): Promise<string | undefined> {
  const within = scopeCondition(scope, 'e.project_id');
  const row = await db.get(
    `SELECT h.id, coalesce(
         (SELECT m.created_at FROM messages m WHERE m.heap_id = h.id ORDER BY m.seq DESC LIMIT 1), h.started_at) AS last_at
     FROM eras e CROSS JOIN heaps h ON h.era_id = e.id CROSS JOIN sessions s ON s.id = h.session_id
     WHERE e.user_id = ? AND ${within.sql} AND (h.type <> 'FRESH' OR s.external_id IS DISTINCT FROM ? OR s.external_id IS NULL)
     ORDER BY last_at DESC, h.rowid DESC LIMIT 1`,
    [userId, ...within.params, except],
  );
  return row === undefined ? undefined : text(row, 'id');
}

function placeFrom(row: SqlRow): Place {
  return {
    id: number(row, 'id'),
    createdAt: text(row, 'created_at'),
    seq: number(row, 'seq'),
    heapId: textOrNull(row, 'heap_id'),
  };
}

/**
 * Goes back in time, limited to the eras of the scope: otherwise a search for a few messages of a small project would
 * scan those of a large one.
 */
async function messagesBefore(db: SqlConnection, choice: Parameters<RecoveryStore['before']>[0]): Promise<number[]> {
  const { userId, scope, before } = choice;
  const chosen = conditionOfTypes(choice.types);
  const within = scopeCondition(scope, 's.project_id');
  const sessions = scope === 'all' ? '' : 'CROSS JOIN sessions s ON s.id = m.session_id';
  const bound = before === null ? 'TRUE' : '(m.created_at, m.id) < (?, ?)';
  const sql = `SELECT m.id FROM messages m ${sessions} WHERE m.user_id = ? AND m.created_at BETWEEN ? AND ?
    AND ${bound} AND ${within.sql} AND ${chosen.sql} ORDER BY m.created_at DESC, m.id DESC LIMIT ?`;
  const bounds = before === null ? [] : [before.createdAt, before.id];
  const ids: number[] = [];
  for (const { from, to } of await stretchesOf(db, userId, scope)) {
    if (before !== null && from > before.createdAt) continue;
    const until = before !== null && before.createdAt < to ? before.createdAt : to;
    const params = [userId, from, until, ...bounds, ...within.params, ...chosen.params, max - ids.length];
    ids.push(...(await idsOf(db, sql, params)));
    if (ids.length >= max) break;
  }
  return ids;
}

/** The time ranges of a scope, newest first. Overlapping eras of the project and of no project form one range. */
async function stretchesOf(
  db: SqlConnection,
  userId: string,
  scope: ProjectScope,
): Promise<{ from: string; to: string }[]> {
  const within = scopeCondition(scope, 'project_id');
  const sql = `SELECT started_at, ended_at FROM eras WHERE user_id = ? AND ${within.sql} ORDER BY started_at`;
  const stretches: { from: string; to: string }[] = [];
  for (const row of await db.all(sql, [userId, ...within.params])) {
    const [from, to] = [text(row, 'started_at'), text(row, 'ended_at')];
    const last = stretches.at(-1);
    if (last === undefined || last.to < from) stretches.push({ from, to });
    else if (last.to < to) last.to = to;
  }
  return stretches.toReversed();
}

function conditionOfTypes(types: readonly string[] | undefined): { sql: string; params: SqlValue[] } {
  if (types === undefined) return { sql: 'TRUE', params: [] };
  return { sql: `+m.type ${amongKeys()}`, params: [JSON.stringify(types)] };
}

async function idsOf(db: SqlConnection, sql: string, params: readonly SqlValue[]): Promise<number[]> {
  return (await db.all(sql, params)).map((row) => number(row, 'id'));
}

async function readMessages(
  db: SqlConnection,
  userId: string,
  ids: readonly number[],
  characters: number,
): Promise<RecoveredMessage[]> {
  const rows = await db.all(
    `SELECT m.id, m.uid, m.session_id, m.seq, m.role, m.type, m.tool, m.speaker, m.created_at, m.heap_id,
       substr(m.content, 1, ?1) AS content, length(m.content) > ?1 AS is_cut,
       a.name AS agent_name, h.type AS heap_type, e.number, ${projectNameOf('e')} AS project_name
     FROM json_each(?2) wanted ${lookUp(db, { table: 'messages', alias: 'm', where: 'm.id = CAST(wanted.value AS BIGINT)' })}
     LEFT JOIN sessions s ON s.id = m.session_id LEFT JOIN agents a ON a.id = s.agent_id
     LEFT JOIN heaps h ON h.id = m.heap_id LEFT JOIN (${numberedEras.replace('?', '?3')}) e ON e.id = h.era_id
     WHERE m.user_id = ?3 ORDER BY wanted.key`,
    [characters, JSON.stringify(ids), userId],
  );
  return rows.map((row) => ({
    id: number(row, 'id'),
    uid: text(row, 'uid'),
    sessionId: text(row, 'session_id'),
    seq: number(row, 'seq'),
    role: text(row, 'role'),
    type: oneOf(row, 'type', messageTypes, 'text'),
    tool: textOrNull(row, 'tool'),
    speaker: textOrNull(row, 'speaker'),
    agentName: textOrNull(row, 'agent_name'),
    content: text(row, 'content'),
    isCut: flag(row, 'is_cut'),
    createdAt: text(row, 'created_at'),
    heapId: textOrNull(row, 'heap_id'),
    heapType: row['heap_type'] === null ? null : oneOf(row, 'heap_type', heapTypes, 'FRESH'),
    eraName: numberOrNull(row, 'number') === null ? null : eraNameFrom(row),
  }));
}

async function sessionsOf(
  db: SqlConnection,
  userId: string,
  eraId: string,
  limit: number,
): Promise<{ sessions: Session[]; total: number }> {
  const where = 's.user_id = ? AND s.id IN (SELECT session_id FROM heaps WHERE era_id = ?)';
  const sql = `${selectSessions} WHERE ${where} ORDER BY s.started_at DESC, s.rowid DESC LIMIT ?`;
  return {
    sessions: (await db.all(sql, [userId, eraId, limit])).map(sessionFromRow),
    total: await count(db, `SELECT count(*) AS n FROM sessions s WHERE ${where}`, [userId, eraId]),
  };
}
