/**
 * Recording over SQL. A batch is one transaction for sessions, messages, heaps, eras, index, and the position in the
 * file. Two windows that record the same turns at the same time store them once, because the uid of a message is made
 * from its conversation and key.
 */
import type {
  KnownTurns,
  RecordedBatch,
  RecordedMessage,
  RecordedReport,
  RecordingStore,
} from '../../../memory/archive/recording.ts';
import { isRequest } from '../../../memory/archive/recordingRun.ts';
import type { Hash, IndexText, NewId } from '../../../memory/shared/ports.ts';
import { isWebTool } from '../../../memory/trust/origin.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine } from '../connection/sqlConnection.ts';
import { count } from '../index/memoryDocuments.ts';
import { indexNewMessages, refreshDocuments } from '../index/memoryIndex.ts';
import { noteImported, wasCommitted, noteSummarized, requireNotErased } from '../shared/auditRows.ts';
import { timeSpanWith } from '../shared/eraRows.ts';
import { ErasedMessages } from '../shared/erasedMessages.ts';
import { addHeap } from '../shared/heapRows.ts';
import { tagsColumn } from '../shared/textLists.ts';
import {
  expectTranscriptFile,
  isExpected,
  liveTranscriptFiles,
  noteTranscriptFile,
  transcriptPosition,
} from '../shared/transcriptFiles.ts';
import { hasAnswer, isUnsummarized, readForSummary, summarizeByRule } from '../summarize/ruleSummaries.ts';
import { markWebOrigin } from '../trust/webOrigin.ts';
import { noteWebRead } from '../trust/webReads.ts';
import { isCopy, isKnown, isSaid, knownTurns, noteStored } from './knownTurns.ts';
import type { RecordedSession } from './recordedSessions.ts';
import { RecordedSessions } from './recordedSessions.ts';

export interface RecordingPorts {
  indexText: IndexText;
  newId: NewId;
  hash: Hash;
}

export function createSqlRecording(engine: SqlEngine, ports: RecordingPorts): RecordingStore {
  return {
    append: (batch) =>
      engine
        .write(async (db) => {
          await requireNotErased(db, batch.userId);
          const report = await appendRecorded(db, ports, batch);
          const { userId, agentId, projectId, now: at } = batch;
          const [sessionId = null] = report.sessions;
          const done = { at, by: { userId, agentId, sessionId, projectId }, uid: sessionId, count: report.stored };
          const action = batch.origin === 'import' ? 'import' : 'record';
          if (report.stored > 0) await noteImported(db, { ...done, action, kind: 'session' }, batch.noted);
          return report;
        }, batch.userId)
        .then((report) => wasCommitted(report, batch.noted)),
    position: (userId, path) => engine.read((db) => transcriptPosition(db, userId, path)),
    expect: async (file) => {
      if (await engine.read((db) => isExpected(db, file))) return;
      await engine.write(async (db) => {
        await requireNotErased(db, file.userId);
        await expectTranscriptFile(db, file);
      }, file.userId);
    },
    liveFiles: (query) => engine.read((db) => liveTranscriptFiles(db, query)),
    unsummarized: (userId) =>
      engine.read(async (db) => {
        const sql = `SELECT s.id, s.agent_id FROM sessions s WHERE s.user_id = ? AND ${isUnsummarized}
          AND (s.origin <> 'import' OR ${hasAnswer}) ORDER BY s.started_at, s.id`;
        return (await db.all(sql, [userId])).map((row) => ({
          sessionId: text(row, 'id'),
          agentId: text(row, 'agent_id'),
        }));
      }),
    beginHeap: ({ userId, conversation, now }) =>
      engine.write(async (db) => {
        const session = await new RecordedSessions(db, ports.newId, { userId, conversation }).latest();
        if (session === undefined) return;
        const last = await lastHeap(db, session.id);
        if (last !== undefined && (await isAwaited(db, last)) && (await isEmpty(db, last))) return;
        await addHeap(db, ports.newId, {
          ...ownerOf(session),
          type: 'POST_COMPACTING',
          startedAt: now,
          continuation: null,
        });
      }, userId),
    readForSummary: (sessionId, max) => engine.read((db) => readForSummary(db, sessionId, max)),
    storeSummary: (summary) =>
      engine.write(async (db) => {
        const kept = await summarizeByRule(db, ports.indexText, summary);
        const { now: at, agentId, sessionId } = summary;
        if (kept > 0 && !summary.isImported)
          await noteSummarized(db, {
            at,
            agentId,
            sessionId,
            action: 'store',
            kind: 'chunk',
            count: kept,
            detail: 'rule',
          });
        return kept;
      }),
  };
}

