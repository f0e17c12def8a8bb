/**
 * Reads single columns out of a row, once, at the store's edge. Old databases may hold a number where text belongs
 * (SQLite does not mind), so text accepts numbers; anything else that does not fit is damage and said so.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { SqlRow } from './sqlConnection.ts';

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

/** The value when it is one of a closed set, else the fallback; for columns that no CHECK guards in old databases. */
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
