/**
 * Finds secrets in a table by the current rules and removes them from a row: text, hash and version. Works on the store
 * and on its copies, so a `Place` contains only tables and columns that the schema has. The caller updates the index
 * and the vectors.
 */
import type { SecretPlace } from '../../../../memory/governance/secrets.ts';
import type { Hash, Redact } from '../../../../memory/shared/ports.ts';
import { hashOfRow, redactedColumn, textColumnsOf } from '../../../../memory/upkeep/textColumns.ts';
import type { TableName } from '../../../../schema/tables.ts';
import { hasTextIds, isVersioned, declaredNames, tables } from '../../../../schema/tables.ts';
import { columnNames } from '../../connection/pragmas.ts';
import { number, text } from '../../connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../../connection/sqlConnection.ts';
import { mapInTurn } from '../../connection/inTurn.ts';

/** Rows per batch. */
export const batch = 200;

export interface Place {
  table: TableName;
  columns: readonly string[];
  /** Rows are deleted instead of edited, together with all rows that have the same value in this column. */
  deletedBy: string | undefined;
}

export const places: readonly Place[] = declaredNames
  .map((table) => ({ table, columns: textColumnsOf(table), deletedBy: tables[table].deletedBy }))
  .filter(({ columns }) => columns.length > 0);

export async function rowsAfter(db: SqlConnection, { table, columns }: Place, after: number): Promise<SqlRow[]> {
  return db.all(
    `SELECT ${placeOf(table)} AS place, CAST(id AS TEXT) AS row_name, ${columns.join(', ')}
     FROM ${table} WHERE ${placeOf(table)} > ? ORDER BY ${placeOf(table)} LIMIT ${String(batch)}`,
    [after],
  );
}

/** One entry for each column of a row that contains secrets. */
export function cutsIn({ table, columns }: Place, row: SqlRow, redact: Redact): SecretPlace[] {
  return columns.flatMap((column) => {
    const value = row[column];
    if (typeof value !== 'string') return [];
    const { removed, rules = [] } = redactedColumn(table, column, value, redact);
    if (removed === 0) return [];
    return [
      { table, column, id: text(row, 'row_name'), rules, cleanable: tables[table].columns[column]?.isName !== true },
    ];
  });
}

/** Removes the secrets of a row that can be removed; `false` if there are none. */
export async function cutRow(
  db: SqlConnection,
  place: Place,
  row: SqlRow,
  { redact, hash }: { redact: Redact; hash: Hash },
): Promise<boolean> {
  const changed = cutsIn(place, row, redact).filter(({ cleanable }) => cleanable);
  if (changed.length === 0) return false;
  const { table, deletedBy } = place;
  if (deletedBy !== undefined) {
    const same = `(SELECT ${deletedBy} FROM ${table} WHERE ${placeOf(table)} = ?)`;
    await db.run(`DELETE FROM ${table} WHERE ${deletedBy} = ${same}`, [number(row, 'place')]);
    return true;
  }
  const values: Record<string, SqlValue> = Object.fromEntries(
    changed.map(({ column }) => [column, redactedColumn(table, column, text(row, column), redact).text]),
  );
  const known = await columnNames(db, table);
  const contentHash = hashOfRow(table, { ...row, ...values }, hash);
  if (contentHash !== undefined && known.has('content_hash')) values['content_hash'] = contentHash;
  const sets = Object.keys(values).map((column) => `${column} = ?`);
  if (isVersioned(table)) sets.push('version = version + 1');
  await db.run(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${placeOf(table)} = ?`, [
    ...Object.values(values),
    number(row, 'place'),
  ]);
  return true;
}

/** The column that numbers the rows of a table, whose `id` may be a text. */
function placeOf(table: TableName): 'id' | 'rowid' {
  return hasTextIds(table) ? 'rowid' : 'id';
}

/** For a database that may have an older schema. */
export async function placesIn(db: SqlConnection): Promise<Place[]> {
  return (
    await mapInTurn(places, async (place) => {
      const known = await columnNames(db, place.table);
      const columns = place.columns.filter((column) => known.has(column));
      return columns.length === 0 ? [] : [{ ...place, columns }];
    })
  ).flat();
}
