/**
 * The same message of an imported conversation, which each machine gave a name of its own. The one with the smaller name
 * stays, on every machine; the text is the same.
 */
import type { SyncRecord } from '../../../memory/sync/records.ts';
import { dropEmptied } from '../archive/oldMessages.ts';
import { number, text, textOrNull } from '../engine/rowReader.ts';
import type { MergeContext } from './mergeContext.ts';

/** Deletes the twin here if it is the larger one, and then makes room for the record. */
export async function hasSmallerTwin(context: MergeContext, { table, key, row }: SyncRecord): Promise<boolean> {
  if (table !== 'messages' || row === null) return false;
  const { db } = context;
  const session = await context.sessionId(String(row['session_id']));
  const twin = await db.get(
    'SELECT id, uid, heap_id FROM messages WHERE session_id = ? AND seq = ? AND content_hash = ? AND uid <> ?',
    [session ?? null, row['seq'] ?? null, row['content_hash'] ?? null, key],
  );
  if (twin === undefined) return false;
  if (text(twin, 'uid') < key) return true;
  await db.run('DELETE FROM messages WHERE id = ?', [number(twin, 'id')]);
  await dropEmptied(db, [textOrNull(twin, 'heap_id')]);
  context.touch('messages', number(twin, 'id'));
  context.touch('sessions', session ?? '');
  return false;
}
