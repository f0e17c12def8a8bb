/**
 * Rows in the one form in which both engines agree. A column of SQLite may contain a value of another type, so a text
 * column gives text, as when the store reads it. A server cannot store the character 0, so U+FFFD replaces it.
 */
import { textOrNull } from '../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../../sql/connection/sqlConnection.ts';
import { inWorkspace } from '../../sql/connection/inWorkspace.ts';
import type { CopiedTable } from './transferTables.ts';

/** `whole`: a number without a fraction. */
export type ValueKind = 'text' | 'whole' | 'number' | 'bytes';

export interface Column {
  name: string;
  kind: ValueKind;
}

export interface Table extends CopiedTable {
  columns: readonly Column[];
}

export interface Row {
  key: readonly SqlValue[];
  /** In the order of the table's columns. */
  values: readonly SqlValue[];
  /** The same text means the same row. */
  text: string;
  /** Texts in which a character was replaced. */
  replaced: number;
}

/** `[first, last]` of a range of keys, without `first`; undefined is the begin or the end. */
export type KeyRange = readonly [after: readonly SqlValue[] | undefined, upTo: readonly SqlValue[] | undefined];

/** The columns of a table, from the schema of SQLite. */
export async function columnsOf(sqlite: SqlConnection, table: string): Promise<Column[]> {
  const rows = await sqlite.all('SELECT name, type FROM pragma_table_info(?) ORDER BY cid', [table]);
  return rows.map((row) => ({ name: textOrNull(row, 'name') ?? '', kind: kindOf(textOrNull(row, 'type') ?? '') }));
}

function kindOf(type: string): ValueKind {
  const known: Partial<Record<string, ValueKind>> = { INTEGER: 'whole', REAL: 'number', BLOB: 'bytes' };
  return known[type.toUpperCase()] ?? 'text';
}

/** At most `limit` rows, or all of them, in the order of their keys. */
export async function readRows(
  db: SqlConnection,
  { name, key, columns }: Table,
  [after, upTo]: KeyRange,
  limit?: number,
): Promise<Row[]> {
  const keys = `(${key.join(', ')})`;
  const marks = `(${key.map(() => '?').join(', ')})`;
  const bounds = [
    ...(after === undefined ? [] : [`${keys} > ${marks}`]),
    ...(upTo === undefined ? [] : [`${keys} <= ${marks}`]),
  ];
  const where = [inWorkspace(db), ...bounds].join(' AND ');
  // Several people may have erased the same memory.
  const distinct = db.dialect === 'postgres' && name === 'tombstones' ? `DISTINCT ON ${keys} ` : '';
  const end = limit === undefined ? '' : ` LIMIT ${String(limit)}`;
  const sql = `SELECT ${distinct}${columns.map((column) => column.name).join(', ')} FROM ${name} WHERE ${where} ORDER BY ${key.join(', ')}${end}`;
  return (await db.all(sql, [...(after ?? []), ...(upTo ?? [])])).map((row) => rowFrom(row, key, columns));
}

function rowFrom(row: SqlRow, key: readonly string[], columns: readonly Column[]): Row {
  let replaced = 0;
  const values = columns.map(({ name, kind }) => {
    const value = kind === 'text' ? textOrNull(row, name) : (row[name] ?? null);
    if (typeof value !== 'string' || !value.includes('\0')) return value;
    replaced += 1;
    return value.replaceAll('\0', '\u{fffd}');
  });
  const keyValues = key.map((column) => values[columns.findIndex(({ name }) => name === column)] ?? null);
  return { key: keyValues, values, text: values.map(textOfValue).join(','), replaced };
}

/** Values of different types, and different values, have different texts. */
function textOfValue(value: SqlValue): string {
  if (value === null) return '-';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' ? String(value) : `x${Buffer.from(value).toString('hex')}`;
}

export function keyText({ key }: Pick<Row, 'key'>): string {
  return key.map(textOfValue).join(',');
}

export async function countRows(db: SqlConnection, table: string): Promise<number> {
  const row = await db.get(`SELECT count(*) AS n FROM ${table} WHERE ${inWorkspace(db)}`);
  return Number(row?.['n'] ?? 0);
}
