/** Reads database properties and defines the pragma that every connection sets. */
import { number, text } from './rowReader.ts';
import type { SqlConnection } from './sqlConnection.ts';

/** `name` is always one of our constants. */
export async function pragmaNumber(
  db: SqlConnection,
  name: 'application_id' | 'user_version' | 'schema_version' | 'freelist_count' | 'page_size',
): Promise<number> {
  return number((await db.get(`PRAGMA ${name}`)) ?? {}, name);
}
export async function tableNames(db: SqlConnection): Promise<Set<string>> {
  if (db.dialect === 'postgres') {
    const sql = 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()';
    return new Set((await db.all(sql)).map((row) => text(row, 'name')));
  }
  const rows = await db.all(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
  );
  return new Set(rows.map((row) => text(row, 'name')));
}

/** Empty if there is no such table. */
export async function columnNames(db: SqlConnection, table: string): Promise<Set<string>> {
  if (db.dialect === 'postgres') {
    const sql =
      'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ?';
    return new Set((await db.all(sql, [table])).map((row) => text(row, 'name')));
  }
  return new Set((await db.all('SELECT name FROM pragma_table_info(?)', [table])).map((row) => text(row, 'name')));
}

/**
 * Set on every connection. When SQLite moves or shortens a row on pages that it writes anyway, it overwrites the old
 * copy. The cost is one memory overwrite; without it an erasure could not reach every copy.
 */
export const leaveNoCopies = 'PRAGMA secure_delete = FAST';
