/**
 * Rows of a SQLite file that a server cannot store. SQLite accepts any value in any column, and a file that another
 * program wrote may contain rows that refer to nothing.
 */
import type { UnfitRows } from '../../../memory/upkeep/transfer.ts';
import { mapInTurn } from '../../sql/connection/inTurn.ts';
import { columnNames } from '../../sql/connection/pragmas.ts';
import { number, text } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import type { Column, Table, ValueKind } from './rows.ts';

/** The largest number that a program in JavaScript reads exactly. */
const maxNumber = Number.MAX_SAFE_INTEGER;

const misfits: Record<ValueKind, (column: string) => string> = {
  text: () => 'FALSE',
  whole: (column) => `typeof(${column}) NOT IN ('integer', 'null') OR abs(${column}) > ${String(maxNumber)}`,
  number: (column) => `typeof(${column}) NOT IN ('integer', 'real', 'null')`,
  bytes: (column) => `typeof(${column}) NOT IN ('blob', 'null')`,
};

export async function findUnfitRows(sqlite: SqlConnection, tables: readonly Table[]): Promise<UnfitRows[]> {
  const ofTables = await mapInTurn(tables, (table) => ofTable(sqlite, table));
  return [...ofTables.flat(), ...(await danglingRows(sqlite, tables))];
}

/** Columns of the source that the target does not have. */
export async function findUnknownColumns(db: SqlConnection, tables: readonly Table[]): Promise<UnfitRows[]> {
  const found = await mapInTurn(tables, async ({ name, columns }) => {
    const known = await columnNames(db, name);
    return columns.filter((column) => !known.has(column.name)).map((column) => unfit(name, column.name, 0, 'column'));
  });
  return found.flat();
}

async function ofTable(sqlite: SqlConnection, { name, key, columns }: Table): Promise<UnfitRows[]> {
  const isNoKey = (column: string): string => `typeof(${column}) NOT IN ('text', 'integer')`;
  const checks = [
    ...columns.map((column) => check(column)),
    ...key.map((column) => ({ column, reason: 'key', sql: isNoKey(column) }) as const),
  ];
  const sums = checks.map(({ sql }, at) => `coalesce(sum(${sql}), 0) AS c${String(at)}`);
  const row = (await sqlite.get(`SELECT ${sums.join(', ')} FROM ${name}`)) ?? {};
  return checks.flatMap(({ column, reason }, at) => {
    const rows = number(row, `c${String(at)}`);
    return rows === 0 ? [] : [unfit(name, column, rows, reason)];
  });
}

function check({ name, kind }: Column): { column: string; reason: 'type'; sql: string } {
  return { column: name, reason: 'type', sql: misfits[kind](name) };
}

async function danglingRows(sqlite: SqlConnection, tables: readonly Table[]): Promise<UnfitRows[]> {
  const rows = await sqlite.all(
    `SELECT "table" AS child, parent, count(*) AS n FROM pragma_foreign_key_check() GROUP BY "table", parent`,
  );
  return rows
    .filter((row) => tables.some(({ name }) => name === text(row, 'child')))
    .map((row) => unfit(text(row, 'child'), text(row, 'parent'), number(row, 'n'), 'reference'));
}

function unfit(table: string, column: string, rows: number, reason: UnfitRows['reason']): UnfitRows {
  return { table, column, rows, reason };
}
