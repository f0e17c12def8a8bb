/**
 * Heaps as rows. Every message is in one: messages of a recording in the heap from their transcript, all others in one
 * `FRESH` heap per session.
 */
import type { NewId } from '../../../memory/shared/ports.ts';
import type { HeapType } from '../../../memory/shared/vocabulary.ts';
import { eraAround, growEraOf } from './eraRows.ts';
import { text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';

interface SessionOfHeap {
  sessionId: string;
  userId: string;
  projectId: string | null;
}

interface NewHeap extends SessionOfHeap {
  type: HeapType;
  startedAt: string;
  /** The uid of the message that summarizes what was compacted; null if there is none. */
  continuation: string | null;
}

/** Adds a heap, in the era around its start. Returns its id. */
export async function addHeap(db: SqlConnection, newId: NewId, heap: NewHeap): Promise<string> {
  const era = await eraAround(db, newId, heap, { from: heap.startedAt, to: heap.startedAt });
  const id = newId();
  await db.run('INSERT INTO heaps (id, era_id, session_id, type, started_at, continuation) VALUES (?, ?, ?, ?, ?, ?)', [
    id,
    era,
    heap.sessionId,
    heap.type,
    heap.startedAt,
    heap.continuation,
  ]);
  return id;
}

/** Puts messages without a heap into one of their session: its first heap, or a new one. */
export async function putIntoHeaps(db: SqlConnection, newId: NewId): Promise<void> {
  const sessions = await db.all(
    `SELECT s.id, s.user_id, s.project_id, min(m.created_at) AS began, max(m.created_at) AS ended,
       (SELECT h.id FROM heaps h WHERE h.session_id = s.id ORDER BY h.rowid LIMIT 1) AS heap
     FROM messages m JOIN sessions s ON s.id = m.session_id WHERE m.heap_id IS NULL GROUP BY s.id, s.user_id, s.project_id
     ORDER BY began, s.id`,
  );
  for (const row of sessions) {
    const owner = { userId: text(row, 'user_id'), projectId: textOrNull(row, 'project_id') };
    const session = { ...owner, sessionId: text(row, 'id') };
    const [from, to] = [text(row, 'began'), text(row, 'ended')];
    const heap =
      textOrNull(row, 'heap') ??
      (await addHeap(db, newId, { ...session, type: 'FRESH', startedAt: from, continuation: null }));
    await growEraOf(db, newId, heap, { from, to });
    await db.run('UPDATE messages SET heap_id = ? WHERE session_id = ? AND heap_id IS NULL', [heap, session.sessionId]);
  }
}
