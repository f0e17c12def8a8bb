/** Facts: never two live ones of the same statement for one user and project, never deleted. */
import type { FactFilter, FactStore } from '../../memory/factStore.ts';
import type { Fact } from '../../memory/facts.ts';
import type { IndexText } from '../../memory/ports.ts';
import { addFact, deprecateFact, editFact, restoreFact, supersedeFact, takeFactsBack } from './factChanges.ts';
import { factFromRow, findFact, selectFacts } from './factRow.ts';
import { count } from './memoryDocuments.ts';
import { ownProject, scopeCondition } from './projectScope.ts';
import type { SqlConnection, SqliteEngine, SqlValue } from './sqlConnection.ts';

export function createSqlFacts(engine: SqliteEngine, indexText: IndexText): FactStore {
  return {
    add: (fact, judge) => engine.write((db) => addFact(db, indexText, fact, judge)),
    get: (id) => engine.read((db) => findFact(db, id)),
    listForContext: (query) => engine.read((db) => listForContext(db, query)),
    list: (filter) => engine.read((db) => listFacts(db, filter)),
    deprecate: (id, version, reason, now) =>
      engine.write((db) => deprecateFact(db, indexText, { id, version, reason, now })),
    edit: (edit, judge) => engine.write((db) => editFact(db, indexText, edit, judge)),
    restore: (fact, judge) => engine.write((db) => restoreFact(db, indexText, fact, judge)),
    supersede: (old, fact, judge) => engine.write((db) => supersedeFact(db, indexText, old, { fact, judge })),
    takeBack: (change) => engine.write((db) => takeFactsBack(db, indexText, change)),
  };
}

function listForContext(
  db: SqlConnection,
  { userId, projectId, limit }: Parameters<FactStore['listForContext']>[0],
): { facts: Fact[]; total: number } {
  const live = 'f.user_id = ? AND coalesce(f.deprecated, 0) = 0';
  const order = 'coalesce(f.confidence, 1.0) DESC, f.updated_at DESC, f.id DESC';
  const best = (condition: string, params: SqlValue[]): Fact[] =>
    db
      .all(`${selectFacts} WHERE ${live} AND ${condition} ORDER BY ${order} LIMIT ?`, [userId, ...params, limit])
      .map(factFromRow);
  const own = projectId === null ? [] : best('f.project_id = ?', [projectId]);
  const scope = scopeCondition({ projectId }, 'f.project_id');
  const total = `SELECT count(*) AS n FROM facts f WHERE ${live} AND ${scope.sql}`;
  return {
    facts: [...own, ...best('f.project_id IS NULL', [])],
    total: count(db, total, [userId, ...scope.params]),
  };
}

function listFacts(db: SqlConnection, filter: FactFilter): { facts: Fact[]; total: number } {
  const scope = scopeCondition(filter.scope, 'f.project_id');
  const live = filter.includeDeprecated ? '1' : 'coalesce(f.deprecated, 0) = 0';
  const where = `f.user_id = ? AND ${scope.sql} AND ${live}`;
  const params = [filter.userId, ...scope.params];
  const rows = db.all(
    `${selectFacts} WHERE ${where} ORDER BY (f.project_id IS NOT NULL AND f.project_id IS ?) DESC,
     coalesce(f.confidence, 1.0) DESC, f.created_at DESC, f.id DESC LIMIT ?`,
    [...params, ownProject(filter.scope), filter.limit],
  );
  return { facts: rows.map(factFromRow), total: count(db, `SELECT count(*) AS n FROM facts f WHERE ${where}`, params) };
}
