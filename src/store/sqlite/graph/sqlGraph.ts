/**
 * Reads the graph with bounded queries. A name stands for its entity through the reader's aliases. Every query joins
 * the documents, whose filter is that of a search, so nothing appears that a search could not find.
 */
import type {
  Entity,
  EntityName,
  GraphQuery,
  GraphStore,
  Mention,
  MentionedEntity,
  MentionRole,
  Neighbour,
  Relation,
} from '../../../memory/graph/graphStore.ts';
import { mentionRoles } from '../../../memory/graph/graphStore.ts';
import type { EntityKind } from '../../../memory/graph/entities.ts';
import { entityRelations } from '../../../memory/graph/findRelations.ts';
import type { MemoryRef } from '../../../memory/shared/memoryRef.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import { groupBy } from '../../../util/groupBy.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import { number, oneOf, text, textOr } from '../engine/rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow } from '../engine/sqlConnection.ts';
import { filterFromQuery } from '../index/documentFilter.ts';
import { aliasesOf, entitiesOf, mergeEntities, spelledAliases, splitEntity } from './entityAliases.ts';
import { bestName, kindRank, mentionsWhere, nameFromRow, ofEntities } from './mentionRows.ts';
import { scanDocuments } from './scanDocuments.ts';

/** Newest memories of an entity that are read for its neighbors. */
const maxMemories = 2_000;
/** Newest mentions that are read to find the entities with most memories. */
const maxMentions = 100_000;

export function createSqlGraph(engine: SqliteEngine): GraphStore {
  return {
    scan: (userId) => scanDocuments(engine, userId),
    entities: (query, keys) => engine.read((db) => entitiesWith(db, query, keys)),
    find: (query, search) => engine.read((db) => find(db, query, search)),
    neighbours: (query, key, limit, kinds) => engine.read((db) => neighboursOf(db, query, { key, limit, kinds })),
    mentions: (query, key, limit) => engine.read((db) => mentionsOf(db, query, { key, limit })),
    ofMemories: (query, refs, limit) => engine.read((db) => ofMemories(db, query, { refs, limit })),
    relations: (query, which) => engine.read((db) => relationsOf(db, query, which)),
    aliases: (query, keys) => engine.read((db) => spelledAliases(db, query, keys)),
    merge: (write) => engine.write((db) => mergeEntities(db, write), write.userId),
    split: (write) => engine.write((db) => splitEntity(db, write), write.userId),
  };
}

async function entitiesWith(db: SqlConnection, query: GraphQuery, keys: readonly string[]): Promise<Entity[]> {
  const { userId } = query.filter;
  const wanted = await entitiesOf(db, userId, keys);
  if (wanted.length === 0) return [];
  const { sql, params } = mentionsWhere(query, ofEntities(userId, wanted));
  return (await db.all(`${grouped(sql)} ORDER BY entity`, params)).map(entityFromRow);
}

const grouped = (mentions: string): string =>
  `SELECT entity, ${bestName}, count(DISTINCT document_id) AS memories, min(created_at) AS first_at,
     max(created_at) AS last_at, sum(count(*)) OVER () AS read_mentions FROM (${mentions}) AS found GROUP BY entity`;

