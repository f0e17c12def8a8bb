/**
 * Drops a full-text table even if the engine lacks its module. sql.js has no FTS5, and SQLite refuses to drop a virtual
 * table that it cannot load. In that case the table is removed from the schema and its shadow tables are dropped.
 */
import { text } from './rowReader.ts';
import type { SqlConnection } from './sqlConnection.ts';

/** Suffixes of the shadow tables of FTS4 and FTS5. */
const shadows = ['data', 'idx', 'content', 'docsize', 'config', 'segments', 'segdir', 'stat'];

/** Does nothing if there is no such table. Must run inside a transaction; `name` is one of our constants. */
export async function dropVirtualTable(db: SqlConnection, name: string): Promise<void> {
  if ((await db.get(`SELECT 1 FROM sqlite_schema WHERE name = ?`, [name])) === undefined) return;
  await db.exec('SAVEPOINT drop_virtual_table');
  try {
    await db.exec(`DROP TABLE "${name}"`);
  } catch (error) {
    if (!isMissingModule(error)) throw error;
    // The engine lacks the module. RESET makes SQLite reload the schema without the table; its shadow tables are then
    // ordinary tables.
    await db.exec('ROLLBACK TO drop_virtual_table');
    await db.exec('PRAGMA writable_schema = ON');
    await db.exec(`DELETE FROM sqlite_schema WHERE type = 'table' AND name = '${name}'`);
    await db.exec('PRAGMA writable_schema = RESET');
    for (const shadow of shadows) await db.exec(`DROP TABLE IF EXISTS "${name}_${shadow}"`);
  }
  await db.exec('RELEASE drop_virtual_table');
}

/**
 * Names of the triggers that mention one of the tables. Other programs used such triggers to fill the plan's full-text
 * tables.
 */
export async function triggersThatWriteTo(db: SqlConnection, tables: readonly string[]): Promise<string[]> {
  const triggers = await db.all(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND sql IS NOT NULL`);
  return triggers
    .filter((row) => tables.some((table) => text(row, 'sql').includes(table)))
    .map((row) => text(row, 'name').replaceAll('"', '""'));
}

function isMissingModule(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no such module');
}
