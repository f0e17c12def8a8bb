/**
 * Reads on a full disk. A process that opens a store in WAL mode creates a 32 KB file next to it, which shares the
 * index of the log between processes; without space for it, nothing could be read. With an exclusive lock, SQLite keeps
 * that index in its own memory. So a read that found the disk full is retried that way, only for its duration, and not
 * while another process has the store open. Nothing is written, except that SQLite may checkpoint what a dead process
 * left in the log.
 */
import type * as nodeSqlite from 'node:sqlite';
import { bigMindErrorFrom } from '../../../../memory/shared/errors.ts';
import { explained } from '../file/placeTrouble.ts';
import { inspectPlace, preparePlace } from '../file/storePlace.ts';
import type { SqlConnection, SqlEngine } from '../../../sql/connection/sqlConnection.ts';
import { fullError } from '../sqliteErrors.ts';
import type { EngineLayer } from '../../../sql/connection/stack.ts';
import { isSettled } from './journal.ts';
import { createNativeConnection } from './nativeConnection.ts';
import { openDatabase } from './openDatabase.ts';
import type { NativeOptions } from './openNativeStore.ts';
import { transact } from './transact.ts';

/** Milliseconds; long enough to wait for another exclusive read, but not for a process that keeps the store open. */
const timeoutMs = 2_000;

/** Wraps the engine so that reads continue while the disk is full. */
export function withReadOnlyFallback(sqlite: typeof nodeSqlite, options: NativeOptions): EngineLayer {
  return (open) => async () => readingWhereFull(await open(), sqlite, options);
}

function readingWhereFull(engine: SqlEngine, sqlite: typeof nodeSqlite, options: NativeOptions): SqlEngine {
  return {
    ...engine,
    read: (work) =>
      engine.read(work).catch(async (thrown: unknown) => {
        if (!isFull(thrown)) throw thrown;
        return readAlone(sqlite, options, work).catch((second: unknown) => {
          // An error of the work itself is its result; a failure of the retry adds nothing to the first error.
          throw bigMindErrorFrom(second).code.startsWith('store_') ? thrown : second;
        });
      }),
    describe: () => explained(options.file, () => engine.describe()),
    changeToken: () =>
      explained(options.file, () => engine.changeToken()).catch((thrown: unknown) => {
        if (!isFull(thrown)) throw thrown;
        // No process can write there. Once there is space, the token differs and everything is read again.
        return 'full';
      }),
  };
}

function isFull(thrown: unknown): boolean {
  return bigMindErrorFrom(thrown).code === 'store_full';
}

async function readAlone<T>(
  sqlite: typeof nodeSqlite,
  options: NativeOptions,
  work: (db: SqlConnection) => T | Promise<T>,
): Promise<T> {
  const file = await preparePlace(options.file);
  if (!isSettled(await inspectPlace(file), 'wal')) throw fullError(file);
  const database = openDatabase(sqlite, file, { timeout: options.busyMs });
  try {
    // Must precede the first read of the log; later it has no effect.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON');
    const current = async (inside: SqlConnection): Promise<T> => {
      if ((await options.keeper.pending(inside)).steps.length > 0) throw fullError(file);
      return work(inside);
    };
    return await transact(createNativeConnection(database), 'BEGIN', current, { ...options, timeoutMs });
  } finally {
    database.close();
  }
}
