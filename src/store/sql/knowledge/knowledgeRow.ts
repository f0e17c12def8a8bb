/** Maps rows with their joins to entries of knowledge, and reads the right to review them. */
import type { Knowledge } from '../../../memory/knowledge/knowledge.ts';
import type { ReviewRight } from '../../../memory/knowledge/knowledgeStore.ts';
import type { Mode } from '../../../memory/shared/vocabulary.ts';
import { knowledgeStatuses } from '../../../memory/shared/vocabulary.ts';
import { number, numberOr, oneOf, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { rightTo } from '../shared/accessRights.ts';
import { originFrom } from '../shared/originColumn.ts';

/** Alias `k`; must be followed by a WHERE clause. */
export const selectKnowledge = `SELECT k.*, p.username AS promoted_name, b.username AS approved_name,
  r.username AS reviewed_name, a.name AS agent_name FROM global_knowledge k LEFT JOIN users p ON p.id = k.promoted_by
  LEFT JOIN users b ON b.id = k.approved_by LEFT JOIN users r ON r.id = k.reviewed_by
  LEFT JOIN agents a ON a.id = k.agent_id`;

/** Who proposed and approved an entry, as columns for an alias `k`. */
export const knowledgeAuthor = '(SELECT u.username FROM users u WHERE u.id = k.promoted_by)';
export const knowledgeApprover = `CASE WHEN k.status = 'approved' THEN (SELECT u.username FROM users u WHERE u.id = k.approved_by) END`;
export const knowledgeUsers = `${knowledgeAuthor} AS author, ${knowledgeApprover} AS approver`;

export const importantFirst = 'coalesce(k.importance, 5) DESC, k.created_at DESC NULLS LAST, k.id DESC';

export async function findKnowledge(db: SqlConnection, id: number): Promise<Knowledge | undefined> {
  const row = await db.get(`${selectKnowledge} WHERE k.id = ?`, [id]);
  return row === undefined ? undefined : knowledgeFromRow(row);
}

/** In a store with several users but no team, each user reviews their own entries. */
export async function reviewRight(db: SqlConnection, userId: string, mode: Mode): Promise<ReviewRight> {
  const right = await rightTo(db, 'review_knowledge', userId, mode);
  return right === 'all' || right === 'own' ? right : 'none';
}

/** Pending entries that a user may see: all of them for a reviewer of all entries, else their own. */
export function pendingCondition(right: ReviewRight, userId: string): { sql: string; params: SqlValue[] } {
  const pending = `coalesce(k.status, 'pending') = 'pending'`;
  if (right === 'all') return { sql: pending, params: [] };
  return { sql: `${pending} AND k.promoted_by = ?`, params: [userId] };
}

export function knowledgeFromRow(row: SqlRow): Knowledge {
  return {
    id: number(row, 'id'),
    category: text(row, 'category'),
    title: text(row, 'title'),
    content: text(row, 'content'),
    importance: numberOr(row, 'importance', 5),
    status: oneOf(row, 'status', knowledgeStatuses, 'pending'),
    promotedBy: textOrNull(row, 'promoted_name'),
    approvedBy: textOrNull(row, 'approved_name'),
    reviewedBy: textOrNull(row, 'reviewed_name'),
    reviewedAt: textOrNull(row, 'reviewed_at'),
    reviewNotes: textOrNull(row, 'review_notes'),
    sourceSession: textOrNull(row, 'source_session'),
    agentName: textOrNull(row, 'agent_name'),
    instance: textOrNull(row, 'instance'),
    origin: originFrom(row),
    createdAt: textOr(row, 'created_at', ''),
    updatedAt: textOr(row, 'updated_at', ''),
    version: number(row, 'version'),
  };
}
