/** How a transaction that has begun ends, on every engine: all of it, or none. */
import type { SqlConnection } from './sqlConnection.ts';

/** Runs `work` in the open transaction and commits it; an error undoes it and passes on. */
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
    // Some errors end the transaction by themselves; then there is nothing left to roll back.
  }
}