async function appendRecorded(db: SqlConnection, ports: RecordingPorts, batch: RecordedBatch): Promise<RecordedReport> {
  const known = await knownTurns(db, batch);
  const report: RecordedReport = {
    sessions: [],
    unsummarized: [],
    opened: 0,
    stored: 0,
    duplicates: 0,
    erased: 0,
    known,
  };
  const erased = await ErasedMessages.open(db, ports.hash, batch);
  const since = await takenSince(db, batch);
  const sessions = new RecordedSessions(db, ports.newId, batch);
  const last = await lastMessage(db);
  const firsts = new Map<string, number>();
  for (const message of batch.messages) {
    if (await isThere(db, batch, known, message)) {
      report.duplicates += 1;
      continue;
    }
    if (await erased.hasRecorded(message, batch.startedAt)) {
      report.erased += 1;
      continue;
    }
    if (since !== null && message.createdAt !== null && message.createdAt < since) continue;
    const session = await sessions.of(message, batch);
    await addRecorded(db, ports.newId, session, message);
    if (!firsts.has(session.id)) firsts.set(session.id, session.seq);
    if (message.tool !== null && isWebTool(message.tool)) await noteWebRead(db, session.id);
    report.stored += 1;
    if (!report.sessions.includes(session.id)) report.sessions.push(session.id);
  }
  await indexNewMessages(db, ports.indexText, { userId: batch.userId, last });
  report.opened = await sessions.close(batch);
  for (const [id, seq] of firsts) await markWebOrigin(db, id, seq, batch.now);
  report.unsummarized = await unsummarizedOf(db, batch);
  known.through = await lastMessage(db);
  await refreshDocuments(db, ports.indexText, 'session', report.sessions);
  if (batch.file !== null) {
    const { path, position, turn } = batch.file;
    const { userId, conversation, projectId, now } = batch;
    const reached = known.inTurn && turn !== null ? turn : position;
    await noteTranscriptFile(db, { userId, path, conversation, projectId, position: reached, now });
  }
  return report;
}

/** Sessions with messages that are not summarized yet, also from earlier readings. */
async function unsummarizedOf(db: SqlConnection, { userId, conversation }: RecordedBatch): Promise<string[]> {
  const rows = await db.all(
    `SELECT id FROM sessions s WHERE user_id = ? AND external_id = ? AND ${isUnsummarized} ORDER BY started_at, rowid`,
    [userId, conversation],
  );
  return rows.map((row) => text(row, 'id'));
}

async function lastMessage(db: SqlConnection): Promise<number> {
  return count(db, 'SELECT coalesce(max(id), 0) AS n FROM messages');
}

/**
 * Messages older than this were deleted because of their age, and a hook must not bring them back: those outside the
 * retention of the archive and, for a rewritten file, those older than the oldest remaining message of the
 * conversation. An import is deliberate and has no limit. Null without a limit.
 */
async function takenSince(
  db: SqlConnection,
  { userId, conversation, origin, isRewritten, keptSince }: RecordedBatch,
): Promise<string | null> {
  if (origin === 'import') return null;
  const ofConversation = `FROM sessions s WHERE s.user_id = ?1 AND s.external_id = ?2`;
  const left = `SELECT coalesce((SELECT min(m.created_at) FROM messages m WHERE m.session_id IN (SELECT s.id ${ofConversation})),
    (SELECT max(coalesce(s.ended_at, s.last_active_at)) ${ofConversation})) AS since`;
  const since = isRewritten
    ? textOrNull((await db.get(left, [userId, conversation])) ?? { since: null }, 'since')
    : null;
  return [since, keptSince ?? null].reduce((one, other) =>
    one === null || (other !== null && other > one) ? other : one,
  );
}

/** Whether a message is stored: under its own name, in a turn that is stored under other names, or as the original. */
async function isThere(
  db: SqlConnection,
  batch: RecordedBatch,
  known: KnownTurns,
  message: RecordedMessage,
): Promise<boolean> {
  if (await isCopy(db, known, batch, message)) return true;
  const row = await db.get('SELECT id FROM messages WHERE uid = ?', [message.uid]);
  if (isRequest(message)) {
    if (row !== undefined) noteStored(known, message, number(row, 'id'));
    known.inTurn = row === undefined && isKnown(known, message);
  }
  if (row !== undefined || !known.inTurn) return row !== undefined;
  return message.begins === null || (await isSaid(db, batch, message));
}

