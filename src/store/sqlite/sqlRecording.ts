/**
 * Recording over SQL. A batch is one transaction: which sessions its messages belong to, the messages, their heaps and
 * eras, the index, and how far the file was read. Two windows that bring the same turns at once store them once, because
 * a message's uid is made from its conversation and key.
 */
import type { IndexText, NewId } from '../../memory/ports.ts';
import type { RecordedBatch, RecordedMessage, RecordedReport, RecordingStore } from '../../memory/recording.ts';
import { eraAround } from './eraRows.ts';
import { addHeap } from './heapRows.ts';
import { count } from './memoryDocuments.ts';
import { indexNewMessages, refreshDocument } from './memoryIndex.ts';
import { RecordedSessions } from './recordedSessions.ts';
import type { RecordedSession } from './recordedSessions.ts';
import { text } from './rowReader.ts';
import type { SqlConnection, SqliteEngine } from './sqlConnection.ts';
import { readForTelling, tellByRule } from './toldSessions.ts';
import { tagsColumn } from './textLists.ts';
import { noteTranscriptFile, transcriptPosition } from './transcriptFiles.ts';

export interface RecordingPorts {
  indexText: IndexText;
  newId: NewId;
}

export function createSqlRecording(engine: SqliteEngine, ports: RecordingPorts): RecordingStore {
  return {
    append: (batch) => engine.write((db) => appendRecorded(db, ports, batch)),
    position: (userId, path) => engine.read((db) => transcriptPosition(db, userId, path)),
    beginHeap: ({ userId, conversation, now }) =>
      engine.write((db) => {
        const session = new RecordedSessions(db, ports.newId, { userId, conversation }).latest();
        if (session === undefined) return;
        const last = lastHeap(db, session.id);
        if (last !== undefined && isAwaited(db, last)) return;
        addHeap(db, ports.newId, { ...ownerOf(session), type: 'POST_COMPACTING', startedAt: now, continuation: null });
      }),
    readForTelling: (sessionId, most) => engine.read((db) => readForTelling(db, sessionId, most)),
    tell: (told) => engine.write((db) => tellByRule(db, ports.indexText, told)),
  };
}

function appendRecorded(db: SqlConnection, ports: RecordingPorts, batch: RecordedBatch): RecordedReport {
  const report: RecordedReport = { sessions: [], opened: 0, stored: 0, duplicates: 0, inKnownTurn: batch.inKnownTurn };
  const sessions = new RecordedSessions(db, ports.newId, batch);
  const last = count(db, 'SELECT coalesce(max(id), 0) AS n FROM messages');
  const mayBeKnown = batch.isRewritten || hasOtherFormats(db, batch);
  for (const message of batch.messages) {
    if (isStored(db, message.uid)) {
      report.duplicates += 1;
      continue;
    }
    if (mayBeKnown && isSaidByUser(message)) report.inKnownTurn = isKnownTurn(db, batch, message);
    if (report.inKnownTurn) {
      report.duplicates += 1;
      continue;
    }
    const session = sessions.of(message, batch);
    addRecorded(db, ports.newId, session, message);
    report.stored += 1;
    if (!report.sessions.includes(session.id)) report.sessions.push(session.id);
  }
  indexNewMessages(db, ports.indexText, last);
  report.opened = sessions.close(batch.now);
  for (const id of report.sessions) refreshDocument(db, ports.indexText, 'session', id);
  if (batch.file !== null) noteTranscriptFile(db, { userId: batch.userId, now: batch.now, ...batch.file });
  return report;
}

function isStored(db: SqlConnection, uid: string): boolean {
  return db.get('SELECT 1 FROM messages WHERE uid = ?', [uid]) !== undefined;
}

function isSaidByUser({ role, type }: RecordedMessage): boolean {
  return role === 'user' && type === 'text';
}

/** One conversation may lie on the disk in several formats, whose names for a message differ. */
function hasOtherFormats(db: SqlConnection, { userId, conversation, format }: RecordedBatch): boolean {
  return (
    db.get(
      `SELECT 1 FROM messages m JOIN sessions s ON s.id = m.session_id
       WHERE s.user_id = ? AND s.external_id = ? AND m.source_ref NOT LIKE ? || ':%' LIMIT 1`,
      [userId, conversation, format],
    ) !== undefined
  );
}

