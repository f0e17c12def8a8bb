/**
 * Opens a store for the native engine. A file that is not in WAL mode yet may be in the hands of sql.js, so it is taken
 * over under the lock that sql.js takes for each write; from then on sql.js refuses it. A file of another program is
 * recognised before anything is changed, and an old store is copied aside before its upgrade.
 */
import { rm } from 'node:fs/promises';
import type * as nodeSqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { BigMindError } from '../../../memory/errors.ts';
import type { NewId } from '../../../memory/ports.ts';
import { withFileLock } from '../file/fileLock.ts';
import type { LockOptions } from '../file/fileLock.ts';
import { publishCopy, syncFile } from '../file/keepAside.ts';
import { createPrivateFile, inspectPlace, preparePlace } from '../file/storePlace.ts';
import { createPatience } from '../patience.ts';
import { text } from '../rowReader.ts';
import { readSchemaVersion } from '../schemaVersion.ts';
import { leaveNoCopies } from '../scrubbing.ts';
import type { SchemaKeeper, SqlConnection } from '../sqlConnection.ts';
import { isBusy, lockedError } from '../sqliteErrors.ts';
import { createNativeConnection } from './nativeConnection.ts';
import { transact } from './transact.ts';

export interface NativeOptions extends LockOptions {
  file: string;
  /** How long SQLite itself may block the process for a lock, in milliseconds. */
  busyMs: number;
  keeper: SchemaKeeper;
  newId: NewId;
}

type SqliteModule = typeof nodeSqlite;

export async function openNativeStore(
  sqlite: SqliteModule,
  options: NativeOptions,
): Promise<{ database: DatabaseSync; file: string }> {
  const file = await preparePlace(options.file);
  const header = await inspectPlace(file);
  if (header.kind === 'empty' || !header.wal) await withFileLock(file, options, () => takeOver(sqlite, file, options));
  const database = connect(sqlite, file, options);
  try {
    const db = createNativeConnection(database);
    const pending = await transact(db, 'BEGIN', (inside) => options.keeper.pending(inside), options);
    if (pending.steps.length > 0) await withFileLock(file, options, () => upgrade(db, file, options));
    return { database, file };
  } catch (error) {
    database.close();
    throw error;
  }
}

function connect(sqlite: SqliteModule, file: string, options: NativeOptions): DatabaseSync {
  const database = new sqlite.DatabaseSync(file, { timeout: options.busyMs, enableForeignKeyConstraints: true });
  // The option is silently ignored by some Node versions, so it is said twice.
  database.exec(`PRAGMA busy_timeout = ${String(options.busyMs)}; PRAGMA synchronous = FULL; ${leaveNoCopies}`);
  return database;
}

async function takeOver(sqlite: SqliteModule, file: string, options: NativeOptions): Promise<void> {
  const header = await inspectPlace(file);
  // Another process may have taken it over while we waited.
  if (header.kind === 'sqlite' && header.wal) return;
  if (header.kind === 'empty') await createPrivateFile(file);
  const database = connect(sqlite, file, options);
  try {
    const db = createNativeConnection(database);
    await transact(db, 'BEGIN', readSchemaVersion, options);
    await switchToWal(db, file, options);
  } finally {
    database.close();
  }
}

/** This statement ignores SQLite's busy timeout, so it is repeated here. */
async function switchToWal(db: SqlConnection, file: string, options: NativeOptions): Promise<void> {
  const wait = createPatience(options.patienceMs, options.jitter);
  for (;;) {
    try {
      const mode = text(db.get('PRAGMA journal_mode = WAL') ?? {}, 'journal_mode');
      if (mode !== 'wal') throw walUnsupported(file, mode);
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (!(await wait(options.busyMs))) throw lockedError(file, error);
    }
  }
}

async function upgrade(db: SqlConnection, file: string, options: NativeOptions): Promise<void> {
  const { upgradesExistingStore, steps } = await transact(
    db,
    'BEGIN',
    (inside) => options.keeper.pending(inside),
    options,
  );
  if (upgradesExistingStore) await copyAside(db, file, options);
  for (const step of steps) await transact(db, 'BEGIN IMMEDIATE', step, options);
}

/** VACUUM INTO reads every row, so that a damaged store fails here, before anything is changed. */
async function copyAside(db: SqlConnection, file: string, options: NativeOptions): Promise<void> {
  const temporary = `${file}.${options.newId()}.tmp`;
  try {
    await createPrivateFile(temporary);
    db.run('VACUUM INTO ?', [temporary]);
    await syncFile(temporary);
    await publishCopy(temporary, file, options.keeper.asideSuffix());
  } finally {
    await rm(temporary, { force: true });
  }
}

function walUnsupported(file: string, mode: string): BigMindError {
  return new BigMindError('store_unavailable', `The file system of ${file} does not support SQLite's shared mode.`, {
    remedy: 'Move the store to a local disk (BIGMIND_HOME or BIGMIND_DB_PATH), or set BIGMIND_ENGINE to wasm.',
    details: { location: file, journalMode: mode },
  });
}
