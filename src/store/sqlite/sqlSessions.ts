/** Sessions and their narratives. A unique index lets a conversation have one open session, whoever opens it first. */
import type {
  NewSession,
  Session,
  SessionEnd,
  SessionFilter,
  SessionShelf,
  SessionStore,
} from '../../memory/sessions.ts';
import type { IndexText } from '../../memory/ports.ts';
import { refreshDocument } from './memoryIndex.ts';
import { scopeCondition } from './projectScope.ts';
import { number, text, textOr, textOrNull } from './rowReader.ts';
import { selectSessions, sessionFromRow } from './sessionRow.ts';
import type { SqlConnection, SqliteEngine } from './sqlConnection.ts';
import { bulletsFromList, listFromBullets, topicsColumn, topicsFromColumn } from './textLists.ts';

export function createSqlSessions(engine: SqliteEngine, indexText: IndexText): SessionStore {
  return {
    open: (session, spareId) => engine.write((db) => openSession(db, session, spareId)),
    findOpen: (userId, externalId) => engine.read((db) => findOpen(db, userId, externalId)),
    findLatest: (userId, externalId) => engine.read((db) => findLatest(db, userId, externalId)),
    get: (id) => engine.read((db) => findSession(db, id)),
    findByPrefix: (userId, prefix, limit) =>
      engine.read((db) => {
        const where = 's.user_id = ? AND substr(s.id, 1, length(?)) = ?';
        const sql = `${selectSessions} WHERE ${where} ORDER BY s.started_at DESC, s.rowid DESC LIMIT ?`;
        return db.all(sql, [userId, prefix, prefix, limit]).map(sessionFromRow);
      }),
    getSummary: (id) =>
      engine.read((db) => {
        const row = db.get('SELECT * FROM session_summaries WHERE id = ?', [id]);
        if (row === undefined) return undefined;
        return {
          summary: text(row, 'summary'),
          keyFacts: listFromBullets(textOrNull(row, 'key_facts')),
          codeRefs: listFromBullets(textOrNull(row, 'code_refs')),
        };
      }),
    list: (filter) => engine.read((db) => listSessions(db, filter)),
    listForContext: (shelf) => engine.read((db) => listForContext(db, shelf)),
    end: (end) => engine.write((db) => endSession(db, indexText, end)),
    closeStale: (userId, startedBefore, oneLiner, now) =>
      engine.write((db) => closeStale(db, indexText, userId, startedBefore, oneLiner, now)),
  };
}

function findSession(db: SqlConnection, id: string): Session | undefined {
  const row = db.get(`${selectSessions} WHERE s.id = ?`, [id]);
  return row === undefined ? undefined : sessionFromRow(row);
}

function findOpen(db: SqlConnection, userId: string, externalId: string): Session | undefined {
  const where = `s.user_id = ? AND s.external_id = ? AND s.ended_at IS NULL AND s.origin = 'live'`;
  const row = db.get(`${selectSessions} WHERE ${where}`, [userId, externalId]);
  return row === undefined ? undefined : sessionFromRow(row);
}

function findLatest(db: SqlConnection, userId: string, externalId: string): Session | undefined {
  const where = `s.user_id = ? AND s.external_id = ? AND s.origin = 'live'`;
  const row = db.get(`${selectSessions} WHERE ${where} ORDER BY s.started_at DESC, s.rowid DESC LIMIT 1`, [
    userId,
    externalId,
  ]);
  return row === undefined ? undefined : sessionFromRow(row);
}

function openSession(
  db: SqlConnection,
  session: NewSession,
  spareId: string,
): { status: 'opened' | 'resumed'; session: Session } {
  const open = findOpen(db, session.userId, session.externalId);
  if (open !== undefined) return { status: 'resumed', session: open };
  const id = findSession(db, session.id) === undefined ? session.id : spareId;
  db.run(
    `INSERT INTO sessions (id, user_id, started_at, one_liner, external_id, origin, project_id, agent_id)
     VALUES (?, ?, ?, '', ?, 'live', ?, ?)`,
    [id, session.userId, session.now, session.externalId, session.projectId, session.agentId],
  );
  return { status: 'opened', session: sessionFromRow(db.get(`${selectSessions} WHERE s.id = ?`, [id]) ?? {}) };
}

