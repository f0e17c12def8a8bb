/** Writes a record of another machine as a row of this store: added, or its columns that count replaced. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { SyncRecord, SyncTable } from '../../../memory/sync/records.ts';
import type { SnapshotRow } from '../../../memory/upkeep/snapshot.ts';
import { number, text } from '../../sql/connection/rowReader.ts';
import { eraAround, growEraOf } from '../../sql/shared/eraRows.ts';
import { hasTextIds } from '../../../schema/tables.ts';
import { checkRow, links, snapshotColumns } from '../snapshot/snapshotColumns.ts';
import type { MergeContext } from './mergeContext.ts';
import { leaveOneOpen } from './uniqueRows.ts';
import { countedIn } from './recordRows.ts';
import type { StoredRecord } from './recordRows.ts';
import { thePerson } from './recordTables.ts';

type FilledRecord = SyncRecord & { row: SnapshotRow };

/** `here` is the row that the record replaces. */
export async function writeRecord(
  context: MergeContext,
  record: FilledRecord,
  here: StoredRecord | undefined,
): Promise<void> {
  const { table, key } = record;
  if (table === 'sessions') record = await leaveOneOpen(context, record);
  const id = here === undefined ? await addRow(context, record) : await replaceRow(context, record, here);
  context.touch(table, id);
  context.noteWritten(table, key);
  if (table === 'session_summaries')
    await context.db.run('UPDATE sessions SET has_tier2 = 1 WHERE id = ? AND coalesce(has_tier2, 0) = 0', [id]);
}

async function replaceRow(
  context: MergeContext,
  { table, row }: FilledRecord,
  { place, row: before }: StoredRecord,
): Promise<string | number> {
  const values = await localRow(context, table, countedIn(table, row));
  // An editor with the older state must notice.
  if ('version' in before) values['version'] = Math.max(Number(before['version']) + 1, Number(row['version'] ?? 1));
  const names = Object.keys(values);
  const sql = `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE rowid = ? RETURNING id`;
  return idIn(table, (await context.db.get(sql, [...Object.values(values), place])) ?? {});
}

async function addRow(context: MergeContext, { table, key, row }: FilledRecord): Promise<string | number> {
  const { db } = context;
  const columns = snapshotColumns[table].map(({ name }) => name);
  const known = Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));
  const values = await localRow(context, table, known);
  if (columns.includes('user_id')) values['user_id'] = context.ports.userId;
  if (columns.includes('version')) values['version'] ??= 1;
  const isNumbered = !hasTextIds(table);
  values['id'] = isNumbered ? 1 : await textIdFor(context, table, key, row);
  if (columns.includes('uid')) values['uid'] = await uidFor(context, table, key, row);
  if (table === 'messages') await placeMessage(context, values, row);
  const checked: SnapshotRow = checkRow(table, values, 1);
  if (isNumbered) delete checked['id'];
  if (table === 'facts') checked['unused_since'] = context.ports.now().toISOString();
  const names = Object.keys(checked);
  const marks = names.map(() => '?').join(', ');
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks}) RETURNING id`;
  const id = idIn(
    table,
    (await db.get(
      sql,
      names.map((name) => checked[name] ?? null),
    )) ?? {},
  );
  if (table === 'messages') context.touch('sessions', String(checked['session_id']));
  return id;
}

function idIn(table: SyncTable, row: Parameters<typeof text>[0]): string | number {
  return hasTextIds(table) ? text(row, 'id') : number(row, 'id');
}

/** With the ids that projects, agents, sessions and the person have here. */
async function localRow(context: MergeContext, table: SyncTable, row: SnapshotRow): Promise<SnapshotRow> {
  const values: SnapshotRow = { ...row };
  for (const { column, target, isLoose } of links[table]) {
    const value = values[column];
    if (typeof value !== 'string') continue;
    if (target === 'users') values[column] = value === thePerson ? context.ports.userId : null;
    if (target === 'projects') values[column] = await context.projectId(value);
    if (target === 'agents') values[column] = await context.agentId(value);
    if (target === 'sessions') values[column] = (await context.sessionId(value)) ?? (isLoose ? value : null);
  }
  for (const [kind, uid] of [
    ['from_kind', 'from_uid'],
    ['to_kind', 'to_uid'],
    ['kind', 'memory_uid'],
  ] as const) {
    const value = values[uid];
    if (values[kind] === 'session' && typeof value === 'string')
      values[uid] = (await context.sessionId(value)) ?? value;
  }
  return values;
}

async function textIdFor(context: MergeContext, table: SyncTable, key: string, row: SnapshotRow): Promise<string> {
  if (table === 'identity_profile') return context.ports.userId;
  if (table === 'session_summaries') return (await context.sessionId(key)) ?? missing(table);
  const wanted = typeof row['id'] === 'string' ? row['id'] : context.ports.newId();
  const isTaken = (await context.db.get(`SELECT 1 FROM ${table} WHERE id = ?`, [wanted])) !== undefined;
  return isTaken ? context.ports.newId() : wanted;
}

/** Links and their like are named by what they connect, so their uid is free. */
async function uidFor(context: MergeContext, table: SyncTable, key: string, row: SnapshotRow): Promise<string> {
  if (!['links', 'muted_memories', 'entity_aliases'].includes(table)) return key;
  const wanted = typeof row['uid'] === 'string' ? row['uid'] : context.ports.newId();
  const isTaken = (await context.db.get(`SELECT 1 FROM ${table} WHERE uid = ?`, [wanted])) !== undefined;
  return isTaken ? context.ports.newId() : wanted;
}

/** In its heap, which comes with it, and in a free place of its session. */
async function placeMessage(context: MergeContext, values: SnapshotRow, row: SnapshotRow): Promise<void> {
  const { db, ports } = context;
  const session = values['session_id'] ?? missing('messages');
  const at = String(values['created_at']);
  const taken = await db.get('SELECT 1 FROM messages WHERE session_id = ? AND seq = ?', [session, values['seq'] ?? 0]);
  if (taken !== undefined) {
    const last = await db.get('SELECT max(seq) AS seq FROM messages WHERE session_id = ?', [session]);
    values['seq'] = number(last ?? {}, 'seq') + 1;
  }
  const [heap, type] = [row['heap_id'] ?? null, row['heap_type'] ?? null];
  values['heap_id'] = null;
  if (typeof heap !== 'string' || typeof type !== 'string') return;
  if ((await db.get('SELECT 1 FROM heaps WHERE id = ?', [heap])) === undefined) {
    const began = String(row['heap_started_at'] ?? at);
    const owner = await db.get('SELECT project_id FROM sessions WHERE id = ?', [session]);
    const project = owner?.['project_id'];
    const projectId = typeof project === 'string' ? project : null;
    const era = await eraAround(db, ports.newId, { userId: ports.userId, projectId }, { from: began, to: began });
    await db.run(
      'INSERT INTO heaps (id, era_id, session_id, type, started_at, continuation) VALUES (?, ?, ?, ?, ?, ?)',
      [heap, era, session, type, began, row['heap_continuation'] ?? null],
    );
  }
  values['heap_id'] = heap;
  await growEraOf(db, ports.newId, heap, { from: at, to: at });
}

/** What a record refers to was checked before, so this is a defect or a bundle that was made by hand. */
function missing(table: SyncTable): never {
  throw new BigMindError('bad_import', `A record of another machine in ${table} names a session that is not here.`, {
    remedy: 'Nothing was changed. Run the sync again.',
    details: { table },
  });
}
