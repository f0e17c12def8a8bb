/** Shared knowledge (Tier G): one live entry per statement, whoever proposed it. */
import type { Knowledge, KnowledgeStatus, KnowledgeStore, NewKnowledge } from '../../memory/knowledge.ts';
import type { IndexText } from '../../memory/store.ts';
import { count } from './memoryDocuments.ts';
import { indexNewMemory } from './memoryIndex.ts';
import { number, numberOr, oneOf, text, textOr, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow } from './sqlConnection.ts';

const statuses: readonly KnowledgeStatus[] = ['pending', 'approved', 'deprecated'];

const select = `SELECT k.*, p.username AS promoted_name, b.username AS approved_name, a.name AS agent_name
  FROM global_knowledge k LEFT JOIN users p ON p.id = k.promoted_by LEFT JOIN users b ON b.id = k.approved_by
  LEFT JOIN agents a ON a.id = k.agent_id`;

export function createSqlKnowledge(engine: SqliteEngine, indexText: IndexText): KnowledgeStore {
  return {
    propose: (entry) => engine.write((db) => propose(db, indexText, entry)),
    top: (limit) =>
      engine.read((db) => {
        const order = 'coalesce(k.importance, 5) DESC, k.created_at DESC, k.id DESC';
        const rows = db.all(`${select} WHERE k.status = 'approved' ORDER BY ${order} LIMIT ?`, [limit]);
        const total = count(db, `SELECT count(*) AS n FROM global_knowledge WHERE status = 'approved'`);
        return { entries: rows.map(knowledgeFromRow), total };
      }),
  };
}

function propose(
  db: SqlConnection,
  indexText: IndexText,
  entry: NewKnowledge,
): { status: 'stored' | 'duplicate'; entry: Knowledge } {
  const live = `${select} WHERE k.content_hash = ? AND coalesce(k.status, 'pending') <> 'deprecated' ORDER BY k.id LIMIT 1`;
  const same = db.get(live, [entry.contentHash]);
  if (same !== undefined) return { status: 'duplicate', entry: knowledgeFromRow(same) };
  const { lastInsertRowid } = db.run(
    `INSERT INTO global_knowledge (category, title, content, importance, status, promoted_by, source_session,
                                   approved_by, created_at, updated_at, uid, agent_id, content_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      entry.category,
      entry.title,
      entry.content,
      entry.importance,
      entry.status,
      entry.userId,
      entry.sourceSession,
      entry.status === 'approved' ? entry.userId : null,
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
    status: oneOf(row, 'status', statuses, 'pending'),
    promotedBy: textOrNull(row, 'promoted_name'),
    approvedBy: textOrNull(row, 'approved_name'),
    sourceSession: textOrNull(row, 'source_session'),
    agentName: textOrNull(row, 'agent_name'),
    createdAt: textOr(row, 'created_at', ''),
    updatedAt: textOr(row, 'updated_at', ''),
    version: number(row, 'version'),
  };
}
