/**
 * Sessions and their summaries. A unique index allows one open session per conversation, even if two processes open it.
 */
import type { Actor } from '../../../memory/shared/audit.ts';
import type { Session } from '../../../memory/sessions/sessions.ts';
import type { NewSession, SessionClosing, SessionEnd, SessionStore } from '../../../memory/sessions/sessionStore.ts';
import { limits } from '../../../memory/shared/input.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { oneLine, shorten } from '../../../util/text.ts';
import { isNotDeprecated } from '../index/liveFacts.ts';
import { byUser, noteAudit, requireNotErased } from '../shared/auditRows.ts';
import { refreshDocument } from '../index/memoryIndex.ts';
import { openingsOf } from '../index/sessionDocument.ts';
import { keepImages } from '../shared/changeImages.ts';
import type { Undoer } from '../shared/changeImages.ts';
import { openAgain } from '../shared/openAgain.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { bulletsFromList, listFromBullets, topicsColumn } from '../shared/textLists.ts';
import { hasTombstone } from '../shared/tombstones.ts';
import { factsOf, listFiles, listForContext, listRevisions, listSessions } from './sessionLists.ts';
import { isPlaceholderSql, selectSessions, sessionFromRow } from './sessionRow.ts';

export function createSqlSessions(engine: SqlEngine, indexText: IndexText, now: () => Date): SessionStore {
  return {
    open: (session, spareId) =>
      engine.write(async (db) => {
        await requireNotErased(db, session.userId);
        const opened = await openSession(db, indexText, session, spareId);
        const { id } = opened.session;
        const by = { ...session, sessionId: id };
        if (opened.status === 'opened')
          await noteAudit(db, { at: session.now, by, action: 'begin', kind: 'session', uid: id });
        return opened;
      }, session.userId),
    findOpen: (userId, externalId) => engine.read((db) => findOpen(db, userId, externalId)),
    findLatest: (userId, externalId) => engine.read((db) => findLatest(db, userId, externalId)),
    get: (id) => engine.read((db) => findSession(db, id)),
    findByPrefix: (userId, prefix, limit) =>
      engine.read(async (db) => {
        const where = 's.user_id = ? AND substr(s.id, 1, length(?)) = ?';
        const sql = `${selectSessions} WHERE ${where} ORDER BY s.started_at DESC, s.rowid DESC LIMIT ?`;
        return (await db.all(sql, [userId, prefix, prefix, limit])).map(sessionFromRow);
      }),
    getSummary: (id) =>
      engine.read(async (db) => {
        const row = await db.get('SELECT * FROM session_summaries WHERE id = ?', [id]);
        if (row === undefined) return undefined;
        return {
          summary: text(row, 'summary'),
          keyFacts: listFromBullets(textOrNull(row, 'key_facts')),
          codeRefs: listFromBullets(textOrNull(row, 'code_refs')),
        };
      }),
    factsOf: (id, limit) => engine.read((db) => factsOf(db, id, limit)),
    list: (filter) => engine.read((db) => listSessions(db, filter)),
    listFiles: (filter) => engine.read((db) => listFiles(db, filter)),
    listRevisions: (userId) => engine.read((db) => listRevisions(db, userId)),
    openings: (ids) => engine.read((db) => openingsOf(db, ids)),
    listForContext: (shelf) => engine.read((db) => listForContext(db, shelf)),
    end: (end) =>
      engine.write(async (db) => {
        const outcome = await endSession(db, indexText, end);
        if (outcome === 'ended') await note(db, { at: end.now, by: end.by, action: 'end', detail: null }, end.id);
        return outcome;
      }),
    rename: ({ id, version, oneLiner, by }) =>
      engine.write(async (db) => {
        const before = await headlineOf(db, id);
        const sql = `UPDATE sessions SET one_liner = ?, told_by = 'person', version = version + 1 WHERE id = ? AND version = ?`;
        if ((await db.run(sql, [oneLiner, id, version])).changes === 0) return 'conflict';
        const at = now().toISOString();
        await keepImages(db, { by, now: at }, [{ kind: 'session', key: id, before, after: await headlineOf(db, id) }]);
        await refreshDocument(db, indexText, 'session', id);
        await note(db, { at, by, action: 'edit', detail: null }, id);
        return 'renamed';
      }),
    touch: ({ userId, externalId, now }) =>
      engine.write(async (db) => {
        const open = `user_id = ? AND external_id = ? AND ended_at IS NULL AND origin = 'live'`;
        await db.run(`UPDATE sessions SET last_active_at = ? WHERE ${open}`, [now, userId, externalId]);
      }, userId),
    closeSilent: (closing) =>
      engine.write(async (db) => {
        const closed = await closeSilent(db, indexText, closing);
        const { by, externalId } = closing;
        const detail = externalId === undefined ? 'silence' : 'closed';
        for (const id of closed) await note(db, { at: now().toISOString(), by, action: 'end', detail }, id);
        return closed;
      }),
  };
}