/** Topics are compared here and not in SQL, because SQLite folds the case of ASCII only. */
function listSessions(db: SqlConnection, filter: SessionFilter): { sessions: Session[]; total: number } {
  const scope = scopeCondition(filter.scope, 's.project_id');
  const candidates = db.all(
    `SELECT s.rowid AS place, s.topics, s.one_liner FROM sessions s WHERE s.user_id = ? AND ${scope.sql}
     ORDER BY s.started_at DESC, s.rowid DESC`,
    [filter.userId, ...scope.params],
  );
  const wanted = (filter.topic ?? '').trim().toLowerCase();
  const matching = candidates.filter((row) =>
    [textOr(row, 'one_liner', ''), ...topicsFromColumn(textOrNull(row, 'topics'))].some((part) =>
      part.toLowerCase().includes(wanted),
    ),
  );
  const places = JSON.stringify(matching.slice(0, filter.limit).map((row) => number(row, 'place')));
  const rows = db.all(
    `${selectSessions} WHERE s.rowid IN (SELECT value FROM json_each(?)) ORDER BY s.started_at DESC, s.rowid DESC`,
    [places],
  );
  return { sessions: rows.map(sessionFromRow), total: matching.length };
}

function listForContext(db: SqlConnection, shelf: SessionShelf): { sessions: Session[]; total: number } {
  const scope = scopeCondition(shelf.scope, 's.project_id');
  const where = `s.user_id = ? AND ${scope.sql} AND (s.origin <> 'import' OR coalesce(s.has_tier2, 0) = 1)`;
  const params = [shelf.userId, ...scope.params];
  const newestFirst = 's.started_at DESC, s.rowid DESC';
  const places = (order: string): string => `SELECT s.rowid FROM sessions s WHERE ${where} ORDER BY ${order} LIMIT ?`;
  const rows = db.all(
    `${selectSessions} WHERE s.rowid IN (SELECT * FROM (${places(newestFirst)}))
       OR s.rowid IN (SELECT * FROM (${places(`coalesce(s.importance, 5) DESC, ${newestFirst}`)})) ORDER BY ${newestFirst}`,
    [...params, shelf.newest, ...params, shelf.important],
  );
  const { n } = db.get(`SELECT count(*) AS n FROM sessions s WHERE ${where}`, params) ?? {};
  return { sessions: rows.map(sessionFromRow), total: Number(n ?? 0) };
}

function endSession(db: SqlConnection, indexText: IndexText, end: SessionEnd): 'ended' | 'conflict' {
  const { changes } = db.run(
    `UPDATE sessions SET ended_at = coalesce(ended_at, ?), one_liner = ?, topics = coalesce(?, topics),
       outcome = coalesce(?, outcome), importance = coalesce(?, importance),
       has_tier2 = max(coalesce(has_tier2, 0), ?), version = version + 1
     WHERE id = ? AND version = ?`,
    [
      end.now,
      end.oneLiner,
      end.topics === null ? null : topicsColumn(end.topics),
      end.outcome,
      end.importance,
      end.summary === null ? 0 : 1,
      end.id,
      end.version,
    ],
  );
  if (changes === 0) return 'conflict';
  if (end.summary !== null) {
    const { summary, keyFacts, codeRefs } = end.summary;
    db.run(
      `INSERT INTO session_summaries (id, summary, key_facts, code_refs, created_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         summary = excluded.summary, key_facts = excluded.key_facts, code_refs = excluded.code_refs`,
      [end.id, summary, bulletsFromList(keyFacts), bulletsFromList(codeRefs), end.now],
    );
  }
  refreshDocument(db, indexText, 'session', end.id);
  return 'ended';
}

function closeStale(
  db: SqlConnection,
  indexText: IndexText,
  userId: string,
  startedBefore: string,
  oneLiner: string,
  now: string,
): string[] {
  const stale = db.all(
    `SELECT id FROM sessions WHERE user_id = ? AND ended_at IS NULL AND started_at < ? ORDER BY started_at`,
    [userId, startedBefore],
  );
  const ids = stale.map((row) => text(row, 'id'));
  for (const id of ids) {
    db.run(
      `UPDATE sessions SET ended_at = ?, one_liner = CASE one_liner WHEN '' THEN ? ELSE one_liner END,
         version = version + 1 WHERE id = ?`,
      [now, oneLiner, id],
    );
    refreshDocument(db, indexText, 'session', id);
  }
  return ids;
}
