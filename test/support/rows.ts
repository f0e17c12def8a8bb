/** Reads rows of a store directly, without changing it. */
import { DatabaseSync } from 'node:sqlite';

export function rowsIn(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}
