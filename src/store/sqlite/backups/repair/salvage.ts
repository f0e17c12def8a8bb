/**
 * Reads as much as possible of a damaged database: a whole table if that works, else ranges that are halved around
 * failures, down to single rows. Rows that do not fit the current schema are dropped and counted: if one column is
 * wrong, the others cannot be trusted.
 */
import type { SnapshotRow, SnapshotTable } from '../../../../memory/upkeep/snapshot.ts';
import { recordOfTables, snapshotTables } from '../../../../memory/upkeep/snapshot.ts';
import { number, text } from '../../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../../../sql/connection/sqlConnection.ts';
import { checkRow, snapshotColumns } from '../../../exchange/snapshot/snapshotColumns.ts';
import type { CarriedRows } from '../restore/carriedOver.ts';
import { nothingCarried, readCarried } from '../restore/carriedOver.ts';

export interface Salvage {
  tables: Record<SnapshotTable, SnapshotRow[]>;
  /** `rows` is null if it is unknown how many there were. */
  unreadable: { table: string; rows: number | null }[];
  carried: CarriedRows;
  /** Users that SQLite itself could read, without those found on loose pages. */
  people: SnapshotRow[];
}

export function emptySalvage(): Salvage {
  return { tables: recordOfTables(() => []), unreadable: [], carried: nothingCarried, people: [] };
}

/** Never throws because of the database's content. */
export async function salvageFrom(db: SqlConnection): Promise<Salvage> {
  const salvage = emptySalvage();
  for (const table of snapshotTables) {
    const { rows, lost } = await readTable(db, table);
    const fitting = rows.map((row) => fittingRow(table, row)).filter((row) => row !== undefined);
    salvage.tables[table] = fitting;
    const missing = lost === null ? null : lost + rows.length - fitting.length;
    if (missing !== 0) salvage.unreadable.push({ table, rows: missing });
  }
  salvage.people = salvage.tables.users;
  salvage.carried = (await attempt(() => readCarried(db))) ?? nothingCarried;
  return salvage;
}

/** Converts to a snapshot row; undefined if a value does not fit. */
export function fittingRow(table: SnapshotTable, row: SqlRow): SnapshotRow | undefined {
  const names = snapshotColumns[table].map(({ name }) => name);
  try {
    return checkRow(table, Object.fromEntries(names.map((name) => [name, row[name] ?? null])), 1);
  } catch {
    return undefined;
  }
}

/** `lost` is the number of missing rows; null if unknown. */
interface ReadRows {
  rows: SqlRow[];
  lost: number | null;
}

async function readTable(db: SqlConnection, table: SnapshotTable): Promise<ReadRows> {
  const whole = await attempt(() => db.all(`SELECT * FROM ${table} NOT INDEXED`));
  if (whole !== undefined) return { rows: whole, lost: 0 };
  const ids = await idsFromIndexes(db, table);
  if (ids !== undefined) return readByIds(db, table, ids);
  const last = await lastId(db, table);
  if (last === undefined) return { rows: [], lost: null };
  const rows = await readRange(db, table, 1, last);
  return { rows, lost: null };
}

/** An index contains the rowid of every row, and may be intact when the table is not. */
async function idsFromIndexes(db: SqlConnection, table: SnapshotTable): Promise<number[] | undefined> {
  const indexes = await attempt(() =>
    db.all(
      `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND (sql IS NULL OR sql NOT LIKE '%WHERE%')`,
      [table],
    ),
  );
  for (const row of indexes ?? []) {
    const name = text(row, 'name').replaceAll('"', '""');
    const ids = await attempt(async () =>
      (await db.all(`SELECT rowid AS n FROM ${table} INDEXED BY "${name}"`)).map((found) => number(found, 'n')),
    );
    if (ids !== undefined) return ids.toSorted((a, b) => a - b);
  }
  return undefined;
}

async function readByIds(db: SqlConnection, table: SnapshotTable, ids: readonly number[]): Promise<ReadRows> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return { rows: [], lost: 0 };
  const rows = await readRange(db, table, first, last);
  return { rows, lost: Math.max(0, ids.length - rows.length) };
}

async function readRange(db: SqlConnection, table: SnapshotTable, first: number, last: number): Promise<SqlRow[]> {
  const rows = await attempt(() =>
    db.all(`SELECT * FROM ${table} NOT INDEXED WHERE rowid BETWEEN ? AND ?`, [first, last]),
  );
  if (rows !== undefined) return rows;
  if (first >= last) return [];
  const middle = Math.floor((first + last) / 2);
  return [...(await readRange(db, table, first, middle)), ...(await readRange(db, table, middle + 1, last))];
}

/**
 * The highest rowid of the table; else its sequence; else a guess of 65,536. Undefined if the schema does not know the
 * table.
 */
async function lastId(db: SqlConnection, table: SnapshotTable): Promise<number | undefined> {
  const count = await attempt(async () => number((await db.get(`SELECT max(rowid) AS n FROM ${table}`)) ?? {}, 'n'));
  if (count !== undefined) return count;
  const sequence = await attempt(async () =>
    number((await db.get('SELECT seq AS n FROM sqlite_sequence WHERE name = ?', [table])) ?? {}, 'n'),
  );
  if (sequence !== undefined) return sequence;
  const known = await attempt(() => db.get(`SELECT 1 FROM sqlite_schema WHERE name = ?`, [table]));
  return known === undefined ? undefined : 1 << 16;
}

/** Undefined if it fails: damaged data counts as missing. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    // Unusable, whatever the reason.
    return undefined;
  }
}
