/** Who may do what with shared knowledge, as the store knows it in the transaction that asks. */
import type { Mode } from '../../../memory/shared/vocabulary.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import { rightTo } from './accessRights.ts';

/** Everybody's entries, and not their own alone. */
export function mayReview(db: SqlConnection, userId: string): boolean {
  return rightTo(db, 'review_knowledge', userId) === 'all';
}

/** A reviewer erases what they like, anybody their own proposal, and in a personal store their own entry. */
export function mayEraseKnowledge(
  db: SqlConnection,
  { userId, entryId, mode }: { userId: string; entryId: number; mode: Mode },
): boolean {
  const right = rightTo(db, 'erase_knowledge', userId, mode);
  if (right === 'all') return true;
  const condition = right === 'own' ? '1' : `coalesce(status, 'pending') = 'pending'`;
  const sql = `SELECT 1 FROM global_knowledge WHERE id = ? AND promoted_by = ? AND ${condition}`;
  return db.get(sql, [entryId, userId]) !== undefined;
}
