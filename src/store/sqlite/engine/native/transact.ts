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

type WaitOptions = Pick<NativeOptions, 'file' | 'patienceMs' | 'busyMs' | 'jitter'>;

/**
 * Retries work whose first statement meets the lock of another process. Even a pragma reads the file, and the last
 * process that closes the file locks it for its checkpoint. Rejects with `store_locked` after `patienceMs`; other
 * errors are passed on.
 */
export async function whenUnlocked<T>(work: () => T, options: WaitOptions): Promise<T> {
  const wait = createLockRetry(options.patienceMs, options.jitter);
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (!(await wait(options.busyMs))) throw lockedError(options.file, error);
    }
  }
}

/**
 * Runs one transaction. Only its start is retried while another process has the lock; `work` runs once, and nothing is
 * retried after it.
 */
export async function transact<T>(
  db: SqlConnection,
  begin: Begin,
  work: (db: SqlConnection) => T,
  options: WaitOptions,
): Promise<T> {
  try {
    return await whenUnlocked(() => {
      db.run(begin);
      // A deferred transaction takes its snapshot, and may meet a lock, with its first read.
      if (begin === 'BEGIN') takeSnapshot(db);
      return finished(db, work, options.file);
    }, options);
  } catch (error) {
    throw storeErrorFrom(error, options.file);
  }
}

/** Its errors are translated, so that none counts as a lock that was met at the start. */
function finished<T>(db: SqlConnection, work: (db: SqlConnection) => T, file: string): T {
  try {
    return commitOrRollBack(db, work);
  } catch (error) {
    throw storeErrorFrom(error, file);
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
