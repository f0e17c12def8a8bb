/**
 * Whole-store file operations with node:sqlite. Copying and replacing use SQLite's own backup, so a copy includes the
 * write-ahead log, and a replacement is one transaction among those of other processes.
 */
import { dirname } from 'node:path';
import type * as nodeSqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { applicationId, headerLength, inspectHeader, sharedApplicationId } from '../../engine/databaseHeader.ts';
import { sizeOf } from '../../engine/file/fileFacts.ts';
import type { LockOptions } from '../../engine/file/fileLock.ts';
import { withFileLock } from '../../engine/file/fileLock.ts';
import type { ShareAt } from '../../engine/file/networkShare.ts';
import { bytesAt, readPastSqlite } from '../../engine/file/sharedDescriptors.ts';
import { createPrivateFile, preparePlace } from '../../engine/file/storePlace.ts';
import type { Journal } from '../../engine/native/journal.ts';
import { journalOf } from '../../engine/native/journal.ts';
import { createNativeConnection } from '../../engine/native/nativeConnection.ts';
import { openDatabase } from '../../engine/native/openDatabase.ts';
import { transact } from '../../engine/native/transact.ts';
import { createLockRetry } from '../../engine/lockRetry.ts';
import { leaveNoCopies, pragmaNumber } from '../../../sql/connection/pragmas.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { isBusy, lockedError, storeErrorFrom, unavailableError } from '../../engine/sqliteErrors.ts';
import type { DatabaseFiles } from './databaseFiles.ts';
import { ofCanonical } from './databaseFiles.ts';
import { inThread, isLockError } from './databaseWorker.ts';

type SqliteModule = typeof nodeSqlite;

interface NativeFilesOptions extends LockOptions {
  shareAt: ShareAt;
}