async function headlineOf(db: SqlConnection, id: string): Promise<SqlRow | null> {
  return (await db.get('SELECT one_liner, told_by, version FROM sessions WHERE id = ?', [id])) ?? null;
}

export const headlineUndoer: Undoer = {
  kinds: ['session'],
  async undo(db, images, { userId, indexText, by, now }) {
    for (const { key: id, before, after } of images) {
      const sql = `UPDATE sessions SET one_liner = ?, told_by = ?, version = version + 1
                   WHERE id = ? AND user_id = ? AND version = ?`;
      const [headline, source] = [textOrNull(before ?? {}, 'one_liner'), textOrNull(before ?? {}, 'told_by')];
      const { changes } = await db.run(sql, [headline, source, id, userId, number(after ?? {}, 'version')]);
      if (changes === 0) return 'conflict';
      await refreshDocument(db, indexText, 'session', id);
      await note(db, { at: now, by, action: 'edit', detail: null }, id);
    }
    return 'undone';
  },
};

/** `by` defaults to the session's user. */
async function note(
  db: SqlConnection,
  { by, ...done }: { at: string; by: Actor | undefined; action: 'end' | 'edit'; detail: string | null },
  id: string,
): Promise<void> {
  const owner = async (): Promise<string> =>
    text((await db.get('SELECT user_id FROM sessions WHERE id = ?', [id])) ?? {}, 'user_id');
  await noteAudit(db, { ...done, by: { ...(by ?? byUser(await owner())), sessionId: id }, kind: 'session', uid: id });
}

async function findSession(db: SqlConnection, id: string): Promise<Session | undefined> {
  const row = await db.get(`${selectSessions} WHERE s.id = ?`, [id]);
  return row === undefined ? undefined : sessionFromRow(row);
}

async function findOpen(db: SqlConnection, userId: string, externalId: string): Promise<Session | undefined> {
  const where = `s.user_id = ? AND s.external_id = ? AND s.ended_at IS NULL AND s.origin = 'live'`;
  const row = await db.get(`${selectSessions} WHERE ${where}`, [userId, externalId]);
  return row === undefined ? undefined : sessionFromRow(row);
}

async function findLatest(db: SqlConnection, userId: string, externalId: string): Promise<Session | undefined> {
  const where = `s.user_id = ? AND s.external_id = ? AND s.origin = 'live'`;
  const row = await db.get(`${selectSessions} WHERE ${where} ORDER BY s.started_at DESC, s.rowid DESC LIMIT 1`, [
    userId,
    externalId,
  ]);
  return row === undefined ? undefined : sessionFromRow(row);
}

async function openSession(
  db: SqlConnection,
  indexText: IndexText,
  session: NewSession,
  spareId: string,
): Promise<{ status: 'opened' | 'resumed'; session: Session }> {
  const open = (await findOpen(db, session.userId, session.externalId)) ?? (await reopened(db, indexText, session));
  if (open !== undefined) {
    await db.run('UPDATE sessions SET last_active_at = ? WHERE id = ?', [session.now, open.id]);
    return { status: 'resumed', session: { ...open, lastActiveAt: session.now } };
  }
  const isFree = (await findSession(db, session.id)) === undefined && !(await hasTombstone(db, session.id));
  const id = isFree ? session.id : spareId;
  await db.run(
    `INSERT INTO sessions (id, user_id, started_at, one_liner, external_id, origin, project_id, agent_id, last_active_at)
     VALUES (?1, ?2, ?3, '', ?4, 'live', ?5, ?6, ?3)`,
    [id, session.userId, session.now, session.externalId, session.projectId, session.agentId],
  );
  return { status: 'opened', session: sessionFromRow((await db.get(`${selectSessions} WHERE s.id = ?`, [id])) ?? {}) };
}

