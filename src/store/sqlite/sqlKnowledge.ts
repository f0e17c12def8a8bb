/** Shared knowledge (Tier G): one live entry per statement, whoever proposed it. */
import { knowledgeStatuses } from '../../memory/knowledge.ts';
import type {
  Knowledge,
  KnowledgeFilter,
  KnowledgeReview,
  KnowledgeStore,
  NewKnowledge,
  ReviewOutcome,
} from '../../memory/knowledge.ts';
import type { IndexText } from '../../memory/ports.ts';
import { count } from './memoryDocuments.ts';
import { indexNewMemory, refreshDocument } from './memoryIndex.ts';
import { number, numberOr, oneOf, text, textOr, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow, SqlValue } from './sqlConnection.ts';
import { effectiveMode, roleOf } from './sqlIdentity.ts';

const select = `SELECT k.*, p.username AS promoted_name, b.username AS approved_name, r.username AS reviewed_name,
  a.name AS agent_name FROM global_knowledge k LEFT JOIN users p ON p.id = k.promoted_by
  LEFT JOIN users b ON b.id = k.approved_by LEFT JOIN users r ON r.id = k.reviewed_by
  LEFT JOIN agents a ON a.id = k.agent_id`;

const importantFirst = 'coalesce(k.importance, 5) DESC, k.created_at DESC, k.id DESC';

export function createSqlKnowledge(engine: SqliteEngine, indexText: IndexText): KnowledgeStore {
  return {
    propose: (entry) => engine.write((db) => propose(db, indexText, entry)),
    get: (id) => engine.read((db) => findKnowledge(db, id)),
    review: (review) => engine.write((db) => reviewKnowledge(db, indexText, review)),
    list: (filter) => engine.read((db) => listKnowledge(db, filter)),
    top: (limit) => engine.read((db) => listWhere(db, `k.status = 'approved'`, [], limit)),
  };
}

/** A personal store's only user reviews; where several use one, it takes a role. */
function mayReview(db: SqlConnection, userId: string): boolean {
  if (effectiveMode(db) === 'personal') return isAlone(db, userId);
  return roleOf(db, userId) !== 'member';
}

function isAlone(db: SqlConnection, userId: string): boolean {
  return db.get('SELECT 1 FROM users WHERE id <> ? LIMIT 1', [userId]) === undefined;
}

function listKnowledge(db: SqlConnection, filter: KnowledgeFilter): { entries: Knowledge[]; total: number } {
  const conditions = [`coalesce(k.status, 'pending') = ?`];
  const params: SqlValue[] = [filter.status];
  if (filter.category !== undefined) {
    conditions.push('k.category = ?');
    params.push(filter.category);
  }
  if (filter.status !== 'approved' && !mayReview(db, filter.userId)) {
    // What was turned down was never anybody else's; what was retired had been everybody's.
    conditions.push(
      filter.status === 'pending' ? 'k.promoted_by = ?' : '(k.approved_by IS NOT NULL OR k.promoted_by = ?)',
    );
    params.push(filter.userId);
  }
  return listWhere(db, conditions.join(' AND '), params, filter.limit);
}

function listWhere(
  db: SqlConnection,
  where: string,
  params: readonly SqlValue[],
  limit: number,
): { entries: Knowledge[]; total: number } {
  const rows = db.all(`${select} WHERE ${where} ORDER BY ${importantFirst} LIMIT ?`, [...params, limit]);
  const total = count(db, `SELECT count(*) AS n FROM global_knowledge k WHERE ${where}`, params);
  return { entries: rows.map(knowledgeFromRow), total };
}

