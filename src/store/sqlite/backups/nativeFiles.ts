/**
 * Whole stores with node:sqlite. A copy and a replacement go through SQLite's own backup, so that the write-ahead log is
 * part of what is copied, and a replacement is one transaction among those of the other processes.
 */
import type * as nodeSqlite from 'node:sqlite';
import { leaveNoCopies } from '../scrubbing.ts';
import type { LockOptions } from '../file/fileLock.ts';
import { withFileLock } from '../file/fileLock.ts';
import { createPrivateFile, inspectPlace, preparePlace } from '../file/storePlace.ts';
import { createNativeConnection } from '../native/nativeConnection.ts';
import { transact } from '../native/transact.ts';
import { createPatience } from '../patience.ts';
import type { SqlConnection } from '../sqlConnection.ts';
import { lockedError, storeErrorFrom } from '../sqliteErrors.ts';
import { ofCanonical } from './databaseFiles.ts';
import type { DatabaseFiles } from './databaseFiles.ts';
import { inThread, metALock } from './databaseWorker.ts';

type SqliteModule = typeof nodeSqlite;

export function createNativeFiles(sqlite: SqliteModule, store: string, options: LockOptions): DatabaseFiles {
  const translated = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw storeErrorFrom(error, file);
    }
  };
  const inFile = <T>(file: string, work: (db: SqlConnection) => T): T => {
    const database = new sqlite.DatabaseSync(file, { timeout: 1_000, enableForeignKeyConstraints: true });
    try {
      database.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; ${leaveNoCopies}`);
      return work(createNativeConnection(database));
    } finally {
      database.close();
    }
  };
  return {
    copyStore: (target) =>
      translated(store, async () => {
        await inspectPlace(store);
        await patiently(() => inThread({ job: 'copy', from: store, to: target }), store, options);
      }),
    check: (file, depth) =>
      translated(file, async () => ofCanonical(await inThread({ job: 'check', file, full: depth === 'full' }))),
    read: (file, work) => translated(file, () => Promise.resolve(inFile(file, work))),
    readDamaged: (file, work) =>
      translated(file, () => {
        const database = new sqlite.DatabaseSync(file, { timeout: 1_000, enableForeignKeyConstraints: false });
        try {
          // Also reads a schema of which some lines are broken.
          database.exec('PRAGMA writable_schema = ON');
          return Promise.resolve(work(createNativeConnection(database)));
        } finally {
          database.close();
        }
      }),
    readBoth: (one, other, work) =>
      translated(one, () => Promise.resolve(inFile(one, (first) => inFile(other, (second) => work(first, second))))),
    change: (file, work) => translated(file, () => Promise.resolve(inFile(file, work))),
    readStore: (work) =>
      translated(store, async () => {
        await inspectPlace(store);
        const database = new sqlite.DatabaseSync(store, { timeout: 25 });
        try {
          return await transact(createNativeConnection(database), 'BEGIN', work, {
            file: store,
            busyMs: 25,
            ...options,
          });
        } finally {
          database.close();
        }
      }),
    replaceStore: (source, before) =>
      translated(store, async () => {
        const place = await preparePlace(store);
        const replace = (kept: string | null): Promise<unknown> =>
          patiently(() => inThread({ job: 'replace', from: source, to: place, before: kept }), place, options);
        const header = await inspectPlace(place);
        if (header.kind === 'sqlite' && header.wal) {
          await replace(before);
          return;
        }
        // Nobody has begun a store here, or sql.js may be writing it: its lock comes first.
        await withFileLock(place, options, async () => {
          if (header.kind === 'empty') await createPrivateFile(place);
          else if (before !== null) await inThread({ job: 'copy', from: place, to: before });
          await replace(null);
        });
      }),
  };
}

/** A lock is met before anything is read or written, so the whole job is done again. */
async function patiently<T>(work: () => Promise<T>, file: string, options: LockOptions): Promise<T> {
  const wait = createPatience(options.patienceMs, options.jitter);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!metALock(error)) throw error;
      if (!(await wait(20))) throw lockedError(file, error);
    }
  }
}
