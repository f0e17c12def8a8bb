/**
 * Whole conversations. A batch is one transaction. Stored messages stay as they are, so an import can be repeated. An
 * archived session has ended: it ends with its latest message.
 */
import type {
  ArchiveBatch,
  ArchiveReport,
  ArchiveStore,
  Message,
  NewMessage,
} from '../../../memory/archive/archive.ts';
import { messageTypes } from '../../../memory/shared/vocabulary.ts';
import { number, oneOf, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { count } from '../index/memoryDocuments.ts';
import { indexNewMessages, refreshDocuments } from '../index/memoryIndex.ts';
import { deletingStep } from '../index/vacuumSteps.ts';
import { noteImported, wasCommitted, noteVacuum, requireNotErased } from '../shared/auditRows.ts';
import { ErasedMessages } from '../shared/erasedMessages.ts';
import { tagsFromColumn } from '../shared/textLists.ts';
import { putIntoHeaps } from '../shared/heapRows.ts';
import { countOldMessages, deleteOldMessages } from './oldMessages.ts';
import type { RecordingPorts } from './sqlRecording.ts';
import { mapInTurn } from '../connection/inTurn.ts';
import { hasAnswer, isUnsummarized } from '../summarize/ruleSummaries.ts';

interface ArchivedSession {
  id: string;
  startedAt: string;
  endedAt: string;
}

export function createSqlArchive(engine: SqlEngine, ports: RecordingPorts, now: () => Date): ArchiveStore {
  return {
    append: (batch) =>
      engine
        .write(async (db) => {
          await requireNotErased(db, batch.userId);
          const report = await appendBatch(db, ports, batch);
          const { userId, agentId, projectId, noted, now: at } = batch;
          const by = { userId, agentId, projectId, sessionId: null };
          if (report.stored > 0) await noteImported(db, { at, by, action: 'import', kind: 'message' }, noted);
          return report;
        })
        .then((report) => wasCommitted(report, batch.noted)),
    listBySession: (sessionId, limit, offset = 0) =>
      engine.read(async (db) => {
        const where = 'FROM messages WHERE session_id = ?';
        const rows = await db.all(`SELECT * ${where} ORDER BY seq LIMIT ? OFFSET ?`, [sessionId, limit, offset]);
        return {
          messages: rows.map(messageFromRow),
          total: await count(db, `SELECT count(*) AS n ${where}`, [sessionId]),
        };
      }),
    countBefore: (sessionId, message) =>
      engine.read((db) => {
        const [seq, value] =
          'seq' in message ? ['?', message.seq] : ['(SELECT seq FROM messages WHERE id = ?)', message.id];
        return count(db, `SELECT count(*) AS n FROM messages WHERE session_id = ? AND seq < ${seq}`, [
          sessionId,
          value,
        ]);
      }),
    findInSession: (sessionId, wanted, limit) =>
      engine.read((db) => findInSession(db, sessionId, wanted.toLowerCase(), limit)),
    countOlder: (userId, before) => engine.read((db) => countOldMessages(db, userId, before)),
    deleteOlder: (userId, before, by) =>
      deletingStep(engine, async (db, max) => {
        const deleted = await deleteOldMessages(db, ports.indexText, { userId, before, max });
        await noteVacuum(db, { userId, kind: 'message', count: deleted, at: now().toISOString(), by });
        return deleted;
      }),
  };
}

/** Compares the text here and not in SQL, because SQLite folds the case of ASCII only. */
async function findInSession(db: SqlConnection, sessionId: string, wanted: string, limit: number): Promise<number[]> {
  const rows = await db.all('SELECT content FROM messages WHERE session_id = ? ORDER BY seq', [sessionId]);
  const places = rows.flatMap((row, place) => (text(row, 'content').toLowerCase().includes(wanted) ? [place] : []));
  return places.slice(0, limit);
}

async function appendBatch(
  db: SqlConnection,
  { indexText, newId, hash }: RecordingPorts,
  batch: ArchiveBatch,
): Promise<ArchiveReport & { unsummarized: string[] }> {
  const report: ArchiveReport = { sessions: 0, stored: 0, duplicates: 0, conflicts: 0, erased: 0 };
  const sessions = new Map<string, ArchivedSession>();
  const last = await count(db, 'SELECT coalesce(max(id), 0) AS n FROM messages');
  const erased = new Map<string, ErasedMessages>();
  const grown = new Set<string>();
  for (const message of batch.messages) {
    const conversation = message.externalSessionId;
    const ofConversation =
      erased.get(conversation) ?? (await ErasedMessages.open(db, hash, { ...batch, conversation }));
    erased.set(conversation, ofConversation);
    if (await ofConversation.hasPlaced(message.seq, message.createdAt ?? message.session.startedAt)) {
      report.erased += 1;
      continue;
    }
    let session =
      sessions.get(message.externalSessionId) ?? (await findArchived(db, batch.userId, message.externalSessionId));
    if (session === undefined) {
      session = await addArchived(db, batch, message);
      report.sessions += 1;
    }
    sessions.set(message.externalSessionId, session);
    const outcome = await addMessage(db, batch, session, message);
    report[outcome] += 1;
    if (outcome === 'stored') grown.add(session.id);
  }
  await putIntoHeaps(db, newId);
  await indexNewMessages(db, indexText, { userId: batch.userId, last });
  for (const { id, endedAt } of sessions.values()) {
    await db.run('UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS DISTINCT FROM ?', [
      endedAt,
      id,
      endedAt,
    ]);
  }
  await refreshDocuments(db, indexText, 'session', [...grown]);
  return { ...report, unsummarized: await unsummarizedAmong(db, [...sessions.values()]) };
}

/** Excludes conversations between people: they have no requests and answers that rules could distinguish. */
async function unsummarizedAmong(db: SqlConnection, sessions: readonly ArchivedSession[]): Promise<string[]> {
  const sql = `SELECT 1 FROM sessions s WHERE id = ? AND ${isUnsummarized} AND ${hasAnswer}`;
  return (await mapInTurn(sessions, async ({ id }) => ((await db.get(sql, [id])) === undefined ? [] : [id]))).flat();
}

async function findArchived(
  db: SqlConnection,
  userId: string,
  externalId: string,
): Promise<ArchivedSession | undefined> {
  const row = await db.get(
    `SELECT id, started_at, coalesce(ended_at, started_at) AS ended_at FROM sessions
     WHERE user_id = ? AND external_id = ? AND origin = 'import'`,
    [userId, externalId],
  );
  if (row === undefined) return undefined;
  return { id: text(row, 'id'), startedAt: text(row, 'started_at'), endedAt: text(row, 'ended_at') };
}

async function addArchived(db: SqlConnection, batch: ArchiveBatch, message: NewMessage): Promise<ArchivedSession> {
  const { id, startedAt, oneLiner } = message.session;
  await db.run(
    `INSERT INTO sessions (id, user_id, started_at, ended_at, one_liner, external_id, origin, project_id, agent_id)
     VALUES (?, ?, ?, ?, ?, ?, 'import', ?, ?)`,
    [id, batch.userId, startedAt, startedAt, oneLiner, message.externalSessionId, batch.projectId, batch.agentId],
  );
  return { id, startedAt, endedAt: startedAt };
}

async function addMessage(
  db: SqlConnection,
  batch: ArchiveBatch,
  session: ArchivedSession,
  message: NewMessage,
): Promise<'stored' | 'duplicates' | 'conflicts'> {
  const createdAt = message.createdAt ?? session.startedAt;
  const { changes } = await db.run(
    `INSERT INTO messages (uid, session_id, user_id, seq, role, type, speaker, content, source_ref, content_hash,
                           created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (session_id, seq) DO NOTHING`,
    [
      message.uid,
      session.id,
      batch.userId,
      message.seq,
      message.role,
      message.type,
      message.speaker,
      message.content,
      message.sourceRef,
      message.contentHash,
      createdAt,
    ],
  );
  if (changes === 0) return (await isSame(db, session, message)) ? 'duplicates' : 'conflicts';
  if (createdAt > session.endedAt) session.endedAt = createdAt;
  return 'stored';
}

/** Whether the message stored at this place is the same one. */
async function isSame(db: SqlConnection, session: ArchivedSession, { seq, contentHash }: NewMessage): Promise<boolean> {
  const taken =
    (await db.get('SELECT content_hash FROM messages WHERE session_id = ? AND seq = ?', [session.id, seq])) ?? {};
  return text(taken, 'content_hash') === contentHash;
}

function messageFromRow(row: SqlRow): Message {
  return {
    id: number(row, 'id'),
    sessionId: text(row, 'session_id'),
    seq: number(row, 'seq'),
    role: text(row, 'role'),
    type: oneOf(row, 'type', messageTypes, 'text'),
    tool: textOrNull(row, 'tool'),
    files: tagsFromColumn(textOrNull(row, 'files')),
    speaker: textOrNull(row, 'speaker'),
    content: text(row, 'content'),
    sourceRef: textOrNull(row, 'source_ref'),
    createdAt: text(row, 'created_at'),
  };
}
