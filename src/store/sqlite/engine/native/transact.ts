/**
 * Transactions on a native connection. They are synchronous from acquiring their lock to their end, so that nothing
 * else on the same connection can run in between.
 */
import { commitOrRollBack, rollBack } from '../commitOrRollBack.ts';
import { createLockRetry } from '../lockRetry.ts';
import type { SqlConnection } from '../sqlConnection.ts';
import { isBusy, lockedError, storeErrorFrom } from '../sqliteErrors.ts';
import type { Journal } from './journal.ts';
import type { NativeOptions } from './openNativeStore.ts';

export type Begin = 'BEGIN' | 'BEGIN IMMEDIATE' | 'BEGIN EXCLUSIVE';

/** Without WAL a reader could block the commit, so a write waits for readers before it starts. */
export function beginToWrite(journal: Journal): Begin {
  return journal === 'wal' ? 'BEGIN IMMEDIATE' : 'BEGIN EXCLUSIVE';
}

/**
 * Runs one transaction. Only its start is retried while another process has the lock; `work` runs once, and nothing is
 * retried after it.
 */
export async function transact<T>(
  db: SqlConnection,
  begin: Begin,
  work: (db: SqlConnection) => T,
  options: Pick<NativeOptions, 'file' | 'patienceMs' | 'busyMs' | 'jitter'>,
): Promise<T> {
  const wait = createLockRetry(options.patienceMs, options.jitter);
  for (;;) {
    try {
      db.run(begin);
      // A deferred transaction takes its snapshot, and may meet a lock, with its first read.
      if (begin === 'BEGIN') takeSnapshot(db);
      break;
    } catch (error) {
      if (!isBusy(error)) throw storeErrorFrom(error, options.file);
      if (!(await wait(options.busyMs))) throw lockedError(options.file, error);
    }
  }
  try {
    return commitOrRollBack(db, work);
  } catch (error) {
    throw storeErrorFrom(error, options.file);
  }
}

function takeSnapshot(db: SqlConnection): void {
  try {
    db.get('SELECT 1 FROM sqlite_schema LIMIT 1');
  } catch (error) {
    rollBack(db);
    throw error;
  }
}
