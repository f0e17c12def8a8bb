/**
 * Reads single columns of a row at the boundary of the store. Old databases may have numbers in text columns, which
 * SQLite permits, so the text readers accept numbers and blobs. Any other type mismatch is reported as damage.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { SqlConnection, SqlRow, SqlValue } from './sqlConnection.ts';

export function text(row: SqlRow, column: string): string {
  return textOrNull(row, column) ?? misfit(row, column, 'text');
}

export function textOrNull(row: SqlRow, column: string): string | null {
  const value = row[column];
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return misfit(row, column, 'text');
}

export function textOr(row: SqlRow, column: string, fallback: string): string {
  return textOrNull(row, column) ?? fallback;
}

export function number(row: SqlRow, column: string): number {
  return numberOrNull(row, column) ?? misfit(row, column, 'a number');
}

export function numberOrNull(row: SqlRow, column: string): number | null {
  const value = row[column];
  if (value === null || typeof value === 'number') return value;
  return misfit(row, column, 'a number');
}

export function numberOr(row: SqlRow, column: string, fallback: number): number {
  return numberOrNull(row, column) ?? fallback;
}

export function blob(row: SqlRow, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : misfit(row, column, 'bytes');
}

/** SQLite has no booleans; 0 and NULL are false. */
export function flag(row: SqlRow, column: string): boolean {
  return numberOr(row, column, 0) !== 0;
}

/** The value if it is one of `values`, else the fallback. For columns that no CHECK constrains in old databases. */
export function oneOf<T extends string>(row: SqlRow, column: string, values: readonly T[], fallback: T): T {
  const value = textOrNull(row, column);
  return values.find((candidate) => candidate === value) ?? fallback;
}

function misfit(row: SqlRow, column: string, wanted: string): never {
  throw new BigMindError(
    'store_corrupt',
    `The column ${column} contains ${describe(row[column])} instead of ${wanted}.`,
    {
      remedy: 'Run `bigmind doctor` to see what is damaged, and restore a backup if necessary.',
      details: { column },
    },
  );
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  return value === null ? 'NULL' : `a ${typeof value}`;
}

/** Runs an INSERT of one row into a table with numbers as keys, and returns the number of the new row. */
export async function insertRow(db: SqlConnection, sql: string, params: readonly SqlValue[] = []): Promise<number> {
  return number((await db.get(`${sql} RETURNING id`, params)) ?? {}, 'id');
}
