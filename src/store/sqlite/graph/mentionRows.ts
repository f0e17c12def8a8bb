/** Mentions as SQL, for every query of the graph: those that a reader may find, under the names that the reader merged. */
import type { EntityName, GraphQuery } from '../../../memory/graph/graphStore.ts';
import type { EntityKind } from '../../../memory/graph/entities.ts';
import { number, text } from '../engine/rowReader.ts';
import type { SqlRow, SqlValue } from '../engine/sqlConnection.ts';
import { filterFromQuery } from '../index/documentFilter.ts';

export interface Sql {
  sql: string;
  params: SqlValue[];
}

/** A constant list, so that the name of a kind that is more informative wins. */
const kindOrder: readonly EntityKind[] = [
  'concept',
  'symbol',
  'person',
  'package',
  'service',
  'project',
  'issue',
  'error',
  'file',
];
export const kindRank = `CASE m.kind ${kindOrder.map((kind, rank) => `WHEN '${kind}' THEN ${String(rank)}`).join(' ')} ELSE 0 END`;

/** Mentions that the reader may find: `entity`, `name`, `is_own` (its name is not an alias), `kind`, `document_id`. */
export function mentionsWhere(query: GraphQuery, condition: Sql, order = ''): Sql {
  const filter = filterFromQuery(query.filter, query.now);
  return {
    sql: `SELECT coalesce(a.entity, m.entity) AS entity, m.name, CASE WHEN a.entity IS NULL THEN 1 ELSE 0 END AS is_own,
        ${kindRank} AS kind, m.role, m.document_id, d.kind AS memory_kind, d.memory_id, d.project_id,
        d.created_at
      FROM mentions m JOIN memory_documents d ON d.id = m.document_id
      LEFT JOIN entity_aliases a ON a.user_id = ? AND a.alias = m.entity
      WHERE ${condition.sql} AND ${filter.sql} ${order}`,
    params: [query.filter.userId, ...condition.params, ...filter.params],
  };
}

/** A name of the entity itself, or else one of its aliases. */
export const bestName =
  'coalesce(min(CASE WHEN is_own = 1 THEN name END), min(name)) AS name, coalesce(max(CASE WHEN is_own = 1 THEN kind END), max(kind)) AS kind';

/** Mentions of these entities by any of their names. */
export function ofEntities(userId: string, keys: readonly string[]): Sql {
  const list = JSON.stringify(keys);
  return {
    sql: `m.entity IN (SELECT value FROM json_each(?) UNION SELECT alias FROM entity_aliases
      WHERE user_id = ? AND entity IN (SELECT value FROM json_each(?)))`,
    params: [list, userId, list],
  };
}

/** From `entity`, `name` and `kind`. */
export function nameFromRow(row: SqlRow): EntityName {
  return { key: text(row, 'entity'), name: text(row, 'name'), kind: kindOrder[number(row, 'kind')] ?? 'concept' };
}
