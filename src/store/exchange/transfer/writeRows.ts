/** Adds, changes and removes rows of a table in either engine. */
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import { inWorkspace } from '../../sql/connection/inWorkspace.ts';
import type { Row, Table } from './rows.ts';

/** Rows of one statement; few sizes, because each is a statement that is kept. A file has no way to save by more. */
const statementSizes = { postgres: [50, 10, 1], sqlite: [1] } as const;

export async function insertRows(db: SqlConnection, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const sizes = db.dialect === 'postgres' ? statementSizes.postgres : statementSizes.sqlite;
  const marks = `(${columns.map(() => '?').join(', ')})`;
  const into = `INSERT INTO ${name} (${columns.map((column) => column.name).join(', ')}) VALUES`;
  let rest = rows;
  for (const size of sizes) {
    const sql = `${into} ${Array.from({ length: size }, () => marks).join(', ')}`;
    while (rest.length >= size) {
      await db.run(
        sql,
        rest.slice(0, size).flatMap(({ values }) => values),
      );
      rest = rest.slice(size);
    }
  }
}

export async function updateRows(
  db: SqlConnection,
  { name, key, columns }: Table,
  rows: readonly Row[],
): Promise<void> {
  const sets = columns.map((column) => `${column.name} = ?`).join(', ');
  const sql = `UPDATE ${name} SET ${sets} WHERE ${whereKey(db, key)}`;
  for (const row of rows) await db.run(sql, [...row.values, ...row.key]);
}

export async function deleteRows(db: SqlConnection, { name, key }: Table, rows: readonly Row[]): Promise<void> {
  for (const row of rows) await db.run(`DELETE FROM ${name} WHERE ${whereKey(db, key)}`, row.key);
}

function whereKey(db: SqlConnection, key: readonly string[]): string {
  return [...key.map((column) => `${column} = ?`), inWorkspace(db)].join(' AND ');
}
