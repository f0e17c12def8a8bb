/**
 * Finds rows of known tables on the pages of a damaged file. A page belongs to one table, so it is assigned to the
 * table whose columns fit all of its rows; a page that fits none or several is skipped. Of several states of a memory,
 * the newest version is used.
 */
import { readFile } from 'node:fs/promises';
import type { SnapshotRow, SnapshotTable } from '../../../../memory/upkeep/snapshot.ts';
import { recordOfTables, snapshotTables } from '../../../../memory/upkeep/snapshot.ts';
import { recordOfTablesInTurn } from '../../../exchange/snapshot/tablesInTurn.ts';
import { numberOr, text } from '../../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../../../sql/connection/sqlConnection.ts';
import { snapshotColumns } from '../../../exchange/snapshot/snapshotColumns.ts';
import type { CellValue, PageRecord } from './pageRecords.ts';
import { pageSizeOf, recordsByPage } from './pageRecords.ts';
import type { Salvage } from './salvage.ts';
import { fittingRow } from './salvage.ts';

/** The columns of each table in the order in which rows store them. */
export type TableShapes = Record<SnapshotTable, { names: string[]; rowidName: string | undefined }>;

/** The shapes of the current schema; rows of an earlier schema have a prefix of these columns. */
export function shapesOf(db: SqlConnection): Promise<TableShapes> {
  return recordOfTablesInTurn(async (table) => {
    const columns = await db.all('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid', [table]);
    const numbered = columns.find(
      (row) => numberOr(row, 'pk', 0) === 1 && text(row, 'type').toUpperCase() === 'INTEGER',
    );
    return {
      names: columns.map((row) => text(row, 'name')),
      rowidName: numbered === undefined ? undefined : text(numbered, 'name'),
    };
  });
}

export interface Carved {
  tables: Salvage['tables'];
  tombstones: SqlRow[];
}

/** Rows of the `wanted` tables; empty if the file cannot be read at all. */
export async function carveRows(
  { file, log }: { file: string; log: string },
  shapes: TableShapes,
  wanted: ReadonlySet<string>,
): Promise<Carved> {
  const found = recordOfTables(() => new Map<string, SnapshotRow>());
  const tombstones: SqlRow[] = [];
  for (const source of [await bytesOf(file), await logAsPages(file, log)]) {
    for (const records of recordsByPage(source)) {
      const match = tableOf(records, shapes);
      if (match === undefined) tombstones.push(...tombstonesOn(records));
      else if (wanted.has(match.table)) for (const row of match.rows) keepNewer(found[match.table], row);
    }
  }
  return { tables: recordOfTables((table) => [...found[table].values()]), tombstones };
}

function bytesOf(file: string): Promise<Uint8Array> {
  return readFile(file).catch(() => new Uint8Array(0));
}

/**
 * The pages of a write-ahead log without their frame headers, oldest first. Overflow chains among them are not
 * followed.
 */
async function logAsPages(file: string, logFile: string): Promise<Uint8Array> {
  const log = await bytesOf(logFile);
  const { size } = pageSizeOf(await bytesOf(file));
  const pages: Uint8Array[] = [];
  for (let at = 32; at + 24 + size <= log.length; at += 24 + size) pages.push(log.subarray(at + 24, at + 24 + size));
  return new Uint8Array(Buffer.concat(pages));
}

function tableOf(
  records: readonly PageRecord[],
  shapes: TableShapes,
): { table: SnapshotTable; rows: SnapshotRow[] } | undefined {
  const matches = snapshotTables.flatMap((table) => {
    const rows = records.map((record) => rowOf(table, shapes[table], record));
    return rows.every((row) => row !== undefined) ? [{ table, rows }] : [];
  });
  return matches.length === 1 ? matches[0] : undefined;
}

function rowOf(
  table: SnapshotTable,
  { names, rowidName }: TableShapes[SnapshotTable],
  { rowid, values }: PageRecord,
): SnapshotRow | undefined {
  if (values.length > names.length || values.length < 4) return undefined;
  const cells: [string, CellValue][] = names.map((name, place) => [name, values[place] ?? null]);
  const row = Object.fromEntries(cells.map(([name, value]) => [name, name === rowidName ? rowid : value]));
  // SQLite stores null in the column that is the row's own number.
  if (rowidName !== undefined && values[names.indexOf(rowidName)] !== null) return undefined;
  const times = snapshotColumns[table].filter(({ type }) => type === 'time').map(({ name }) => row[name]);
  if (!times.every((time) => time === null || isTime(time)) || !times.some(isTime)) return undefined;
  return isLike(table, row) ? fittingRow(table, row) : undefined;
}

const isTime = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:/u.test(value);
const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-/u.test(value);
const hasSlash = (value: unknown): boolean => typeof value === 'string' && /[/\\]/u.test(value);

/** Distinguishes tables that have texts and times in the same columns. */
const likeness: Partial<Record<SnapshotTable, (row: SqlRow) => boolean>> = {
  projects: (row) => isTime(row['created_at']) && hasSlash(row['key']),
  agents: (row) => isTime(row['created_at']) && !hasSlash(row['name']) && !isId(row['name']),
  eras: (row) => isId(row['user_id']),
  session_summaries: (row) => isTime(row['created_at']) && !isTime(row['code_refs']),
  users: (row) => !isId(row['username']) && !isTime(row['display_name']) && !isTime(row['role']),
};

function isLike(table: SnapshotTable, row: SqlRow): boolean {
  return likeness[table]?.(row) ?? true;
}

function tombstonesOn(records: readonly PageRecord[]): SqlRow[] {
  const rows = records.map(({ values: [uid, kind, until, erased_at], values }) =>
    values.length === 4 &&
    typeof uid === 'string' &&
    typeof kind === 'string' &&
    /^[a-z]+$/u.test(kind) &&
    isTime(erased_at)
      ? { uid, kind, until, erased_at }
      : undefined,
  );
  return rows.every((row) => row !== undefined) ? rows : [];
}

function keepNewer(known: Map<string, SnapshotRow>, row: SnapshotRow): void {
  const key = String(row['uid'] ?? row['id']);
  const before = known.get(key);
  if (before === undefined || Number(row['version'] ?? 0) >= Number(before['version'] ?? 0)) known.set(key, row);
}
