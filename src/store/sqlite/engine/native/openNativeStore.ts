/**
 * Opens a store for the native engine. sql.js may be using a file that is not yet in the wanted mode, so the file is
 * taken over under the lock that sql.js takes for each write; after that, sql.js refuses it. A file of another program
 * is recognized before anything is changed, and an old store is copied before its upgrade.
 */
import type * as nodeSqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { inodeOf } from '../file/fileFacts.ts';
import type { FileGuard } from '../file/fileGuard.ts';
import type { LockOptions } from '../file/fileLock.ts';
import { withFileLock } from '../file/fileLock.ts';
import type { ShareAt } from '../file/networkShare.ts';
import { createPrivateFile, inspectPlace, preparePlace } from '../file/storePlace.ts';
import { leaveNoCopies, pragmaNumber } from '../../../sql/connection/pragmas.ts';
import type { SchemaKeeper, SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { changesAllTheTime } from '../sqliteErrors.ts';
import type { Journal, WantedJournal } from './journal.ts';
import { isSettled, journalFor, journalOf, markAgain, settleJournal, useJournal } from './journal.ts';
import { createNativeConnection } from './nativeConnection.ts';
import { openDatabase } from './openDatabase.ts';
import type { InTurn } from './transact.ts';
import { beginToWrite, createTurns, transact, whenUnlocked } from './transact.ts';

export interface NativeOptions extends LockOptions {
  file: string;
  /** How long SQLite itself may block the process while it waits for a lock, in milliseconds. */
  busyMs: number;
  keeper: SchemaKeeper;
  guard: FileGuard;
  shareAt: ShareAt;
  /** Called once, with one sentence, when a store is found where SQLite cannot share it as usual. */
  notice: (sentence: string) => void;
}

export interface OpenedStore {
  /** Identifies the open file: writes must not go to a file that was replaced or removed. */
  inode: number;
  database: DatabaseSync;
  db: SqlConnection;
  /** For each use of the connection that must not run in the middle of another one's transaction. */
  inTurn: InTurn;
  file: string;
  journal: Journal;
  /** `PRAGMA user_version` at opening; a later transaction that finds another value has another schema. */
  schema: number;
}

type SqliteModule = typeof nodeSqlite;

/** Reopens if a repair replaced the file meanwhile, so that the open file is the one at the path. */
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
  // Read before the file is opened: a later read could return the inode of its replacement.
  const inode = inodeOf(file);
  const database = await connect(sqlite, file, options);
  try {
    const db = createNativeConnection(database);
    const pending = await transact(db, 'BEGIN', (inside) => options.keeper.pending(inside), options);
    const journal = await whenUnlocked(() => journalOf(db), options);
    useJournal(database, journal);
    if (pending.steps.length > 0) {
      await withFileLock(file, options, async () => {
        // Do not change a file that a repair has moved aside meanwhile.
        if (inodeOf(file) === inode) await upgrade(db, file, options);
      });
    }
    const schema = await transact(db, 'BEGIN', (inside) => pragmaNumber(inside, 'user_version'), options);
    return { database, db, inTurn: createTurns(), file, inode, journal, schema };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function connect(sqlite: SqliteModule, file: string, options: NativeOptions): Promise<DatabaseSync> {
  const database = openDatabase(sqlite, file, { timeout: options.busyMs, enableForeignKeyConstraints: true });
  // Some Node versions silently ignore the option, so the pragma sets the timeout again.
  try {
    const pragmas = `PRAGMA busy_timeout = ${String(options.busyMs)}; PRAGMA synchronous = FULL; ${leaveNoCopies}`;
    await whenUnlocked(() => {
      database.exec(pragmas);
    }, options);
    return database;
  } catch (error) {
    // A connection that stays open keeps its lock.
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
  // Another process may have taken the file over while we waited.
  if (isSettled(header, wanted.journal)) return;
  if (header.kind === 'empty') {
    // Check again under the lock: a repair may have been interrupted since the first check.
    await options.guard.refuseEmptied(file);
    await createPrivateFile(file);
  }
  const database = await connect(sqlite, file, options);
  try {
    // In exclusive mode SQLite reads a WAL without shared memory, which a share does not support.
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
    // `VACUUM INTO` reads every row, so a damaged store fails here, before anything is changed.
    await options.guard.backUpBeforeUpgrade(file, async (target) => {
      await db.run('VACUUM INTO ?', [target]);
      return Promise.resolve();
    });
  }
  for (const step of steps) await transact(db, beginToWrite(await journalOf(db)), step, options);
  await markAgain(db, options);
}
