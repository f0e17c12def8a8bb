/** Who may do what with shared knowledge, as the store knows it in the transaction that asks. */
import type { Mode } from '../../memory/ports.ts';
import type { SqlConnection } from './sqlConnection.ts';
import { effectiveMode, roleOf } from './sqlIdentity.ts';

/** A personal store's only user reviews; where several use one, it takes a role. */
export function mayReview(db: SqlConnection, userId: string): boolean {
  if (effectiveMode(db) === 'personal') return isAlone(db, userId);
  return roleOf(db, userId) !== 'member';
}

/** A reviewer erases what they like, anybody their own proposal, and in a personal store their own entry. */
export function mayEraseKnowledge(
  db: SqlConnection,
  { userId, entryId, mode }: { userId: string; entryId: number; mode: Mode },
): boolean {
  if (mayReview(db, userId)) return true;
  const isPersonal = mode === 'personal' && effectiveMode(db) === 'personal';
  const condition = isPersonal ? '1' : `coalesce(status, 'pending') = 'pending'`;
  const sql = `SELECT 1 FROM global_knowledge WHERE id = ? AND promoted_by = ? AND ${condition}`;
  return db.get(sql, [entryId, userId]) !== undefined;
}

function isAlone(db: SqlConnection, userId: string): boolean {
  return db.get('SELECT 1 FROM users WHERE id <> ? LIMIT 1', [userId]) === undefined;
}
