/**
 * Reading on a full disk. A process that opens a store in WAL mode makes a file of 32 KB beside it, by which all of them share
 * the index of the log; where there is no room for that, nothing could be read until something else is deleted. With the file's
 * lock to itself SQLite keeps that index in its own memory. So a read that found the disk full is tried once more like that: for
 * as long as it takes and no longer, and not where another process has the store open. Nothing is written, but that SQLite may
 * bring into the file what a process that died left in the log.
 */
import type * as nodeSqlite from 'node:sqlite';
import { bigMindErrorFrom } from '../../../../memory/shared/errors.ts';
import { explained } from '../file/placeTrouble.ts';
import { inspectPlace, preparePlace } from '../file/storePlace.ts';
import type { SqlConnection, SqliteEngine } from '../sqlConnection.ts';
import { fullError } from '../sqliteErrors.ts';
import type { EngineLayer } from '../stack.ts';
import { isSettled } from './journal.ts';
import { createNativeConnection } from './nativeConnection.ts';
import { openDatabase } from './openDatabase.ts';
import type { NativeOptions } from './openNativeStore.ts';
import { transact } from './transact.ts';

/** Others that read alone are waited for; who has the store open for long is not. In milliseconds. */
const patienceMs = 2_000;

/** The engine, whose reads go on where the disk is full. */
export function withReadOnlyFallback(sqlite: typeof nodeSqlite, options: NativeOptions): EngineLayer {
  return (open) => async () => readingWhereFull(await open(), sqlite, options);
}

function readingWhereFull(engine: SqliteEngine, sqlite: typeof nodeSqlite, options: NativeOptions): SqliteEngine {
  return {
    ...engine,
    read: (work) =>
      engine.read(work).catch(async (thrown: unknown) => {
        if (!isFull(thrown)) throw thrown;
        return readAlone(sqlite, options, work).catch((second: unknown) => {
          // What the work itself found is its answer; that it could not be read like this either is no news.
          throw bigMindErrorFrom(second).code.startsWith('store_') ? thrown : second;
        });
      }),
    describe: () => explained(options.file, () => engine.describe()),
    changeToken: () =>
      explained(options.file, () => engine.changeToken()).catch((thrown: unknown) => {
        if (!isFull(thrown)) throw thrown;
        // Nobody writes there; with room again it is another token, and all is looked at anew.
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
  work: (db: SqlConnection) => T,
): Promise<T> {
  const file = await preparePlace(options.file);
  if (!isSettled(await inspectPlace(file), 'wal')) throw fullError(file);
  const database = openDatabase(sqlite, file, { timeout: options.busyMs });
  try {
    // Before the first look into the log: later it makes no difference any more.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON');
    const current = (inside: SqlConnection): T => {
      if (options.keeper.pending(inside).steps.length > 0) throw fullError(file);
      return work(inside);
    };
    return await transact(createNativeConnection(database), 'BEGIN', current, { ...options, patienceMs });
  } finally {
    database.close();
  }
}
