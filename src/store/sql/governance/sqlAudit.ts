/** The audit over SQL: notes from writes, lists for users, and rows for the archive. */
import { amongKeys, amongNumbers } from '../connection/among.ts';
import type {
  ArchivedAuditRow,
  AuditFilter,
  AuditRow,
  AuditScope,
  AuditStore,
  NewAuditEntry,
} from '../../../memory/shared/audit.ts';
import { isNotErased, rightTo } from '../shared/accessRights.ts';
import { isDated, isNoState, isNoted, noteAudit, notedSetting, uidOf } from '../shared/auditRows.ts';
import { mayReview } from '../shared/knowledgeRights.ts';
import { count } from '../index/memoryDocuments.ts';
import { inWorkspace } from '../connection/inWorkspace.ts';
import { number, numberOrNull, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { someInTurn } from '../connection/inTurn.ts';
import { projectNameOf } from '../shared/projectScope.ts';

export function createSqlAudit(engine: SqlEngine): AuditStore {
  return {
    list: (query, reader) => engine.read((db) => listAudit(db, query, reader)),
    scope: (reader) => engine.read((db) => readScope(db, reader)),
    async note(entries) {
      const levels = new Set(entries.map(({ level }) => level));
      if (!(await engine.read((db) => someInTurn([...levels], (level) => isNoted(db, level))))) return;
      await engine.write(async (db) => {
        for (const entry of entries) await noteAudit(db, await withUid(db, entry));
      });
    },
    uidOf: (kind, id) => engine.read((db) => uidOf(db, kind, id)),
    archive: (before, limit, keep) =>
      engine.write(async (db) => {
        const rows = (
          await db.all(`SELECT * FROM audit WHERE at < ? AND ${isDated} AND ${isNoState} ORDER BY at, id LIMIT ?`, [
            before,
            limit,
          ])
        ).map(archivedFromRow);
        if (rows.length === 0) return 0;
        keep(rows);
        await db.run(`DELETE FROM audit WHERE id ${amongNumbers()}`, [JSON.stringify(rows.map(({ id }) => id))]);
        return rows.length;
      }),
    forgetWords: (before, limit) =>
      engine.write(async (db) => {
        const among = `SELECT id FROM audit WHERE at < ? AND level = 'read' AND detail IS NOT NULL AND ${inWorkspace(db)}
          ORDER BY at, id LIMIT ?`;
        return (await db.run(`UPDATE audit SET detail = NULL WHERE id IN (${among})`, [before, limit])).changes;
      }),
    named: (rows, reader) => engine.read((db) => nameArchived(db, rows, reader)),
  };
}

async function withUid(db: SqlConnection, { id, ...entry }: NewAuditEntry): Promise<NewAuditEntry> {
  const { kind } = entry;
  if (id === undefined || kind === null || !isMemory(kind)) return entry;
  return { ...entry, uid: (await uidOf(db, kind, id)) ?? null };
}

const memoryTables = {
  fact: 'facts',
  chunk: 'conversation_chunks',
  knowledge: 'global_knowledge',
  message: 'messages',
  hypothesis: 'hypotheses',
} as const;

function isMemory(kind: string): kind is keyof typeof memoryTables {
  return Object.hasOwn(memoryTables, kind);
}

const numberToday = `CASE a.kind WHEN 'session' THEN (SELECT o.id FROM sessions o WHERE o.id = a.memory_uid)
  WHEN 'user' THEN (SELECT o.username FROM users o WHERE o.id = a.memory_uid)
  WHEN 'project' THEN (SELECT o.name FROM own_projects o WHERE o.project_id = a.memory_uid AND o.user_id = r.reader) ${Object.entries(
    memoryTables,
  )
    .map(
      ([kind, table]) => `WHEN '${kind}' THEN (SELECT CAST(m.id AS TEXT) FROM ${table} m WHERE m.uid = a.memory_uid)`,
    )
    .join(' ')} END AS number`;

/**
 * The rules of the catalogue for one row: the reader's own memories, and of shared knowledge all entries for a
 * reviewer, else the reader's own and those that were approved.
 */
function mayOpen(isReviewer: boolean): string {
  const own = ['fact', 'chunk', 'message', 'hypothesis'] as const;
  const shared = `${isReviewer ? 'TRUE' : 'FALSE'} OR m.promoted_by = r.reader OR m.status = 'approved'
    OR (m.status = 'deprecated' AND m.approved_by IS NOT NULL)`;
  return `CASE a.kind WHEN 'session' THEN EXISTS (SELECT 1 FROM sessions m WHERE m.id = a.memory_uid AND m.user_id = r.reader)
    WHEN 'knowledge' THEN EXISTS (SELECT 1 FROM global_knowledge m WHERE m.uid = a.memory_uid AND (${shared}))
    ${own
      .map((kind) => {
        const ownOne = `SELECT 1 FROM ${memoryTables[kind]} m WHERE m.uid = a.memory_uid AND m.user_id = r.reader`;
        return `WHEN '${kind}' THEN EXISTS (${ownOne})`;
      })
      .join(' ')} ELSE FALSE END AS may_open`;
}

const names = `JOIN (SELECT CAST(? AS TEXT) AS reader) r ON TRUE LEFT JOIN users u ON u.id = a.user_id
  LEFT JOIN agents g ON g.id = a.agent_id
  LEFT JOIN sessions s ON s.id = a.session_id`;
const named = async (
  db: SqlConnection,
  reader: string,
): Promise<string> => `u.username, g.name AS agent_name, CASE WHEN a.user_id = r.reader THEN ${projectNameOf('a')} END AS project_name,
  s.id IS NOT NULL AS is_session_there, coalesce(s.user_id = r.reader, FALSE) AS may_open_session, ${numberToday},
  ${mayOpen(await mayReview(db, reader))}`;

async function listAudit(
  db: SqlConnection,
  query: Parameters<AuditStore['list']>[0],
  reader: string,
): Promise<Awaited<ReturnType<AuditStore['list']>>> {
  const isOwn = (await rightTo(db, 'read_audit', reader)) !== 'all';
  const { where, params } = conditionOf(query, isOwn ? reader : undefined);
  const rows = await db.all(
    `SELECT a.*, ${await named(db, reader)} FROM audit a ${names} WHERE ${where} ORDER BY a.at DESC, a.id DESC LIMIT ? OFFSET ?`,
    [reader, ...params, query.limit, query.offset],
  );
  const total = await count(db, `SELECT count(*) AS n FROM audit a ${names} WHERE ${where}`, [reader, ...params]);
  return { rows: rows.map(rowFrom), total, isOwn };
}

async function readScope(db: SqlConnection, reader: string): Promise<AuditScope> {
  const namesIn = async (sql: string, params: SqlValue[] = []): Promise<string[]> =>
    (await db.all(`${sql} ORDER BY name`, params)).map((row) => text(row, 'name'));
  const noted = await notedSetting(db);
  if ((await rightTo(db, 'read_audit', reader)) === 'all') {
    const users = await namesIn(`SELECT username AS name FROM users WHERE ${isNotErased}`);
    return { users, agents: await namesIn('SELECT DISTINCT name FROM agents'), noted };
  }
  const own = 'SELECT agent_id FROM audit WHERE user_id = ?1 UNION SELECT agent_id FROM sessions WHERE user_id = ?1';
  return { users: [], agents: await namesIn(`SELECT DISTINCT name FROM agents WHERE id IN (${own})`, [reader]), noted };
}

function conditionOf(filter: AuditFilter, own: string | undefined): { where: string; params: SqlValue[] } {
  const parts: [string, SqlValue | undefined][] = [
    ['a.user_id = ?', own],
    ['a.at >= ?', filter.since],
    ['a.at < ?', filter.until],
    ['u.username = ?', filter.user],
    ['g.name = ?', filter.agent],
    ['a.action = ?', filter.action],
    [`a.action ${amongKeys()}`, filter.actions && JSON.stringify(filter.actions)],
    ['a.kind = ?', filter.kind],
    ['a.level = ?', filter.level],
    ['a.memory_uid = ?', filter.uid],
    ['a.session_id = ?', filter.sessionId],
  ];
  const given = parts.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return { where: ['TRUE', ...given.map(({ sql }) => sql)].join(' AND '), params: given.map(({ value }) => value) };
}

function rowFrom(row: SqlRow): AuditRow {
  return {
    at: text(row, 'at'),
    level: text(row, 'level'),
    user: textOrNull(row, 'username'),
    agent: textOrNull(row, 'agent_name'),
    sessionId: textOrNull(row, 'session_id'),
    project: textOrNull(row, 'project_name'),
    action: text(row, 'action'),
    kind: textOrNull(row, 'kind'),
    uid: textOrNull(row, 'memory_uid'),
    id: textOrNull(row, 'number'),
    mayOpen: number(row, 'may_open') === 1,
    mayOpenSession: number(row, 'may_open_session') === 1,
    isSessionThere: number(row, 'is_session_there') === 1,
    count: numberOrNull(row, 'count'),
    detail: textOrNull(row, 'detail'),
  };
}

function archivedFromRow(row: SqlRow): ArchivedAuditRow {
  const level = text(row, 'level');
  return {
    id: number(row, 'id'),
    at: text(row, 'at'),
    level,
    user: text(row, 'user_id'),
    agent: textOrNull(row, 'agent_id'),
    session: textOrNull(row, 'session_id'),
    project: textOrNull(row, 'project_id'),
    action: text(row, 'action'),
    kind: textOrNull(row, 'kind'),
    uid: textOrNull(row, 'memory_uid'),
    count: numberOrNull(row, 'count'),
    detail: level === 'read' ? null : textOrNull(row, 'detail'),
  };
}

/** The fields of an archived row, each with its column. */
const archivedFields: readonly (readonly [keyof ArchivedAuditRow, string])[] = [
  ['at', 'at'],
  ['level', 'level'],
  ['user', 'user_id'],
  ['agent', 'agent_id'],
  ['session', 'session_id'],
  ['project', 'project_id'],
  ['action', 'action'],
  ['kind', 'kind'],
  ['uid', 'memory_uid'],
  ['count', 'count'],
  ['detail', 'detail'],
];

/** Resolves names with the joins used for rows in the store. */
async function nameArchived(db: SqlConnection, rows: readonly ArchivedAuditRow[], reader: string): Promise<AuditRow[]> {
  const isOwn = (await rightTo(db, 'read_audit', reader)) !== 'all';
  const seen = isOwn ? rows.filter(({ user }) => user === reader) : rows;
  const values = seen.map((row) => archivedFields.map(([name]) => row[name]));
  const places = archivedFields.map(([, column], place) => {
    const value = `json_extract(value, '$[${String(place)}]')`;
    return `${column === 'count' ? `CAST(${value} AS BIGINT)` : value} AS ${column}`;
  });
  const sql = `SELECT a.*, ${await named(db, reader)} FROM (SELECT key, ${places.join(', ')} FROM json_each(?)) a ${names} ORDER BY a.key`;
  return (await db.all(sql, [JSON.stringify(values), reader])).map(rowFrom);
}