async function addRecorded(
  db: SqlConnection,
  newId: NewId,
  session: RecordedSession,
  message: RecordedMessage,
): Promise<void> {
  const createdAt = message.createdAt ?? session.lastAt;
  session.lastAt = createdAt;
  const heap = await heapFor(db, newId, session, { ...message, createdAt });
  session.said.set(heap, timeSpanWith(session.said.get(heap), createdAt));
  session.seq += 1;
  await db.run(
    `INSERT INTO messages (uid, session_id, user_id, seq, role, type, content, source_ref, content_hash, created_at,
                           heap_id, tool, files, work) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      message.work === null ? null : JSON.stringify(message.work),
    ],
  );
}

/** The heap of a message: a new one if the transcript starts one, else the last one of the session. */
async function heapFor(
  db: SqlConnection,
  newId: NewId,
  session: RecordedSession,
  { begins, uid, createdAt }: RecordedMessage & { createdAt: string },
): Promise<string> {
  const last = (session.heapId ??= await lastHeap(db, session.id));
  if (begins === null && last !== undefined) return last;
  const announced = begins === 'POST_COMPACTING' ? await awaitedAt(db, session.id, createdAt) : undefined;
  if (announced !== undefined) {
    await db.run('UPDATE heaps SET continuation = ? WHERE id = ?', [uid, announced]);
    session.heapId = announced;
    return announced;
  }
  const type = begins ?? 'FRESH';
  const continuation = begins === 'POST_COMPACTING' ? uid : null;
  const heap = await addHeap(db, newId, { ...ownerOf(session), type, startedAt: createdAt, continuation });
  if (begins === 'POST_COMPACTING') await moveLater(db, session.id, heap, createdAt);
  session.heapId = await lastHeap(db, session.id);
  return heap;
}

/**
 * A client may report a compaction late: messages since then belong to the new heap. Later heaps keep their messages,
 * and so do messages from before a clock was set back.
 */
async function moveLater(db: SqlConnection, sessionId: string, heapId: string, since: string): Promise<void> {
  await db.run(
    `UPDATE messages SET heap_id = ?1 WHERE session_id = ?2 AND created_at > ?3
       AND heap_id IN (SELECT id FROM heaps WHERE session_id = ?2 AND started_at <= ?3)`,
    [heapId, sessionId, since],
  );
}

function ownerOf({ id, userId, projectId }: RecordedSession): {
  sessionId: string;
  userId: string;
  projectId: string | null;
} {
  return { sessionId: id, userId, projectId };
}

/**
 * The last heap of a session. The `FRESH` heap is first, whatever its time. After a branch, messages belong to the
 * branch, whenever it started. An older compaction that is reported late does not become the last heap.
 */
async function lastHeap(db: SqlConnection, sessionId: string): Promise<string | undefined> {
  const branch = `SELECT max(rowid) FROM heaps WHERE session_id = ?1 AND type = 'SPLIT_POINT'`;
  const row = await db.get(
    `SELECT id FROM heaps WHERE session_id = ?1 AND rowid >= coalesce((${branch}), 0)
     ORDER BY type <> 'FRESH' DESC, started_at DESC, rowid DESC LIMIT 1`,
    [sessionId],
  );
  return row === undefined ? undefined : text(row, 'id');
}

/** A heap of an announced compaction whose summary has not arrived yet. */
const awaited = `type = 'POST_COMPACTING' AND continuation IS NULL`;

async function isAwaited(db: SqlConnection, heapId: string): Promise<boolean> {
  return (await db.get(`SELECT 1 FROM heaps WHERE id = ? AND ${awaited}`, [heapId])) !== undefined;
}

async function isEmpty(db: SqlConnection, heapId: string): Promise<boolean> {
  return (await db.get('SELECT 1 FROM messages WHERE heap_id = ? LIMIT 1', [heapId])) === undefined;
}

/** The heap that waits for a summary; of several, the last one announced before it. */
async function awaitedAt(db: SqlConnection, sessionId: string, time: string): Promise<string | undefined> {
  const row = await db.get(
    `SELECT id FROM heaps WHERE session_id = ?1 AND ${awaited}
     ORDER BY started_at <= ?2 DESC, CASE WHEN started_at <= ?2 THEN started_at END DESC, started_at LIMIT 1`,
    [sessionId, time],
  );
  return row === undefined ? undefined : text(row, 'id');
}