async function find(
  db: SqlConnection,
  query: GraphQuery,
  { part, kinds, limit }: Parameters<GraphStore['find']>[1],
): Promise<{ entities: Entity[]; isCut: boolean }> {
  const conditions = [
    ...(part === undefined ? [] : [{ sql: 'instr(m.entity, ?) > 0', params: [part] }]),
    ...(kinds === undefined
      ? []
      : [{ sql: 'm.kind IN (SELECT value FROM json_each(?))', params: [JSON.stringify(kinds)] }]),
  ];
  const condition = {
    sql: conditions.length === 0 ? 'TRUE' : conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
  const newest = `ORDER BY m.document_id DESC LIMIT ${String(maxMentions)}`;
  const { sql, params } = mentionsWhere(query, condition, newest);
  const rows = await db.all(`${grouped(sql)} ORDER BY memories DESC, entity LIMIT ?`, [...params, limit]);
  const [first] = rows;
  return {
    entities: rows.map(entityFromRow),
    isCut: first !== undefined && number(first, 'read_mentions') >= maxMentions,
  };
}

async function neighboursOf(
  db: SqlConnection,
  query: GraphQuery,
  { key, limit, kinds }: { key: string; limit: number; kinds: readonly EntityKind[] | undefined },
): Promise<Neighbour[]> {
  const { userId } = query.filter;
  const [entity = key] = await entitiesOf(db, userId, [key]);
  const near = mentionsWhere(query, ofEntities(userId, [entity]));
  const ofKinds = kinds === undefined ? '' : 'AND m.kind IN (SELECT value FROM json_each(?))';
  const rows = await db.all(
    `WITH near AS (SELECT DISTINCT document_id FROM (${near.sql}) AS found
       ORDER BY document_id DESC LIMIT ${String(maxMemories)}),
     others AS (SELECT coalesce(a.entity, m.entity) AS entity, m.name, CASE WHEN a.entity IS NULL THEN 1 ELSE 0 END AS is_own,
         ${kindRank} AS kind, m.document_id
       FROM near n JOIN mentions m ON m.document_id = n.document_id
       LEFT JOIN entity_aliases a ON a.user_id = ? AND a.alias = m.entity
       WHERE coalesce(a.entity, m.entity) <> ? ${ofKinds}),
     best AS (SELECT entity, ${bestName}, count(DISTINCT document_id) AS together, max(document_id) AS newest
       FROM others GROUP BY entity ORDER BY together DESC, entity LIMIT ?)
     SELECT b.*, d.kind AS memory_kind, d.memory_id FROM best b JOIN memory_documents d ON d.id = b.newest
     ORDER BY b.together DESC, b.entity`,
    [...near.params, userId, entity, ...(kinds === undefined ? [] : [JSON.stringify(kinds)]), limit],
  );
  return rows.map((row) => ({ ...nameFromRow(row), together: number(row, 'together'), newest: refFromRow(row) }));
}

async function mentionsOf(
  db: SqlConnection,
  query: GraphQuery,
  { key, limit }: { key: string; limit: number },
): Promise<Mention[]> {
  const { userId } = query.filter;
  const { sql, params } = mentionsWhere(query, ofEntities(userId, await entitiesOf(db, userId, [key])));
  const rows = await db.all(
    `SELECT memory_kind, memory_id, min(role) AS role, min(name) AS name, min(created_at) AS created_at, document_id
     FROM (${sql}) AS found GROUP BY document_id, memory_kind, memory_id ORDER BY created_at DESC NULLS LAST, document_id DESC LIMIT ?`,
    [...params, limit],
  );
  return rows.map((row) => ({
    ref: refFromRow(row),
    role: roleFromRow(row),
    name: text(row, 'name'),
    createdAt: textOr(row, 'created_at', ''),
  }));
}

async function ofMemories(
  db: SqlConnection,
  query: GraphQuery,
  { refs, limit }: { refs: readonly MemoryRef[]; limit: number },
): Promise<Map<string, MentionedEntity[]>> {
  const found = new Map<string, MentionedEntity[]>();
  for (const [kind, ofKind] of groupBy(refs, (ref) => ref.kind)) {
    const ids = JSON.stringify(ofKind.map(({ id }) => id));
    const condition = { sql: 'd.kind = ? AND d.memory_id IN (SELECT value FROM json_each(?))', params: [kind, ids] };
    const { sql, params } = mentionsWhere(query, condition);
    const rows = await db.all(
      `SELECT memory_kind, memory_id, entity, ${bestName}, min(role) AS role, ${memoriesOf} AS memories
       FROM (${sql}) AS found GROUP BY memory_kind, memory_id, entity
       ORDER BY CASE min(role) WHEN 'decided_by' THEN 0 WHEN 'stated' THEN 1 WHEN 'text' THEN 2 ELSE 3 END, memories, entity`,
      params,
    );
    for (const row of rows) {
      const key = refKey(refFromRow(row));
      const known = found.get(key) ?? [];
      if (known.length < limit) found.set(key, [...known, { ...nameFromRow(row), role: roleFromRow(row) }]);
    }
  }
  return found;
}

/** How many mentions its name has, up to a limit; those of everybody, because it only orders what is shown. */
const memoriesOf = `(SELECT count(*) FROM (SELECT 1 FROM mentions o WHERE o.entity = found.entity LIMIT 500) AS some)`;

async function relationsOf(
  db: SqlConnection,
  query: GraphQuery,
  { relation, key, limit }: Parameters<GraphStore['relations']>[1],
): Promise<Relation[]> {
  const { userId } = query.filter;
  const filter = filterFromQuery(query.filter, query.now);
  const keys = key === undefined ? undefined : await namesOf(db, userId, key);
  const among = 'IN (SELECT value FROM json_each(?))';
  const rows = await db.all(
    `SELECT r.from_entity, r.relation, r.to_entity, d.kind AS memory_kind, d.memory_id, d.created_at
     FROM relations r JOIN memory_documents d ON d.id = r.document_id
     WHERE ${relation === undefined ? 'TRUE' : 'r.relation = ?'}
       AND ${keys === undefined ? 'TRUE' : `(r.from_entity ${among} OR r.to_entity ${among})`} AND ${filter.sql}
     ORDER BY d.created_at DESC NULLS LAST, r.document_id DESC, r.from_entity, r.relation, r.to_entity LIMIT ?`,
    [
      ...(relation === undefined ? [] : [relation]),
      ...(keys === undefined ? [] : [keys, keys]),
      ...filter.params,
      limit,
    ],
  );
  const ends = rows.flatMap((row) => [text(row, 'from_entity'), text(row, 'to_entity')]);
  const named = await namesByKey(db, query, ends);
  return rows.flatMap((row): Relation[] => {
    const [from, to] = [named.get(text(row, 'from_entity')), named.get(text(row, 'to_entity'))];
    if (from === undefined || to === undefined || from.key === to.key) return [];
    const kind = oneOf(row, 'relation', entityRelations, 'uses');
    return [{ from, relation: kind, to, ref: refFromRow(row), createdAt: textOr(row, 'created_at', '') }];
  });
}

/** All keys of the entity that `key` names, as JSON. */
async function namesOf(db: SqlConnection, userId: string, key: string): Promise<string> {
  const [entity = key] = await entitiesOf(db, userId, [key]);
  const aliases = await aliasesOf(db, userId, [entity]);
  return JSON.stringify([entity, ...(aliases.get(entity) ?? [])]);
}

/** The entity of each key, also of aliases. */
async function namesByKey(
  db: SqlConnection,
  query: GraphQuery,
  keys: readonly string[],
): Promise<Map<string, EntityName>> {
  const entities = new Map((await entitiesWith(db, query, [...new Set(keys)])).map((one) => [one.key, one]));
  const aliases = await aliasesOf(db, query.filter.userId, [...entities.keys()]);
  const named = [...entities].flatMap(([key, { name, kind }]) =>
    [key, ...(aliases.get(key) ?? [])].map((one) => [one, { key, name, kind }] as const),
  );
  return new Map(named);
}

function entityFromRow(row: SqlRow): Entity {
  return {
    ...nameFromRow(row),
    memories: number(row, 'memories'),
    firstAt: textOr(row, 'first_at', ''),
    lastAt: textOr(row, 'last_at', ''),
  };
}

function roleFromRow(row: SqlRow): MentionRole {
  return oneOf(row, 'role', mentionRoles, 'text');
}

function refFromRow(row: SqlRow): MemoryRef {
  return { kind: oneOf(row, 'memory_kind', memoryKinds, 'fact'), id: text(row, 'memory_id') };
}
