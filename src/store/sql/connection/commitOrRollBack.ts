/** Commits or rolls back an open transaction, the same way on every engine. */
import type { SqlConnection } from './sqlConnection.ts';

/** Runs `work` in the open transaction and commits it. An error rolls it back and is rethrown. */
export async function commitOrRollBack<T>(db: SqlConnection, work: (db: SqlConnection) => T | Promise<T>): Promise<T> {
  try {
    const result = await work(db);
    await db.run('COMMIT');
    return result;
  } catch (error) {
    await rollBack(db);
    throw error;
  }
}

export async function rollBack(db: SqlConnection): Promise<void> {
  try {
    await db.exec('ROLLBACK');
  } catch {
    // Some errors end the transaction by themselves, so there is nothing to roll back.
  }
}