/** Minutes that the formats' times for one message may lie apart. */
const sameTurn = 10;

/**
 * Whether this request of the user is there already under another name, and so what was answered. A file that was written
 * anew may bear other times, too.
 */
function isKnownTurn(db: SqlConnection, batch: RecordedBatch, message: RecordedMessage): boolean {
  const { userId, conversation, format } = batch;
  const rows = db.all(
    `SELECT m.created_at FROM messages m JOIN sessions s ON s.id = m.session_id
     WHERE s.user_id = ?1 AND s.external_id = ?2 AND m.content_hash = ?3 AND m.role = 'user'
       AND (?5 OR m.source_ref NOT LIKE ?4 || ':%')`,
    [userId, conversation, message.contentHash, format, batch.isRewritten ? 1 : 0],
  );
  if (batch.isRewritten) return rows.length > 0;
  return rows.some((row) => {
    const apart = Math.abs(Date.parse(text(row, 'created_at')) - Date.parse(message.createdAt ?? ''));
    return Number.isNaN(apart) || apart <= sameTurn * 60_000;
  });
}

function addRecorded(db: SqlConnection, newId: NewId, session: RecordedSession, message: RecordedMessage): void {
  const createdAt = message.createdAt ?? session.lastAt;
  session.lastAt = createdAt;
  const heap = heapFor(db, newId, session, { ...message, createdAt });
  session.seq += 1;
  db.run(
    `INSERT INTO messages (uid, session_id, user_id, seq, role, type, content, source_ref, content_hash, created_at,
                           heap_id, tool, files) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      message.uid,
      session.id,
      session.userId,
      session.seq,
      message.role,
      message.type,
      message.content,
      message.sourceRef,
      message.contentHash,
      createdAt,
      heap,
      message.tool,
      message.files.length === 0 ? null : tagsColumn(message.files),
    ],
  );
}

/** The heap that a message lies in: a new one where the transcript says so, else the session's last. */
function heapFor(
  db: SqlConnection,
  newId: NewId,
  session: RecordedSession,
  { begins, uid, createdAt }: RecordedMessage & { createdAt: string },
): string {
  const last = (session.heapId ??= lastHeap(db, session.id));
  const continuation = begins === 'POST_COMPACTING' ? uid : null;
  if (begins === 'POST_COMPACTING' && last !== undefined && isAwaited(db, last)) {
    db.run('UPDATE heaps SET continuation = ? WHERE id = ?', [uid, last]);
    return last;
  }
  if (last === undefined || begins !== null) {
    const type = begins ?? 'FRESH';
    session.heapId = addHeap(db, newId, { ...ownerOf(session), type, startedAt: createdAt, continuation });
    if (begins !== null) moveLater(db, session.id, session.heapId, createdAt);
    return session.heapId;
  }
  eraAround(db, newId, session, { from: createdAt, to: createdAt });
  return last;
}

/** A client may tell of a compaction late, when the conversation has gone on: what was said since lies in the new heap. */
function moveLater(db: SqlConnection, sessionId: string, heapId: string, since: string): void {
  db.run('UPDATE messages SET heap_id = ? WHERE session_id = ? AND created_at > ?', [heapId, sessionId, since]);
}

function ownerOf({ id, userId, projectId }: RecordedSession): {
  sessionId: string;
  userId: string;
  projectId: string | null;
} {
  return { sessionId: id, userId, projectId };
}

function lastHeap(db: SqlConnection, sessionId: string): string | undefined {
  const row = db.get('SELECT id FROM heaps WHERE session_id = ? ORDER BY rowid DESC LIMIT 1', [sessionId]);
  return row === undefined ? undefined : text(row, 'id');
}

/** Whether a heap was begun because a compaction was announced, whose summary is still to come. */
function isAwaited(db: SqlConnection, heapId: string): boolean {
  const sql = `SELECT 1 FROM heaps WHERE id = ? AND type = 'POST_COMPACTING' AND continuation IS NULL`;
  return db.get(sql, [heapId]) !== undefined;
}
