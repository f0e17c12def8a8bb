/**
 * Opens a store for the native engine. A file that is not kept as it should be here may be in the hands of sql.js, so it is
 * taken over under the lock that sql.js takes for each write; from then on sql.js refuses it. A file of another program is
 * recognised before anything is changed, and an old store is copied aside before its upgrade.
 */
import type * as nodeSqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { inodeOf } from '../file/fileFacts.ts';
import type { FileGuard } from '../file/fileGuard.ts';
import type { LockOptions } from '../file/fileLock.ts';
import { withFileLock } from '../file/fileLock.ts';
import type { ShareAt } from '../file/networkShare.ts';
import { createPrivateFile, inspectPlace, preparePlace } from '../file/storePlace.ts';
import { leaveNoCopies, pragmaNumber } from '../pragmas.ts';
import type { SchemaKeeper, SqlConnection } from '../sqlConnection.ts';
import { changesAllTheTime } from '../sqliteErrors.ts';
import type { Journal, WantedJournal } from './journal.ts';
import { isSettled, journalFor, journalOf, markAgain, settleJournal, useJournal } from './journal.ts';
import { createNativeConnection } from './nativeConnection.ts';
import { openDatabase } from './openDatabase.ts';
import { beginToWrite, transact } from './transact.ts';

export interface NativeOptions extends LockOptions {
  file: string;
  /** How long SQLite itself may block the process for a lock, in milliseconds. */
  busyMs: number;
  keeper: SchemaKeeper;
  guard: FileGuard;
  shareAt: ShareAt;
  /** Told once, in one sentence, that a store came to lie where SQLite cannot share it as usual. */
  notice: (sentence: string) => void;
}

export interface OpenedStore {
  /** Which file on disk is open; a file that was replaced or removed under us must not swallow writes. */
  inode: number;
  database: DatabaseSync;
  db: SqlConnection;
  file: string;
  journal: Journal;
  /** `PRAGMA user_version` as it is now; who finds another one later has another schema before it. */
  schema: number;
}

type SqliteModule = typeof nodeSqlite;

/** Opened again where a repair exchanged the file meanwhile: what is open is what lies there. */
export async function openNativeStore(sqlite: SqliteModule, options: NativeOptions): Promise<OpenedStore> {
  for (let attempt = 1; ; attempt += 1) {
    const store = await openOnce(sqlite, options);
    if (inodeOf(store.file) === store.inode) return store;
    store.database.close();
    if (attempt > 2) throw changesAllTheTime(store.file);
  }
}

async function openOnce(sqlite: SqliteModule, options: NativeOptions): Promise<OpenedStore> {
  const file = await preparePlace(options.file);
  const wanted = await journalFor(file, options);
  const header = await inspectPlace(file);
  if (!isSettled(header, wanted.journal)) {
    await withFileLock(file, options, () => takeOver(sqlite, file, wanted, options));
  }
  // Before the file is opened: who asked after it could be told of the next one.
  const inode = inodeOf(file);
  const database = connect(sqlite, file, options);
  try {
    const db = createNativeConnection(database);
    const pending = await transact(db, 'BEGIN', (inside) => options.keeper.pending(inside), options);
    useJournal(database, journalOf(db));
    if (pending.steps.length > 0) {
      await withFileLock(file, options, async () => {
        // What a repair has set aside meanwhile stays as it is.
        if (inodeOf(file) === inode) await upgrade(db, file, options);
      });
    }
    const schema = await transact(db, 'BEGIN', (inside) => pragmaNumber(inside, 'user_version'), options);
    return { database, db, file, inode, journal: journalOf(db), schema };
  } catch (error) {
    database.close();
    throw error;
  }
}

function connect(sqlite: SqliteModule, file: string, options: NativeOptions): DatabaseSync {
  const database = openDatabase(sqlite, file, { timeout: options.busyMs, enableForeignKeyConstraints: true });
  // The option is silently ignored by some Node versions, so it is said twice.
  try {
    database.exec(`PRAGMA busy_timeout = ${String(options.busyMs)}; PRAGMA synchronous = FULL; ${leaveNoCopies}`);
    return database;
  } catch (error) {
    // What stays open keeps its lock.
    database.close();
    throw error;
  }
}

async function takeOver(
  sqlite: SqliteModule,
  file: string,
  wanted: WantedJournal,
  options: NativeOptions,
): Promise<void> {
  const header = await inspectPlace(file);
  // Another process may have taken it over while we waited.
  if (isSettled(header, wanted.journal)) return;
  if (header.kind === 'empty') {
    // Now that its lock is ours: a repair may have been ended in its middle since we looked.
    await options.guard.refuseEmptied(file);
    await createPrivateFile(file);
  }
  const database = connect(sqlite, file, options);
  try {
    // Alone, SQLite reads a WAL without the shared memory that a share has none of.
    if (wanted.journal === 'rollback') database.exec('PRAGMA locking_mode = EXCLUSIVE');
    const db = createNativeConnection(database);
    await transact(db, 'BEGIN', (inside) => options.keeper.check(inside), options);
    await settleJournal(db, file, wanted, options);
  } finally {
    database.close();
  }
}

async function upgrade(db: SqlConnection, file: string, options: NativeOptions): Promise<void> {
  const { upgradesExistingStore, steps } = await transact(
    db,
    'BEGIN',
    (inside) => options.keeper.pending(inside),
    options,
  );
  if (upgradesExistingStore) {
    // It reads every row, so that a damaged store fails here, before anything is changed.
    await options.guard.backUpBeforeUpgrade(file, (target) => {
      db.run('VACUUM INTO ?', [target]);
      return Promise.resolve();
    });
  }
  for (const step of steps) await transact(db, beginToWrite(journalOf(db)), step, options);
  await markAgain(db, options);
}
