/** Reads records by their key, and finds the rows of this store that a record names. */
import type { SyncTable } from '../../../memory/sync/records.ts';
import { isRemovable } from '../../../memory/sync/records.ts';
import type { SnapshotRow } from '../../../memory/upkeep/snapshot.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { number, text, textOrNull } from '../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlValue } from '../../sql/connection/sqlConnection.ts';
import { snapshotColumns } from '../snapshot/snapshotColumns.ts';
import { arrayOf, importedMark, recordTableOf } from './recordTables.ts';
import type { RecordTable } from './recordTables.ts';

export interface StoredRecord {
  /** The rowid. */
  place: number;
  /** The columns that count, as JSON; its hash tells two versions apart. */
  content: string;
  row: SnapshotRow;
}

/** Undefined if the store has no such record. `userId` is the only user. */
export async function readRecord(
  db: SqlConnection,
  table: SyncTable,
  key: string,
  userId: string,
): Promise<StoredRecord | undefined> {
  const spec = recordTableOf(table);
  const condition = await conditionOf(db, table, key, userId);
  if (condition === undefined) return undefined;
  const sql = `SELECT r.rowid AS place, ${arrayOf(spec.counted)} AS content, ${arrayOf(spec.carried)} AS carried
    FROM ${table} r WHERE ${condition.sql} AND ${spec.where}`;
  const found = await db.get(sql, condition.params);
  if (found === undefined) return undefined;
  const content = text(found, 'content');
  return { place: number(found, 'place'), content, row: rowFrom(spec, content, text(found, 'carried')) };
}

function rowFrom({ counted, carried }: RecordTable, content: string, rest: string): SnapshotRow {
  const row: SnapshotRow = {};
  for (const [columns, json] of [
    [counted, content],
    [carried, rest],
  ] as const) {
    const values: unknown = JSON.parse(json);
    for (const [at, [name]] of columns.entries()) {
      const value: unknown = Array.isArray(values) ? values[at] : null;
      row[name] = typeof value === 'string' || typeof value === 'number' ? value : null;
    }
  }
  return row;
}

/** Only the columns that count. */
export function countedIn(table: SyncTable, row: SnapshotRow): SnapshotRow {
  const names = recordTableOf(table).counted.map(([name]) => name);
  return Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name] ?? null]));
}

interface Condition {
  sql: string;
  params: readonly SqlValue[];
}

async function conditionOf(
  db: SqlConnection,
  table: SyncTable,
  key: string,
  userId: string,
): Promise<Condition | undefined> {
  switch (table) {
    case 'identity_profile':
      return { sql: 'r.user_id = ?', params: [userId] };
    case 'sessions':
    case 'session_summaries': {
      const id = await sessionIdOf(db, key, userId);
      return id === undefined ? undefined : { sql: 'r.id = ?', params: [id] };
    }
    case 'links': {
      const [fromKind, from, toKind, to, relation] = await namesIn(db, key, userId);
      const sql = 'r.from_kind = ? AND r.from_uid = ? AND r.to_kind = ? AND r.to_uid = ? AND r.relation = ?';
      return { sql, params: [fromKind, from, toKind, to, relation].map((value) => value ?? '') };
    }
    case 'muted_memories': {
      const [kind, uid] = await namesIn(db, key, userId);
      return { sql: 'r.user_id = ? AND r.kind = ? AND r.memory_uid = ?', params: [userId, kind ?? '', uid ?? ''] };
    }
    case 'entity_aliases':
      return { sql: 'r.user_id = ? AND r.alias = ?', params: [userId, key] };
    case 'conversation_chunks':
    case 'facts':
    case 'outcomes':
    case 'hypotheses':
    case 'global_knowledge':
    case 'knowledge_reviews':
    case 'messages':
      return { sql: 'r.uid = ?', params: [key] };
  }
}

/** The parts of a key that is a JSON array, with the ids that sessions have here. */
async function namesIn(db: SqlConnection, key: string, userId: string): Promise<string[]> {
  const parts = partsOf(key);
  const names: string[] = [];
  for (const [at, part] of parts.entries())
    names.push(parts[at - 1] === 'session' ? ((await sessionIdOf(db, part, userId)) ?? part) : part);
  return names;
}

export function partsOf(key: string): string[] {
  try {
    const parts: unknown = JSON.parse(key);
    if (Array.isArray(parts)) return parts.map(String);
  } catch {
    // No key of ours.
  }
  throw new BigMindError('bad_import', 'A record of another machine has a key that BigMind does not know.', {
    remedy: 'Nothing was changed. Update BigMind on all machines.',
  });
}

/** The id of a session here; undefined if it is not here. */
export async function sessionIdOf(db: SqlConnection, key: string, userId: string): Promise<string | undefined> {
  const row = key.startsWith(importedMark)
    ? await db.get(`SELECT id FROM sessions WHERE user_id = ? AND external_id = ? AND origin = 'import'`, [
        userId,
        key.slice(importedMark.length),
      ])
    : await db.get('SELECT id FROM sessions WHERE id = ? AND user_id = ?', [key, userId]);
  return row === undefined ? undefined : (textOrNull(row, 'id') ?? undefined);
}

/** The keys of rows that are here, as a SELECT; `?1` is the only user. */
export function keysOf(spec: RecordTable): string {
  return `SELECT ${spec.key} FROM ${spec.table} r WHERE ${ownedBy(spec.table)} AND ${spec.where}`;
}

/**
 * Leaves out what an erasure has hidden. `?1` is the only user. The plus keeps SQLite from an index of users: all rows are
 * of one user, and a scan reads them in the order of their numbers.
 */
export function ownedBy(table: SyncTable): string {
  if (table === 'session_summaries') return 'EXISTS (SELECT 1 FROM sessions o WHERE o.id = r.id AND o.user_id = ?1)';
  return snapshotColumns[table].some(({ name }) => name === 'user_id') ? '+r.user_id = ?1' : '?1 IS NOT NULL';
}

/** Deletes a record that was taken back on another machine. */
export async function deleteRecord(db: SqlConnection, table: SyncTable, place: number): Promise<void> {
  if (isRemovable(table)) await db.run(`DELETE FROM ${table} WHERE rowid = ?`, [place]);
}
