/** Which keys are other names of an entity. No row refers to an alias, so one lookup finds the entity. */
import { amongKeys } from '../connection/among.ts';
import type { AliasName, AliasWrite, EntityName, GraphQuery } from '../../../memory/graph/graphStore.ts';
import { groupBy } from '../../../util/groupBy.ts';
import { text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { filterFromQuery } from '../index/documentFilter.ts';
import { noteAudit } from '../shared/auditRows.ts';
import type { RowImage, Undoer } from '../shared/changeImages.ts';
import { keepImages } from '../shared/changeImages.ts';
import { kindRank, nameFromRow } from './mentionRows.ts';

/** The entities of the keys, each once, in their order. */
export async function entitiesOf(db: SqlConnection, userId: string, keys: readonly string[]): Promise<string[]> {
  const rows = await db.all(`SELECT alias, entity FROM entity_aliases WHERE user_id = ? AND alias ${amongKeys()}`, [
    userId,
    JSON.stringify(keys),
  ]);
  const known = new Map(rows.map((row) => [text(row, 'alias'), text(row, 'entity')]));
  return [...new Set(keys.map((key) => known.get(key) ?? key))];
}

export async function mergeEntities(db: SqlConnection, write: AliasWrite): Promise<'merged' | 'same'> {
  const { userId, alias, uid, now, by } = write;
  const [entity = write.entity] = await entitiesOf(db, userId, [write.entity]);
  const before = await storedEntity(db, userId, alias);
  if (alias === entity || before === entity) return 'same';
  const moved = await db.all('SELECT alias FROM entity_aliases WHERE user_id = ? AND entity = ?', [userId, alias]);
  await db.run('UPDATE entity_aliases SET entity = ? WHERE user_id = ? AND entity = ?', [entity, userId, alias]);
  await setAlias(db, { userId, alias, entity, uid, now });
  await forgetSyntheses(db, userId, [alias, entity, before ?? alias]);
  await noteAudit(db, { at: now, by, action: 'merge', kind: 'entity' });
  await keepImages(db, { by, now }, [
    image(alias, before, entity),
    ...moved.map((row) => image(text(row, 'alias'), alias, entity)),
  ]);
  return 'merged';
}

export async function splitEntity(
  db: SqlConnection,
  { userId, alias, now, by }: Omit<AliasWrite, 'entity' | 'uid'>,
): Promise<'split' | 'not_found'> {
  const row = await db.get('SELECT entity FROM entity_aliases WHERE user_id = ? AND alias = ?', [userId, alias]);
  if (row === undefined) return 'not_found';
  await db.run('DELETE FROM entity_aliases WHERE user_id = ? AND alias = ?', [userId, alias]);
  await forgetSyntheses(db, userId, [alias, text(row, 'entity')]);
  await noteAudit(db, { at: now, by, action: 'split', kind: 'entity' });
  await keepImages(db, { by, now }, [image(alias, text(row, 'entity'), null)]);
  return 'split';
}

/** Other names of the entities, by entity, as the reader's newest memories spell them. */
export async function spelledAliases(
  db: SqlConnection,
  { filter, now }: GraphQuery,
  keys: readonly string[],
): Promise<Map<string, AliasName[]>> {
  const found = filterFromQuery(filter, now);
  const rows = await db.all(
    `SELECT n.entity, n.alias, coalesce((SELECT m.name FROM mentions m JOIN memory_documents d ON d.id = m.document_id
         WHERE m.entity = n.alias AND ${found.sql} ORDER BY m.document_id DESC LIMIT 1), n.alias) AS name
     FROM entity_aliases n WHERE n.user_id = ? AND n.entity ${amongKeys()} ORDER BY n.alias`,
    [...found.params, filter.userId, JSON.stringify(keys)],
  );
  const named = (row: SqlRow): AliasName => ({ key: text(row, 'alias'), name: text(row, 'name') });
  const byEntity = [...groupBy(rows, (row) => text(row, 'entity'))];
  return new Map(byEntity.map(([entity, names]) => [entity, names.map(named)]));
}

/**
 * The entity of each key or alias, by that key, as the reader's newest memory spells it; an entity that none mentions
 * has its key as a name.
 */
export async function spelledEntities(
  db: SqlConnection,
  { filter, now }: GraphQuery,
  keys: readonly string[],
): Promise<Map<string, EntityName>> {
  const found = filterFromQuery(filter, now);
  const rows = await db.all(
    `WITH named AS (SELECT k.value AS given, coalesce(a.entity, k.value) AS entity FROM json_each(?) k
       LEFT JOIN entity_aliases a ON a.user_id = ? AND a.alias = k.value)
     SELECT n.given, n.entity, coalesce(m.name, n.entity) AS name, ${kindRank} AS kind FROM named n
     LEFT JOIN mentions m ON m.entity = n.entity AND m.document_id = (SELECT o.document_id
       FROM mentions o CROSS JOIN memory_documents d ON d.id = o.document_id
       WHERE o.entity = n.entity AND ${found.sql} ORDER BY o.document_id DESC LIMIT 1)`,
    [JSON.stringify(keys), filter.userId, ...found.params],
  );
  return new Map(rows.map((row) => [text(row, 'given'), nameFromRow(row)]));
}

/** All keys of the entities of these keys: their own and their aliases. */
export async function keysOf(db: SqlConnection, userId: string, keys: readonly string[]): Promise<string[]> {
  const entities = await entitiesOf(db, userId, keys);
  const aliases = await aliasesOf(db, userId, entities);
  return entities.flatMap((entity) => [entity, ...(aliases.get(entity) ?? [])]);
}

/** Other keys of the entities, by entity. */
async function aliasesOf(db: SqlConnection, userId: string, keys: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.all(
    `SELECT entity, alias FROM entity_aliases WHERE user_id = ? AND entity ${amongKeys()}
     ORDER BY alias`,
    [userId, JSON.stringify(keys)],
  );
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const entity = text(row, 'entity');
    found.set(entity, [...(found.get(entity) ?? []), text(row, 'alias')]);
  }
  return found;
}

