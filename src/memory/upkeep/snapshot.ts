/** A snapshot: all canonical data as one JSON document of tables and rows. */
import type { CanonicalName } from '../../schema/tables.ts';
import { canonicalNames, canonicalTables } from '../../schema/tables.ts';
import { BigMindError } from '../shared/errors.ts';

/** A row by column names in snake_case, so that the file matches the schema. */
export type SnapshotRow = Record<string, string | number | null>;

export const snapshotTables: readonly CanonicalName[] = canonicalNames;
export type SnapshotTable = CanonicalName;

/** What a row of a table is for users; table names are for programs. */
export function nounOf(table: SnapshotTable): readonly [one: string, many: string] {
  return canonicalTables[table].noun;
}

export interface Snapshot {
  format: 'bigmind';
  /** The schema version of the store that wrote it; a newer one is refused. */
  schema_version: number;
  exported_at: string;
  tables: Record<SnapshotTable, SnapshotRow[]>;
}

/** A record with an entry for each table of a snapshot. */
export function recordOfTables<T>(entryOf: (table: SnapshotTable) => T): Record<SnapshotTable, T> {
  return Object.fromEntries(snapshotTables.map((table) => [table, entryOf(table)])) as Record<SnapshotTable, T>;
}

export function rowsOf({ tables }: Snapshot): number {
  return Object.values(tables).reduce((sum, rows) => sum + rows.length, 0);
}

/** The number of users with memories in it: an admin's export of a shared store has everybody's private ones. */
export function peopleIn({ tables }: Snapshot): number {
  const { users, ...memories } = tables;
  const owners = new Set(Object.values(memories).flatMap((rows) => rows.map(({ user_id: owner }) => owner)));
  return users.filter(({ id }) => owners.has(id)).length;
}

/** What whoever exports must know if others' memories are in the file; undefined if there are none. */
export function privacyOf(snapshot: Snapshot): string | undefined {
  const people = peopleIn(snapshot);
  if (people < 2) return undefined;
  return `The file contains the private memories of ${String(people)} people. Keep it as safe as the store itself.`;
}

/** Parses a snapshot from JSON. The store, which knows the columns, checks the rows later. */
export function snapshotFrom(json: string): Snapshot {
  const value = parsed(json.replace(/^\ufeff/u, ''));
  if (!isRecord(value) || value['format'] !== 'bigmind') {
    throw badImport('This is not a BigMind export.', 'Choose a file that BigMind exported.');
  }
  const { schema_version: version, exported_at: exportedAt, tables } = value;
  if (typeof version !== 'number' || !isRecord(tables)) {
    throw badImport('This BigMind export is incomplete.', 'Export it again; the file was changed or truncated.');
  }
  const rows = recordOfTables((table) => rowsFrom(table, tables[table]));
  return { format: 'bigmind', schema_version: version, exported_at: String(exportedAt), tables: rows };
}

function rowsFrom(table: SnapshotTable, value: unknown): SnapshotRow[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every(isRow)) return value;
  throw badImport(`The export's table ${table} is not a list of rows.`, 'Export it again; the file was changed.');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The parser's message quotes the file, and the user may have named any file.
    throw badImport('The file is not complete JSON.', 'It may be truncated: export or copy it again.');
  }
}

export function isRow(value: unknown): value is SnapshotRow {
  return (
    isRecord(value) &&
    Object.values(value).every((cell) => cell === null || typeof cell === 'string' || typeof cell === 'number')
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function badImport(what: string, remedy: string): BigMindError {
  return new BigMindError('bad_import', what, { remedy: `${remedy} Nothing was changed.` });
}
