/** Facts. A user never has two live facts with the same statement in one project. Only an erasure deletes a fact. */
import type { FactChange, FactEdit, FactFilter, FactStore } from '../../../memory/facts/factStore.ts';
import type { Fact } from '../../../memory/facts/facts.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { noteFact, sayerOf } from './factAudit.ts';
import { addFact, deprecateFact, editFact, restoreFact, supersedeFact } from './factChanges.ts';
import { factFromRow, findFact, selectFacts } from './factRow.ts';
import { FactTrace } from './factTrace.ts';
import { count } from '../index/memoryDocuments.ts';
import { ownProject, scopeCondition } from '../shared/projectScope.ts';
import { number, text } from '../engine/rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlValue } from '../engine/sqlConnection.ts';

export function createSqlFacts(engine: SqliteEngine, indexText: IndexText): FactStore {
  return {
    add: (fact, judge) =>
      engine.write((db) => {
        const added = addFact(db, indexText, fact, judge);
        const action = added.status === 'stored' ? 'store' : 'confirm';
        noteFact(db, action, added.fact.id, { by: sayerOf(fact), now: fact.now });
        return added;
      }),
    get: (id) => engine.read((db) => findFact(db, id)),
    vouch: ({ userId, contentHash, by, now }) =>
      engine.write((db) => {
        const sql = `SELECT id FROM facts WHERE user_id = ? AND content_hash = ? AND coalesce(deprecated, 0) = 0
                       AND origin IS NOT 'person'`;
        const ids = db.all(sql, [userId, contentHash]).map((row) => number(row, 'id'));
        if (ids.length === 0) return;
        const trace = new FactTrace(db, ids);
        for (const id of ids) {
          db.run(`UPDATE facts SET origin = 'person' WHERE id = ?`, [id]);
          noteFact(db, 'edit', id, { by, now });
        }
        trace.close({ by, now });
      }),
    vouchedFor: (userId, contentHashes) =>
      engine.read((db) => {
        const said = `user_id = ? AND content_hash IN (SELECT value FROM json_each(?)) AND coalesce(deprecated, 0) = 0`;
        const sql = `SELECT DISTINCT content_hash FROM facts WHERE ${said} AND origin = 'person'`;
        return db.all(sql, [userId, JSON.stringify(contentHashes)]).map((row) => text(row, 'content_hash'));
      }),
    mutedAmong: (userId, contentHashes) =>
      engine.read((db) => {
        const sql = `SELECT DISTINCT f.content_hash FROM muted_memories m JOIN facts f ON f.uid = m.memory_uid
                     WHERE m.user_id = ? AND m.kind = 'fact' AND f.content_hash IN (SELECT value FROM json_each(?))`;
        return db.all(sql, [userId, JSON.stringify(contentHashes)]).map((row) => text(row, 'content_hash'));
      }),
    listForContext: (query) => engine.read((db) => listForContext(db, query)),
    list: (filter) => engine.read((db) => listFacts(db, filter)),
    deprecate: (id, version, reason, now, by) =>
      engine.write((db) => {
        const outcome = deprecateFact(db, indexText, { id, version, reason, now, by });
        if (outcome !== 'conflict') noteFact(db, 'deprecate', id, { by, now });
        return outcome;
      }),
    edit: (edit, judge) => engine.write((db) => changed(db, 'edit', edit, editFact(db, indexText, edit, judge))),
    restore: (fact, judge) =>
      engine.write((db) => changed(db, 'restore', fact, restoreFact(db, indexText, fact, judge))),
    supersede: (old, fact, judge) =>
      engine.write((db) => {
        const outcome = supersedeFact(db, indexText, old, { fact, judge });
        if (typeof outcome === 'string') return outcome;
        const said = { by: sayerOf(fact), now: fact.now };
        noteFact(db, outcome.status === 'stored' ? 'store' : 'confirm', outcome.fact.id, said);
        noteFact(db, 'supersede', old.id, said);
        return outcome;
      }),
  };
}

function changed(
  db: SqlConnection,
  action: 'edit' | 'restore',
  { id, by, now }: Pick<FactEdit, 'id' | 'by' | 'now'>,
  outcome: FactChange,
): FactChange {
  if (typeof outcome === 'object' && 'fact' in outcome) noteFact(db, action, id, { by, now });
  return outcome;
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
