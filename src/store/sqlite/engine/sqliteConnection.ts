/** SQLite's own connection, and how the repositories see it. */
import type { IndexDialect, SqlConnection, SqlRow, SqlValue } from '../../sql/connection/sqlConnection.ts';
import { mayEndTransaction } from './sqliteErrors.ts';

/** SQLite itself, which answers at once. */
export interface SqliteConnection {
  readonly dialect: IndexDialect;
  all(sql: string, params?: readonly SqlValue[]): SqlRow[];
  get(sql: string, params?: readonly SqlValue[]): SqlRow | undefined;
  run(sql: string, params?: readonly SqlValue[]): { changes: number };
  exec(sql: string): void;
}

/**
 * A connection for the repositories. Its promises are resolved at once, so a transaction that waits for nothing else
 * lets no timer, file or network event in between.
 */
export function asConnection(sqlite: SqliteConnection): SqlConnection {
  let isInTransaction = false;
  // Such an error may have ended the transaction, and each statement after it would be committed by itself.
  let ended: { by: unknown } | undefined;
  /** What `work` throws, the promise rejects with. */
  const answered = <T>(sql: string, work: () => T): Promise<T> =>
    new Promise((resolve) => {
      const isBoundary = sql.startsWith('BEGIN') || sql === 'ROLLBACK';
      if (isBoundary) ended = undefined;
      if (ended !== undefined) throw ended.by;
      try {
        resolve(work());
        if (isBoundary || sql === 'COMMIT') isInTransaction = sql.startsWith('BEGIN');
      } catch (error) {
        if (isInTransaction && mayEndTransaction(error)) ended = { by: error };
        throw error;
      }
    });
  return {
    dialect: sqlite.dialect,
    all: (sql, params) => answered(sql, () => sqlite.all(sql, params)),
    get: (sql, params) => answered(sql, () => sqlite.get(sql, params)),
    run: (sql, params) => answered(sql, () => sqlite.run(sql, params)),
    exec: (sql) => answered(sql, () => sqlite.exec(sql)),
  };
}