function reviewKnowledge(db: SqlConnection, indexText: IndexText, review: KnowledgeReview): ReviewOutcome {
  const before = findKnowledge(db, review.entryId);
  if (!mayReview(db, review.reviewerId) && !mayKeepOwn(db, review)) {
    return effectiveMode(db) === 'personal' ? 'no_admin' : 'not_allowed';
  }
  if (before?.version !== review.version) return 'conflict';
  const twin = review.action === 'approve' ? liveTwin(db, review) : undefined;
  if (twin !== undefined) return { duplicateOf: twin };
  const { category, title, content, importance } = { ...before, ...review.corrections };
  db.run(
    `INSERT INTO knowledge_reviews (uid, knowledge_uid, action, user_id, notes, category, title, content, importance,
                                    status, created_at)
     SELECT ?, uid, ?, ?, ?, category, title, content, importance, status, ? FROM global_knowledge WHERE id = ?`,
    [review.uid, review.action, review.reviewerId, review.notes, review.now, review.entryId],
  );
  const approves = review.action === 'approve';
  db.run(
    `UPDATE global_knowledge SET category = ?, title = ?, content = ?, importance = ?, content_hash = ?, status = ?,
       approved_by = CASE WHEN ? THEN ? ELSE approved_by END, reviewed_by = ?, reviewed_at = ?, review_notes = ?,
       updated_at = ?, version = version + 1 WHERE id = ?`,
    [
      category,
      title,
      content,
      importance,
      review.contentHash,
      approves ? 'approved' : 'deprecated',
      approves ? 1 : 0,
      review.reviewerId,
      review.reviewerId,
      review.now,
      review.notes,
      review.now,
      review.entryId,
    ],
  );
  refreshDocument(db, indexText, 'knowledge', review.entryId);
  return 'reviewed';
}

/** In a personal store several people may each keep their own entries in order, as long as nobody starts a team. */
function mayKeepOwn(db: SqlConnection, { entryId, reviewerId, mode }: KnowledgeReview): boolean {
  if (mode === 'team' || effectiveMode(db) === 'team') return false;
  return db.get('SELECT 1 FROM global_knowledge WHERE id = ? AND promoted_by = ?', [entryId, reviewerId]) !== undefined;
}

/** Another live entry that says what this one would say. */
function liveTwin(db: SqlConnection, { entryId, contentHash }: KnowledgeReview): number | undefined {
  const row = db.get(
    `SELECT id FROM global_knowledge WHERE content_hash = ? AND id <> ? AND coalesce(status, 'pending') <> 'deprecated' LIMIT 1`,
    [contentHash, entryId],
  );
  return row === undefined ? undefined : number(row, 'id');
}

function findKnowledge(db: SqlConnection, id: number): Knowledge | undefined {
  const row = db.get(`${select} WHERE k.id = ?`, [id]);
  return row === undefined ? undefined : knowledgeFromRow(row);
}

function propose(
  db: SqlConnection,
  indexText: IndexText,
  entry: NewKnowledge,
): { status: 'stored' | 'duplicate'; entry: Knowledge } {
  const live = `${select} WHERE k.content_hash = ? AND coalesce(k.status, 'pending') <> 'deprecated' ORDER BY k.id LIMIT 1`;
  const same = db.get(live, [entry.contentHash]);
  if (same !== undefined) return { status: 'duplicate', entry: knowledgeFromRow(same) };
  const status = entry.mode === 'team' || effectiveMode(db) === 'team' ? 'pending' : 'approved';
  const { lastInsertRowid } = db.run(
    `INSERT INTO global_knowledge (category, title, content, importance, status, promoted_by, source_session,
                                   approved_by, created_at, updated_at, uid, agent_id, content_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      entry.category,
      entry.title,
      entry.content,
      entry.importance,
      status,
      entry.userId,
      entry.sourceSession,
      status === 'approved' ? entry.userId : null,
      entry.now,
      entry.now,
      entry.uid,
      entry.agentId,
      entry.contentHash,
    ],
  );
  indexNewMemory(db, indexText, 'knowledge', lastInsertRowid);
  return { status: 'stored', entry: knowledgeFromRow(db.get(`${select} WHERE k.id = ?`, [lastInsertRowid]) ?? {}) };
}

function knowledgeFromRow(row: SqlRow): Knowledge {
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
    createdAt: textOr(row, 'created_at', ''),
    updatedAt: textOr(row, 'updated_at', ''),
    version: number(row, 'version'),
  };
}
