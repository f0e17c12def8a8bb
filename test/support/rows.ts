/** Reads rows of a store directly, without changing it, and waits for a process that has locked it. */
import { DatabaseSync } from 'node:sqlite';

export function rowsIn(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}
