/** The last number that each table gave out, so that the target never gives out one again, also not of a deleted row. */
import { numberOr } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import { inWorkspace } from '../../sql/connection/inWorkspace.ts';
import type { Table } from './rows.ts';

/** By table; without those that gave out none. */
export type LastNumbers = ReadonlyMap<string, number>;

export async function readLastNumbers(db: SqlConnection, tables: readonly Table[]): Promise<LastNumbers> {
  const last = new Map<string, number>();
  for (const { name } of tables.filter(hasNumbers)) {
    const highest = await lastIn(db, `SELECT max(id) AS last FROM ${name} WHERE ${inWorkspace(db)}`);
    const given = await lastIn(db, lastGiven(db), name);
    if (Math.max(highest, given) > 0) last.set(name, Math.max(highest, given));
  }
  return last;
}

async function lastIn(db: SqlConnection, sql: string, ...params: string[]): Promise<number> {
  const row = await db.get(sql, params);
  return row === undefined ? 0 : numberOr(row, 'last', 0);
}

export async function setLastNumbers(db: SqlConnection, last: LastNumbers): Promise<void> {
  for (const [table, number] of last) {
    if (db.dialect === 'postgres') await setOnServer(db, table, number);
    else await setInFile(db, table, number);
  }
}

/** SQLite notes the last number of the tables with AUTOINCREMENT, from their first row on. */
async function setInFile(db: SqlConnection, table: string, number: number): Promise<void> {
  await db.run('UPDATE sqlite_sequence SET seq = ? WHERE name = ? AND seq < ?', [number, table, number]);
  await db.run(
    `INSERT INTO sqlite_sequence (name, seq) SELECT name, ? FROM sqlite_schema
     WHERE name = ? AND sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)`,
    [number, table],
  );
}

function hasNumbers({ key, columns }: Table): boolean {
  return key.length === 1 && columns.some(({ name, kind }) => name === key[0] && kind === 'whole');
}

function lastGiven(db: SqlConnection): string {
  return db.dialect === 'postgres'
    ? `SELECT pg_sequence_last_value(pg_get_serial_sequence(?, 'id')::regclass) AS last`
    : 'SELECT seq AS last FROM sqlite_sequence WHERE name = ?';
}

/** A table whose numbers come from another one has no sequence. */
async function setOnServer(db: SqlConnection, table: string, number: number): Promise<void> {
  await db.get(
    `SELECT setval(sequence, greatest(CAST(? AS BIGINT), pg_sequence_last_value(sequence))) AS last FROM (SELECT pg_get_serial_sequence(?, 'id')::regclass AS sequence) AS s
    WHERE sequence IS NOT NULL`,
    [number, table],
  );
}