/** Reopens the last session of a conversation that continues after its client closed it; undefined if it does not. */
async function reopened(db: SqlConnection, indexText: IndexText, session: NewSession): Promise<Session | undefined> {
  const { userId, externalId, reopenWindow } = session;
  const latest = await findLatest(db, userId, externalId);
  if (latest === undefined || latest.endedAt === null) return undefined;
  if (latest.endedAt < reopenWindow.closedSince || latest.startedAt < reopenWindow.startedSince) return undefined;
  if (latest.summarizedBy !== null && latest.summarizedBy !== 'rule') return undefined;
  await openAgain(db, latest.id);
  await refreshDocument(db, indexText, 'session', latest.id);
  const by = { ...session, sessionId: latest.id };
  await noteAudit(db, { at: session.now, by, action: 'reopen', kind: 'session', uid: latest.id });
  return findOpen(db, userId, externalId);
}

async function endSession(db: SqlConnection, indexText: IndexText, end: SessionEnd): Promise<'ended' | 'conflict'> {
  const { changes } = await db.run(
    `UPDATE sessions SET ended_at = coalesce(ended_at, max(?, started_at)), one_liner = ?, topics = coalesce(?, topics),
       outcome = coalesce(?, outcome), importance = coalesce(?, importance),
       has_tier2 = max(coalesce(has_tier2, 0), ?), told_by = 'agent',
       last_active_at = max(coalesce(last_active_at, ''), ?), version = version + 1
     WHERE id = ? AND version = ?`,
    [
      end.now,
      end.oneLiner,
      end.topics === null ? null : topicsColumn(end.topics),
      end.outcome,
      end.importance,
      end.summary === null ? 0 : 1,
      end.now,
      end.id,
      end.version,
    ],
  );
  if (changes === 0) return 'conflict';
  if (end.summary !== null) {
    const { summary, keyFacts, codeRefs } = end.summary;
    await db.run(
      `INSERT INTO session_summaries (id, summary, key_facts, code_refs, created_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         summary = excluded.summary, key_facts = excluded.key_facts, code_refs = excluded.code_refs`,
      [end.id, summary, bulletsFromList(keyFacts), bulletsFromList(codeRefs), end.now],
    );
  }
  await refreshDocument(db, indexText, 'session', end.id);
  return 'ended';
}

async function closeSilent(db: SqlConnection, indexText: IndexText, closing: SessionClosing): Promise<string[]> {
  const { userId, silentBefore, startedBefore, aheadOf = '9999', externalId = null, headlines } = closing;
  const isUnsummarizedSql = `${isPlaceholderSql('one_liner')} AND told_by IS DISTINCT FROM 'person'`;
  const silent = await db.all(
    `SELECT id, started_at, CASE WHEN ${isUnsummarizedSql} THEN '' ELSE one_liner END AS headline,
       max(coalesce(last_active_at, started_at), started_at) AS last_active_at FROM sessions
     WHERE user_id = ?1 AND ended_at IS NULL AND CASE WHEN CAST(?4 AS TEXT) IS NULL
       THEN started_at < ?2 OR coalesce(last_active_at, started_at) < ?3 OR coalesce(last_active_at, started_at) > ?5
       ELSE external_id = ?4 AND origin = 'live' END
     ORDER BY started_at`,
    [userId, startedBefore, silentBefore, externalId, aheadOf],
  );
  for (const row of silent) {
    const id = text(row, 'id');
    const isTooLong = text(row, 'started_at') < startedBefore;
    const headline = isTooLong ? headlines.tooLong : ((await beginningOfKept(db, id)) ?? headlines.silent);
    await db.run(
      `UPDATE sessions SET ended_at = ?, one_liner = ?, told_by = CASE WHEN ${isUnsummarizedSql} THEN NULL ELSE told_by END,
         version = version + 1 WHERE id = ?`,
      [text(row, 'last_active_at'), text(row, 'headline') || headline, id],
    );
    await refreshDocument(db, indexText, 'session', id);
  }
  return silent.map((row) => text(row, 'id'));
}

/**
 * The first live fact of a session, else its first exchange, else its first hypothesis, as a headline; undefined if
 * there is none.
 */
async function beginningOfKept(db: SqlConnection, sessionId: string): Promise<string | undefined> {
  const row = await db.get(
    `SELECT said FROM (
       SELECT fact AS said, created_at, 1 AS rank FROM facts WHERE source_session = ?1 AND ${isNotDeprecated('facts')}
       UNION ALL SELECT content, created_at, 2 FROM conversation_chunks WHERE session_id = ?1
       UNION ALL SELECT hypothesis, created_at, 3 FROM hypotheses WHERE session_id = ?1) AS kept
     ORDER BY rank, created_at NULLS FIRST LIMIT 1`,
    [sessionId],
  );
  return row === undefined ? undefined : shorten(oneLine(text(row, 'said')), limits.headline);
}
