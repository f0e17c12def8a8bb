/**
 * Reads the graph with bounded queries. A name stands for its entity through the reader's aliases. Every query joins
 * the documents, whose filter is that of a search, so nothing appears that a search could not find.
 */
import { amongKeys } from '../connection/among.ts';
import type {
  Entity,
  GraphQuery,
  GraphStore,
  Mention,
  MentionedEntity,
  MentionRole,
  Neighbours,
} from '../../../memory/graph/graphStore.ts';
import { mentionRoles } from '../../../memory/graph/graphStore.ts';
import type { EntityKind } from '../../../memory/graph/entities.ts';
import type { MemoryRef } from '../../../memory/shared/memoryRef.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import { groupBy } from '../../../util/groupBy.ts';
import { number, oneOf, text, textOr } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { entitiesOf, keysOf, mergeEntities, spelledAliases, splitEntity } from './entityAliases.ts';
import { firstInOrder } from './firstInOrder.ts';
import type { Sql } from './mentionRows.ts';
import {
  always,
  bestName,
  hasOlderMentions,
  isOwnName,
  kindRank,
  mentionsIn,
  nameFromRow,
  newestMentions,
  refFromRow,
} from './mentionRows.ts';
import type { Reading } from './mentionSteps.ts';
import { EntityTally, readMentions, stepSizes } from './mentionSteps.ts';
import { scanDocuments } from './scanDocuments.ts';
import { MentionSettling } from './settleMentions.ts';
import { relationsOf } from './sqlRelations.ts';

/** Newest memories of an entity that are read for its neighbors. */
const maxMemories = 2_000;
/** Newest mentions that are read to count the memories of entities. */
const maxMentions = 100_000;

export function createSqlGraph(engine: SqlEngine): GraphStore {
  const settling = new MentionSettling(engine);
  return {
    scan: (userId) => scanDocuments(engine, userId, settling),
    settle: (userId) => settling.settleOnce(userId),
    entities: (query, keys) => entitiesWith(engine, query, keys),
    find: (query, search) => find(engine, query, search),
    neighbours: (query, key, limit, kinds) => engine.read((db) => neighboursOf(db, query, { key, limit, kinds })),
    mentions: (query, key, limit) => engine.read((db) => mentionsOf(db, query, { key, limit })),
    ofMemories: (query, refs, limit) => engine.read((db) => ofMemories(db, query, { refs, limit })),
    relations: (query, which) => engine.read((db) => relationsOf(db, query, which)),
    aliases: (query, keys) => engine.read((db) => spelledAliases(db, query, keys)),
    merge: (write) => engine.write((db) => mergeEntities(db, write), write.userId),
    split: (write) => engine.write((db) => splitEntity(db, write), write.userId),
  };
}

async function entitiesWith(engine: SqlEngine, query: GraphQuery, keys: readonly string[]): Promise<Entity[]> {
  const { userId } = query.filter;
  const names = await engine.read(async (db) => keysOf(db, userId, keys));
  if (names.length === 0) return [];
  const { entities } = await count(engine, query, { among: ofNames(names), counted: always });
  return entities;
}

/** Of one name, SQLite reads the newest mentions without sorting all of them. */
function ofNames(names: readonly string[]): Sql {
  const [name = ''] = names;
  if (names.length === 1) return { sql: 'm.entity = ?', params: [name] };
  return { sql: `m.entity ${amongKeys()}`, params: [JSON.stringify(names)] };
}

async function find(
  engine: SqlEngine,
  query: GraphQuery,
  { parts, kinds, limit }: Parameters<GraphStore['find']>[1],
): Promise<{ entities: Entity[]; isCut: boolean }> {
  const conditions = [
    always,
    ...(parts === undefined
      ? []
      : [{ sql: `(${parts.map(() => 'instr(m.entity, ?) > 0').join(' OR ')})`, params: [...parts] }]),
    ...(kinds === undefined ? [] : [{ sql: `m.kind ${amongKeys()}`, params: [JSON.stringify(kinds)] }]),
  ];
  const counted = {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
  const stepSize = parts === undefined ? stepSizes.counting : stepSizes.searching;
  const { entities, isCut } = await count(engine, query, { among: always, counted, stepSize });
  return { entities: firstInOrder(entities, limit, byMemories), isCut };
}

async function count(
  engine: SqlEngine,
  query: GraphQuery,
  reading: Omit<Reading, 'most'>,
): Promise<{ entities: Entity[]; isCut: boolean }> {
  const tallies = new Map<string, EntityTally>();
  const { isCut } = await readMentions(engine, query, { ...reading, most: maxMentions }, (row) => {
    const key = text(row, 'entity');
    const tally = tallies.get(key) ?? new EntityTally(row);
    tallies.set(key, tally);
    tally.add(row);
  });
  return { entities: [...tallies.values()].map((tally) => tally.entity), isCut };
}

function byMemories(one: Entity, other: Entity): number {
  return other.memories - one.memories || (one.key < other.key ? -1 : 1);
}

async function neighboursOf(
  db: SqlConnection,
  query: GraphQuery,
  { key, limit, kinds }: { key: string; limit: number; kinds: readonly EntityKind[] | undefined },
): Promise<Neighbours> {
  const { userId } = query.filter;
  const [entity = key] = await entitiesOf(db, userId, [key]);
  const near = newestMentions(query, [entity]);
  const ofKinds = kinds === undefined ? '' : `AND m.kind ${amongKeys()}`;
  const rows = await db.all(
    `WITH near AS (SELECT DISTINCT document_id FROM (${near.sql}) AS found
       ORDER BY document_id DESC LIMIT ${String(maxMemories)}),
     others AS (SELECT coalesce(a.entity, m.entity) AS entity, m.name, ${isOwnName} AS is_own,
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
  const neighbours = rows.map((row) => ({
    ...nameFromRow(row),
    together: number(row, 'together'),
    newest: refFromRow(row),
  }));
  return { neighbours, isCut: await hasOlderMentions(db, query, [entity], maxMemories) };
}

async function mentionsOf(
  db: SqlConnection,
  query: GraphQuery,
  { key, limit }: { key: string; limit: number },
): Promise<Mention[]> {
  const { userId } = query.filter;
  const { sql, params } = newestMentions(query, await entitiesOf(db, userId, [key]));
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
    const condition = { sql: `d.kind = ? AND d.memory_id ${amongKeys()}`, params: [kind, ids] };
    const { sql, params } = mentionsIn(query, condition);
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
const memoriesOf = `(SELECT count(*) FROM (SELECT 1 FROM mentions o WHERE o.entity = found.entity LIMIT 500) AS counted)`;

function roleFromRow(row: SqlRow): MentionRole {
  return oneOf(row, 'role', mentionRoles, 'text');
}
