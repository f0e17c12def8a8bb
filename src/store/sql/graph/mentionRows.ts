/** Mentions as SQL, for every query of the graph: those that a reader may find, under the names that the reader merged. */
import { amongKeys, amongRows } from '../connection/among.ts';
import type { EntityName, GraphQuery } from '../../../memory/graph/graphStore.ts';
import type { EntityKind } from '../../../memory/graph/entities.ts';
import type { MemoryRef } from '../../../memory/shared/memoryRef.ts';
import { shownName } from '../../../memory/graph/settling.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import { number, oneOf, text } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
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

/** Newest mentions of an entity that are read where its memories are listed. */
const maxOfEntity = 10_000;

/** No condition. */
export const always: Sql = { sql: 'TRUE', params: [] };

/**
 * Mentions that the reader may find: `entity`, `name`, `is_own` (see `isOwnName`), `is_alias`, `kind`, `document_id`. The
 * join says which side is read first: SQLite would otherwise begin with all documents of the reader.
 */
export function mentionsWhere(query: GraphQuery, condition: Sql): Sql {
  return mentionsFrom(query, { sql: 'mentions m CROSS JOIN memory_documents d', params: [] }, condition);
}

/** The same, of the documents that the condition finds. */
export function mentionsIn(query: GraphQuery, condition: Sql): Sql {
  return mentionsFrom(query, { sql: 'memory_documents d CROSS JOIN mentions m', params: [] }, condition);
}

/** The same, of the newest mentions of these entities by any of their names. */
export function newestMentions(query: GraphQuery, keys: readonly string[], condition: Sql = always): Sql {
  const { sql, params } = ofEntities(query.filter.userId, keys);
  const newest = `SELECT m.document_id, m.entity, m.kind, m.name, m.role FROM mentions m WHERE ${sql}
    ORDER BY m.document_id DESC LIMIT ${String(maxOfEntity)}`;
  return mentionsFrom(query, { sql: `(${newest}) m CROSS JOIN memory_documents d`, params }, condition);
}

/**
 * Whether these entities have more mentions than `newestMentions` reads, also if the reader may find none of the older
 * ones, or the reader may find more than `most` memories among those that it reads.
 */
export async function hasOlderMentions(
  db: SqlConnection,
  query: GraphQuery,
  keys: readonly string[],
  most: number,
): Promise<boolean> {
  const { sql, params } = ofEntities(query.filter.userId, keys);
  const all = await countUpTo(
    db,
    { sql: `SELECT m.document_id FROM mentions m WHERE ${sql}`, params },
    maxOfEntity + 1,
  );
  if (all > maxOfEntity || all <= most) return all > maxOfEntity;
  const newest = newestMentions(query, keys);
  const documents = `SELECT DISTINCT document_id FROM (${newest.sql}) AS found`;
  return (await countUpTo(db, { sql: documents, params: newest.params }, most + 1)) > most;
}

/** How many rows a query has, at most `most`. */
export async function countUpTo(db: SqlConnection, { sql, params }: Sql, most: number): Promise<number> {
  const row = await db.get(`SELECT count(*) AS n FROM (${sql} LIMIT ${String(most)}) AS counted`, params);
  return row === undefined ? 0 : number(row, 'n');
}

function mentionsFrom(query: GraphQuery, from: Sql, condition: Sql): Sql {
  const filter = filterFromQuery(query.filter, query.now);
  return {
    sql: `SELECT coalesce(a.entity, m.entity) AS entity, m.name, ${isOwnName} AS is_own,
        CASE WHEN a.entity IS NULL THEN 0 ELSE 1 END AS is_alias, ${kindRank} AS kind, m.role, m.document_id, d.kind AS memory_kind, d.memory_id, d.project_id,
        d.created_at
      FROM ${from.sql} ON d.id = m.document_id
      LEFT JOIN entity_aliases a ON a.user_id = ? AND a.alias = m.entity
      WHERE ${condition.sql} AND ${filter.sql}`,
    params: [...from.params, query.filter.userId, ...condition.params, ...filter.params],
  };
}

/** Without what the key of an entity leaves out of a name. */
const squeezed = (text: string): string => `replace(replace(replace(lower(${text}), ' ', ''), '-', ''), '_', '')`;

/** Whether the mention `m` names its entity, and neither by an alias `a` nor by another spelling that means it. */
export const isOwnName = `CASE WHEN a.entity IS NOT NULL THEN 0
  WHEN m.kind = 'file' AND lower(replace(m.name, '\\', '/')) <> m.entity THEN 0
  WHEN m.kind = 'concept' AND ${squeezed('m.name')} <> ${squeezed('m.entity')} THEN 0 ELSE 1 END`;

/** The same of a mention without an alias, outside SQL, where many mentions have the same name. */
export function isOwnSpelling({ key, name, kind }: EntityName): boolean {
  if (kind === 'file') return name.replaceAll('\\', '/').toLowerCase() === key;
  const squeeze = (text: string): string => text.toLowerCase().replaceAll(/[ _-]/gu, '');
  return kind !== 'concept' || squeeze(name) === squeeze(key);
}

/** A name of the entity itself, or else one of its aliases. */
export const bestName =
  'coalesce(min(CASE WHEN is_own = 1 THEN name END), min(name)) AS name, coalesce(max(CASE WHEN is_own = 1 THEN kind END), max(kind)) AS kind';

/** Mentions of these entities by any of their names. */
function ofEntities(userId: string, keys: readonly string[]): Sql {
  const list = JSON.stringify(keys);
  return {
    sql: `m.entity ${amongRows(`SELECT value FROM json_each(?) UNION SELECT alias FROM entity_aliases
      WHERE user_id = ? AND entity ${amongKeys()}`)}`,
    params: [list, userId, list],
  };
}

/** From `entity`, `name` and `kind`. */
export function nameFromRow(row: SqlRow): EntityName {
  const entity = { key: text(row, 'entity'), name: text(row, 'name'), kind: kindOfRank(number(row, 'kind')) };
  return { ...entity, name: shownName(entity) };
}

/** From `memory_kind` and `memory_id`. */
export function refFromRow(row: SqlRow): MemoryRef {
  return { kind: oneOf(row, 'memory_kind', memoryKinds, 'fact'), id: text(row, 'memory_id') };
}

export function kindOfRank(rank: number): EntityKind {
  return kindOrder[rank] ?? 'concept';
}
