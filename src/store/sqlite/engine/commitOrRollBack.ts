/** Commits or rolls back an open transaction, the same way on every engine. */
import type { SqlConnection } from './sqlConnection.ts';

/** Runs `work` in the open transaction and commits it. An error rolls it back and is rethrown. */
export function commitOrRollBack<T>(db: SqlConnection, work: (db: SqlConnection) => T): T {
  try {
    const result = work(db);
    db.run('COMMIT');
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

export function rollBack(db: SqlConnection): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    // Some errors end the transaction by themselves, so there is nothing to roll back.
  }
}
