/** A user's rights to shared knowledge, as of the current transaction. */
import type { Mode } from '../../../memory/shared/vocabulary.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { rightTo } from './accessRights.ts';

/** Whether the user may review all entries, not only their own. */
export async function mayReview(db: SqlConnection, userId: string): Promise<boolean> {
  return (await rightTo(db, 'review_knowledge', userId)) === 'all';
}

/** Reviewers may erase every entry, other users their own proposals, and in a personal store their own entries. */
export async function mayEraseKnowledge(
  db: SqlConnection,
  { userId, entryId, mode }: { userId: string; entryId: number; mode: Mode },
): Promise<boolean> {
  const right = await rightTo(db, 'erase_knowledge', userId, mode);
  if (right === 'all') return true;
  const condition = right === 'own' ? 'TRUE' : `coalesce(status, 'pending') = 'pending'`;
  const sql = `SELECT 1 FROM global_knowledge WHERE id = ? AND promoted_by = ? AND ${condition}`;
  return (await db.get(sql, [entryId, userId])) !== undefined;
}
