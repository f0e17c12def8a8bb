/** Reads what memories say about how entities relate: the newest statements, of which the reader may find some. */
import { amongKeys } from '../connection/among.ts';
import { entityRelations } from '../../../memory/graph/findRelations.ts';
import type { EntityName, GraphQuery, GraphStore, Relation, Relations } from '../../../memory/graph/graphStore.ts';
import { oneOf, text, textOr } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';
import { filterFromQuery } from '../index/documentFilter.ts';
import { keysOf, spelledEntities } from './entityAliases.ts';
import type { Sql } from './mentionRows.ts';
import { always, countUpTo, refFromRow } from './mentionRows.ts';

/** Newest statements of relations that are read. */
const maxRelations = 20_000;

export async function relationsOf(
  db: SqlConnection,
  query: GraphQuery,
  which: Parameters<GraphStore['relations']>[1],
): Promise<Relations> {
  const condition = await conditionOf(db, query, which);
  const rows = await relationRows(db, query, condition, which.limit);
  const ends = rows.flatMap((row) => [text(row, 'from_entity'), text(row, 'to_entity')]);
  const named = await spelledEntities(db, query, [...new Set(ends)]);
  const relations = rows.flatMap((row) => relationFromRow(row, named) ?? []);
  return { relations, isCut: rows.length < which.limit && (await hasOlder(db, condition)) };
}

/** Undefined if both ends are one entity to the reader. */
function relationFromRow(row: SqlRow, named: ReadonlyMap<string, EntityName>): Relation | undefined {
  const [from, to] = [named.get(text(row, 'from_entity')), named.get(text(row, 'to_entity'))];
  if (from === undefined || to === undefined || from.key === to.key) return undefined;
  const relation = oneOf(row, 'relation', entityRelations, 'uses');
  return { from, relation, to, ref: refFromRow(row), createdAt: textOr(row, 'created_at', '') };
}

async function conditionOf(
  db: SqlConnection,
  { filter: { userId } }: GraphQuery,
  { relation, key }: Parameters<GraphStore['relations']>[1],
): Promise<Sql> {
  const ofKind = relation === undefined ? always : { sql: 'relation = ?', params: [relation] };
  if (key === undefined) return ofKind;
  const keys = JSON.stringify(await keysOf(db, userId, [key]));
  const among = amongKeys();
  return {
    sql: `${ofKind.sql} AND (from_entity ${among} OR to_entity ${among})`,
    params: [...ofKind.params, keys, keys],
  };
}

function relationRows(db: SqlConnection, query: GraphQuery, condition: Sql, limit: number): Promise<SqlRow[]> {
  const filter = filterFromQuery(query.filter, query.now);
  return db.all(
    `SELECT r.from_entity, r.relation, r.to_entity, d.kind AS memory_kind, d.memory_id, d.created_at
     FROM (SELECT document_id, from_entity, relation, to_entity FROM relations WHERE ${condition.sql}
         ORDER BY document_id DESC LIMIT ${String(maxRelations)}) r
       CROSS JOIN memory_documents d ON d.id = r.document_id
     WHERE ${filter.sql}
     ORDER BY d.created_at DESC NULLS LAST, r.document_id DESC, r.from_entity, r.relation, r.to_entity LIMIT ?`,
    [...condition.params, ...filter.params, limit],
  );
}

/** Whether there are older statements than those that were read, also if the reader may find none of them. */
async function hasOlder(db: SqlConnection, { sql, params }: Sql): Promise<boolean> {
  const statements = { sql: `SELECT document_id FROM relations WHERE ${sql}`, params };
  return (await countUpTo(db, statements, maxRelations + 1)) > maxRelations;
}