export function createNativeFiles(sqlite: SqliteModule, store: string, options: NativeFilesOptions): DatabaseFiles {
  const translated = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw storeErrorFrom(error, file);
    }
  };
  const inFile = async <T>(file: string, work: (db: SqlConnection) => Promise<T>): Promise<T> => {
    const database = new sqlite.DatabaseSync(file, { timeout: 1_000, enableForeignKeyConstraints: true });
    try {
      database.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; ${leaveNoCopies}`);
      return await work(createNativeConnection(database));
    } finally {
      database.close();
    }
  };
  /** Uses a separate connection; throws if the store is damaged. */
  const inStore = async <T>(work: (db: SqlConnection) => Promise<T>): Promise<T> => {
    refuseEmpty(store);
    const database = openDatabase(sqlite, store, { timeout: 25 });
    try {
      return await transact(createNativeConnection(database), 'BEGIN', work, { file: store, busyMs: 25, ...options });
    } finally {
      database.close();
    }
  };
  return {
    copyStore: (target) =>
      translated(store, async () => {
        refuseEmpty(store);
        await patiently(() => inThread({ job: 'copy', from: store, to: target }), store, options);
      }),
    check: (file, depth, signal) =>
      translated(file, async () => ofCanonical(await inThread({ job: 'check', file, full: depth === 'full' }, signal))),
    read: (file, work) => translated(file, () => inFile(file, work)),
    readDamaged: (file, work) =>
      translated(file, async () => {
        const database = new sqlite.DatabaseSync(file, { timeout: 1_000, enableForeignKeyConstraints: false });
        try {
          // Lets SQLite read a schema with some broken entries.
          database.exec('PRAGMA writable_schema = ON');
          return await work(createNativeConnection(database));
        } finally {
          database.close();
        }
      }),
    readBoth: (one, other, work) =>
      translated(one, async () => inFile(one, (first) => inFile(other, (second) => work(first, second)))),
    change: (file, work) => translated(file, () => inFile(file, work)),
    run: (file, sql) =>
      translated(file, async () => {
        await inThread({ job: 'run', file, sql });
      }),
    compact: (file) =>
      translated(file, async () => {
        await inThread({ job: 'compact', file });
      }),
    readStore: (work) => translated(store, () => inStore(work)),
    async withoutWriters(work) {
      const unlock = await translated(store, () => lockedFor(sqlite, store, options));
      try {
        return await work(unlock === undefined ? 'unlocked' : 'locked');
      } finally {
        unlock?.();
      }
    },
    replaceStore: (source, kept) =>
      translated(store, async () => {
        const place = await preparePlace(store);
        const replace = async (wal: boolean, id: number): Promise<'replaced' | 'erased_meanwhile'> => {
          const job = { job: 'replace', from: source, to: place, kept, wal, applicationId: id } as const;
          const said = await patiently(() => inThread(job), place, options);
          return said.length === 0 ? 'replaced' : 'erased_meanwhile';
        };
        if (!isEmpty(place) && (await inStore(journalOf)) === 'wal') return replace(true, applicationId);
        // There is no store yet, or sql.js may be writing it, so take its lock first.
        return withFileLock(place, options, async () => {
          if (isEmpty(place)) await createPrivateFile(place);
          const [journal, id] = isEmpty(place) ? (['rollback', 0] as const) : await inStore(keptAs);
          // A marked file keeps its mark, which keeps sql.js out.
          return replace(journal === 'wal', journal === 'rollback' && id === sharedApplicationId ? id : applicationId);
        });
      }),
  };
}

/**
 * Keeps other processes from writing to a store that may be damaged; undefined if SQLite cannot lock it. It does not
 * lock in three cases. Locking would roll back an existing journal. On Windows a file that is open here cannot be
 * moved. A store in WAL on a network share would get shared memory, which does not work there.
 */
async function lockedFor(
  sqlite: SqliteModule,
  store: string,
  options: NativeFilesOptions,
): Promise<(() => void) | undefined> {
  if (process.platform === 'win32' || isEmpty(store) || !isEmpty(`${store}-journal`)) return undefined;
  if (await isWalOnShare(store, options)) return undefined;
  const { writer, reader } = openTwice(sqlite, store);
  const unlock = (): void => {
    // The last connection to close would checkpoint the log, unless it is read-only: the files stay unchanged.
    writer.close();
    reader.close();
  };
  const wait = createLockRetry(options.timeoutMs, options.jitter);
  for (;;) {
    try {
      // The reader comes first: the writer must not touch a file that the reader cannot read, because it would
      // checkpoint the log on close.
      reader.exec('PRAGMA user_version');
      if (!writer.isTransaction) writer.exec('BEGIN IMMEDIATE');
      return unlock;
    } catch (error) {
      if (isBusy(error) && (await wait(25))) continue;
      unlock();
      if (isBusy(error)) throw lockedError(store, error);
      // A process that opens it now cannot write it either.
      return undefined;
    }
  }
}

function openTwice(sqlite: SqliteModule, store: string): { writer: DatabaseSync; reader: DatabaseSync } {
  const writer = openDatabase(sqlite, store, { timeout: 25 });
  try {
    return { writer, reader: openDatabase(sqlite, store, { timeout: 25, readOnly: true }) };
  } catch (error) {
    writer.close();
    throw error;
  }
}

async function isWalOnShare(store: string, { shareAt }: NativeFilesOptions): Promise<boolean> {
  if ((await shareAt(dirname(await preparePlace(store)))) === undefined) return false;
  const header = inspectHeader(await readPastSqlite(store, (descriptor) => bytesAt(descriptor, 0, headerLength)));
  return header.kind === 'sqlite' && header.wal;
}

async function keptAs(db: SqlConnection): Promise<[Journal, number]> {
  return [await journalOf(db), await pragmaNumber(db, 'application_id')];
}

function isEmpty(file: string): boolean {
  return sizeOf(file) === 0;
}

/** SQLite would create a missing file. */
function refuseEmpty(file: string): void {
  if (isEmpty(file)) throw unavailableError(file, 'there is no database yet');
}

/** The lock is met before anything is read or written, so the whole job is retried. */
async function patiently<T>(work: () => Promise<T>, file: string, options: LockOptions): Promise<T> {
  const wait = createLockRetry(options.timeoutMs, options.jitter);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLockError(error)) throw error;
      if (!(await wait(20))) throw lockedError(file, error);
    }
  }
}