/**
 * Prepares an imported alias: it refers to the entity that the name has here, and what referred to the alias refers to
 * that entity. Returns false if both are one entity here already, the other way around.
 */
export async function placeAlias(db: SqlConnection, row: Record<string, SqlValue>): Promise<boolean> {
  const [userId, alias] = [text(row, 'user_id'), text(row, 'alias')];
  const [entity = ''] = await entitiesOf(db, userId, [text(row, 'entity')]);
  if (entity === alias) return false;
  row['entity'] = entity;
  const known = await db.get('SELECT 1 FROM entity_aliases WHERE user_id = ? AND alias = ?', [userId, alias]);
  if (known === undefined)
    await db.run('UPDATE entity_aliases SET entity = ? WHERE user_id = ? AND entity = ?', [entity, userId, alias]);
  return true;
}

export const aliasUndoer: Undoer = {
  kinds: ['alias'],
  async undo(db, images, { userId, newId, now, by }) {
    for (const { key: alias, before, after } of images) {
      if ((await storedEntity(db, userId, alias)) !== entityIn(after)) return 'conflict';
      const entity = entityIn(before);
      if (entity === null) await db.run('DELETE FROM entity_aliases WHERE user_id = ? AND alias = ?', [userId, alias]);
      else await setAlias(db, { userId, alias, entity, uid: newId(), now });
      await forgetSyntheses(db, userId, [alias, entity ?? alias, entityIn(after) ?? alias]);
    }
    if (await hasChain(db, userId)) return 'conflict';
    await noteAudit(db, { at: now, by, action: 'take_back', kind: 'entity' });
    return 'undone';
  },
};

/** They cover other memories now, so the next run writes others. */
async function forgetSyntheses(db: SqlConnection, userId: string, entities: readonly string[]): Promise<void> {
  await db.run(`DELETE FROM syntheses WHERE user_id = ? AND entity ${amongKeys()}`, [userId, JSON.stringify(entities)]);
}

/** Whether an alias of the user refers to another alias. */
async function hasChain(db: SqlConnection, userId: string): Promise<boolean> {
  const sql = `SELECT 1 FROM entity_aliases a JOIN entity_aliases b ON b.user_id = a.user_id AND b.alias = a.entity
    WHERE a.user_id = ? LIMIT 1`;
  return (await db.get(sql, [userId])) !== undefined;
}

async function storedEntity(db: SqlConnection, userId: string, alias: string): Promise<string | null> {
  const row = await db.get('SELECT entity FROM entity_aliases WHERE user_id = ? AND alias = ?', [userId, alias]);
  return row === undefined ? null : text(row, 'entity');
}

function entityIn(columns: SqlRow | null): string | null {
  return columns === null ? null : textOrNull(columns, 'entity');
}

function image(alias: string, before: string | null, after: string | null): RowImage {
  const columns = (entity: string | null): SqlRow | null => (entity === null ? null : { entity });
  return { kind: 'alias', key: alias, before: columns(before), after: columns(after) };
}

async function setAlias(db: SqlConnection, { userId, alias, entity, uid, now }: Omit<AliasWrite, 'by'>): Promise<void> {
  await db.run(
    `INSERT INTO entity_aliases (uid, user_id, alias, entity, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id, alias) DO UPDATE SET entity = excluded.entity`,
    [uid, userId, alias, entity, now],
  );
}
