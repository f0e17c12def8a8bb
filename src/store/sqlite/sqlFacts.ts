/** Facts: never two live ones of the same statement for one user and project, never deleted. */
import type { Fact, FactFilter, FactStore, NewFact } from '../../memory/facts.ts';
import type { IndexText } from '../../memory/store.ts';
import { count } from './memoryDocuments.ts';
import { indexNewMemory, refreshDocument } from './memoryIndex.ts';
import { ownProject, scopeCondition } from './projectScope.ts';
import { flag, number, numberOr, text, textOr, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow } from './sqlConnection.ts';
import { tagsColumn, tagsFromColumn } from './textLists.ts';

const select = `SELECT f.*, p.name AS project_name, a.name AS agent_name FROM facts f
  LEFT JOIN projects p ON p.id = f.project_id LEFT JOIN agents a ON a.id = f.agent_id`;

export function createSqlFacts(engine: SqliteEngine, indexText: IndexText): FactStore {
  return {
    add: (fact) => engine.write((db) => addFact(db, indexText, fact)),
    get: (id) => engine.read((db) => findFact(db, id)),
    list: (filter) => engine.read((db) => listFacts(db, filter)),
    deprecate: (id, version, reason, now) =>
      engine.write((db) => {
        const sql = `UPDATE facts SET deprecated = 1, deprecation_reason = ?, updated_at = ?, version = version + 1
                     WHERE id = ? AND version = ?`;
        if (db.run(sql, [reason, now, id, version]).changes === 0) return 'conflict';
        refreshDocument(db, indexText, 'fact', id);
        return 'deprecated';
      }),
  };
}

function addFact(db: SqlConnection, indexText: IndexText, fact: NewFact): Awaited<ReturnType<FactStore['add']>> {
  const live = db.get(
    `SELECT id FROM facts WHERE user_id = ? AND content_hash = ? AND project_id IS ? AND coalesce(deprecated, 0) = 0
     ORDER BY id LIMIT 1`,
    [fact.userId, fact.contentHash, fact.projectId],
  );
  if (live !== undefined) return { status: 'duplicate', fact: requireFact(db, number(live, 'id')) };
  const { lastInsertRowid } = db.run(
    `INSERT INTO facts (user_id, category, fact, source_session, confidence, created_at, updated_at,
                        uid, project_id, agent_id, content_hash, tags, source_ref)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      fact.userId,
      fact.category,
      fact.fact,
      fact.sourceSession,
      fact.confidence,
      fact.now,
      fact.now,
      fact.uid,
      fact.projectId,
      fact.agentId,
      fact.contentHash,
      tagsColumn(fact.tags),
      fact.sourceRef,
    ],
  );
  indexNewMemory(db, indexText, 'fact', lastInsertRowid);
  return { status: 'stored', fact: requireFact(db, lastInsertRowid) };
}

function listFacts(db: SqlConnection, filter: FactFilter): { facts: Fact[]; total: number } {
  const scope = scopeCondition(filter.scope, 'f.project_id');
  const live = filter.includeDeprecated ? '1' : 'coalesce(f.deprecated, 0) = 0';
  const where = `f.user_id = ? AND ${scope.sql} AND ${live}`;
  const params = [filter.userId, ...scope.params];
  const rows = db.all(
    `${select} WHERE ${where} ORDER BY (f.project_id IS NOT NULL AND f.project_id IS ?) DESC,
     coalesce(f.confidence, 1.0) DESC, f.created_at DESC, f.id DESC LIMIT ?`,
    [...params, ownProject(filter.scope), filter.limit],
  );
  return { facts: rows.map(factFromRow), total: count(db, `SELECT count(*) AS n FROM facts f WHERE ${where}`, params) };
}

function requireFact(db: SqlConnection, id: number): Fact {
  return factFromRow(db.get(`${select} WHERE f.id = ?`, [id]) ?? {});
}

function findFact(db: SqlConnection, id: number): Fact | undefined {
  const row = db.get(`${select} WHERE f.id = ?`, [id]);
  return row === undefined ? undefined : factFromRow(row);
}

function factFromRow(row: SqlRow): Fact {
  return {
    id: number(row, 'id'),
    userId: text(row, 'user_id'),
    category: text(row, 'category'),
    fact: text(row, 'fact'),
    confidence: numberOr(row, 'confidence', 1),
    tags: tagsFromColumn(textOrNull(row, 'tags')),
    sourceSession: textOrNull(row, 'source_session'),
    sourceRef: textOrNull(row, 'source_ref'),
    projectId: textOrNull(row, 'project_id'),
    projectName: textOrNull(row, 'project_name'),
    agentName: textOrNull(row, 'agent_name'),
    deprecated: flag(row, 'deprecated'),
    deprecationReason: textOrNull(row, 'deprecation_reason'),
    createdAt: textOr(row, 'created_at', ''),
    updatedAt: textOr(row, 'updated_at', ''),
    version: number(row, 'version'),
  };
}
