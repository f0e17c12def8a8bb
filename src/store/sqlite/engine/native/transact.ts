/**
 * Transactions on a native connection, one at a time: nothing else on the same connection can run between a lock and
 * the end of its transaction.
 */
import { commitOrRollBack, rollBack } from '../../../sql/connection/commitOrRollBack.ts';
import { createLockRetry } from '../lockRetry.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { isBusy, lockedError, storeErrorFrom } from '../sqliteErrors.ts';
import type { Journal } from './journal.ts';
import type { NativeOptions } from './openNativeStore.ts';

type Begin = 'BEGIN' | 'BEGIN IMMEDIATE' | 'BEGIN EXCLUSIVE';

/** Without WAL a reader could block the commit, so a write waits for readers before it starts. */
export function beginToWrite(journal: Journal): Begin {
  return journal === 'wal' ? 'BEGIN IMMEDIATE' : 'BEGIN EXCLUSIVE';
}

/** Runs pieces of work one at a time, in the order of the calls. */
export type InTurn = <T>(work: () => T | Promise<T>) => Promise<T>;

export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => T | Promise<T>) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

type WaitOptions = Pick<NativeOptions, 'file' | 'timeoutMs' | 'busyMs' | 'jitter'>;

/**
 * Retries work whose first statement meets the lock of another process. Even a pragma reads the file, and the last
 * process that closes the file locks it for its checkpoint. Rejects with `store_locked` after `timeoutMs`; other
 * errors are passed on.
 */
export async function whenUnlocked<T>(work: () => T | Promise<T>, options: WaitOptions): Promise<T> {
  const wait = createLockRetry(options.timeoutMs, options.jitter);
  for (;;) {
    try {
      return await work();
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
  work: (db: SqlConnection) => T | Promise<T>,
  options: WaitOptions & { inTurn?: InTurn },
): Promise<T> {
  const attempt = async (): Promise<T> => {
    await db.run(begin);
    // A deferred transaction takes its snapshot, and may meet a lock, with its first read.
    if (begin === 'BEGIN') await takeSnapshot(db);
    return finished(db, work, options.file);
  };
  try {
    // While this call waits for a lock of another process, other calls have their turn.
    return await whenUnlocked(() => options.inTurn?.(attempt) ?? attempt(), options);
  } catch (error) {
    throw storeErrorFrom(error, options.file);
  }
}

/** Its errors are translated, so that none counts as a lock that was met at the start. */
async function finished<T>(db: SqlConnection, work: (db: SqlConnection) => T | Promise<T>, file: string): Promise<T> {
  try {
    return await commitOrRollBack(db, work);
  } catch (error) {
    throw storeErrorFrom(error, file);
  }
}

async function takeSnapshot(db: SqlConnection): Promise<void> {
  try {
    await db.get('SELECT 1 FROM sqlite_schema LIMIT 1');
  } catch (error) {
    await rollBack(db);
    throw error;
  }
}
