/**
 * The columns of an export and the links between its rows, by the declarations of the tables. The same columns write an
 * export and check an import.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { SnapshotRow, SnapshotTable } from '../../../memory/upkeep/snapshot.ts';
import { recordOfTables } from '../../../memory/upkeep/snapshot.ts';
import type { Column, ColumnType } from '../../../schema/column.ts';
import { columnsOf } from '../../../schema/tables.ts';

type NamedColumn = Column & { name: string };

export const snapshotColumns: Record<SnapshotTable, readonly NamedColumn[]> = recordOfTables((table) =>
  columnsOf(table).flatMap(([name, column]) => (column.isInNoExport === true ? [] : [{ name, ...column }])),
);

/** The tables whose rows an import maps to those of the store. */
export const linkTargets = ['users', 'projects', 'agents', 'sessions', 'eras', 'heaps'] as const;
export type LinkTarget = (typeof linkTargets)[number];

export interface Link {
  column: string;
  target: LinkTarget;
  /** The schema does not enforce this link, so a dangling one is imported unchanged. */
  isLoose: boolean;
}

/** The columns that name rows of other tables. */
export const links: Record<SnapshotTable, readonly Link[]> = recordOfTables((table) =>
  snapshotColumns[table].flatMap(({ name, refersTo, reference }) => {
    const target = linkTargets.find((one) => one === refersTo);
    return target === undefined ? [] : [{ column: name, target, isLoose: reference === 'loose' }];
  }),
);

/** The columns that contain the uid of another memory; mapped if the store has that memory under another uid. */
export function uidColumnsOf(table: SnapshotTable): string[] {
  return snapshotColumns[table].flatMap(({ name, namesMemory }) => (namesMemory === true ? [name] : []));
}

/**
 * The row with every column of the table, missing ones as null. If a value does not fit, throws `bad_import` with the
 * table, row (counted from 1) and column.
 */
export function checkRow(table: SnapshotTable, row: Readonly<Record<string, unknown>>, place: number): SnapshotRow {
  const columns = snapshotColumns[table];
  const unknown = Object.keys(row).find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) throw badRow(table, place, unknown, 'is not a column of this schema version');
  const checked: SnapshotRow = {};
  for (const column of columns) {
    const value = row[column.name] ?? column.fallback ?? null;
    const problem = problemWith(column, value);
    if (problem !== undefined) throw badRow(table, place, column.name, problem);
    checked[column.name] = typeof value === 'string' || typeof value === 'number' ? value : null;
  }
  return checked;
}

export function badRow(table: SnapshotTable, place: number, column: string, problem: string): BigMindError {
  return new BigMindError('bad_import', `Table ${table}, row ${String(place)}: ${column} ${problem}.`, {
    remedy: 'Nothing was imported. Correct that row in the file, or export it again, then import again.',
    details: { table, row: place, column },
  });
}

function problemWith(column: NamedColumn, value: unknown): string | undefined {
  if (value === null) return column.nullable ? undefined : 'is missing';
  if (column.values !== undefined && !column.values.some((allowed) => allowed === value)) {
    return `must be one of ${column.values.join(', ')}`;
  }
  return fits(column.type, value) ? undefined : `must be ${describeType(column.type)}`;
}

function fits(type: ColumnType, value: unknown): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'real':
      return Number.isFinite(value);
    case 'bytes':
      return false;
    case 'time':
      // Old databases contain times that cannot be parsed, even bare numbers; they are exported unchanged.
      return typeof value === 'string' || Number.isFinite(value);
  }
}

function describeType(type: ColumnType): string {
  return { text: 'a text', integer: 'a whole number', real: 'a number', time: 'a time', bytes: 'bytes' }[type];
}
