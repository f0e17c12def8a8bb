/**
 * Chooses how the native engine keeps a file: in WAL on a local disk, with a rollback journal where WAL is unsafe (a
 * network share) or unsupported. A file without WAL gets a marker id instead, because sql.js does not know SQLite's
 * locks and must refuse both kinds. An interrupted change leaves a file that is in WAL or marked; the next opening
 * completes it.
 */
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseHeader } from '../databaseHeader.ts';
import { applicationId, sharedApplicationId } from '../databaseHeader.ts';
import { createLockRetry } from '../lockRetry.ts';
import { pragmaNumber } from '../../../sql/connection/pragmas.ts';
import { text } from '../../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { isBusy, isStoreTrouble, lockedError } from '../sqliteErrors.ts';
import type { NativeOptions } from './openNativeStore.ts';
import { transact } from './transact.ts';

export type Journal = 'wal' | 'rollback';

/** The journal that suits a location, and the kind of share if it is one. */
export interface WantedJournal {
  journal: Journal;
  share: string | undefined;
}

export async function journalFor(file: string, { shareAt }: Pick<NativeOptions, 'shareAt'>): Promise<WantedJournal> {
  const share = await shareAt(dirname(file));
  return { journal: share === undefined ? 'wal' : 'rollback', share };
}

export function isSettled(header: DatabaseHeader, wanted: Journal): boolean {
  if (header.kind !== 'sqlite') return false;
  return wanted === 'wal' ? header.wal && !header.marked : header.marked && !header.wal;
}

/** Called under the file's lock, on a separate connection, after the file was recognized as ours. */
export async function settleJournal(
  db: SqlConnection,
  file: string,
  { journal, share }: WantedJournal,
  options: NativeOptions,
): Promise<void> {
  if (journal === 'wal' && (await takesWal(db, file, options))) {
    await mark(db, applicationId, options);
    return;
  }
  const isNew = await mark(db, sharedApplicationId, options);
  if (journal === 'rollback') await changeMode(db, 'TRUNCATE', file, options);
  if (isNew) options.notice(noticeOf(file, share));
}

/**
 * Migrations set the usual id, so a store that was created or upgraded without WAL is marked again. Called under the
 * file's lock.
 */
export async function markAgain(db: SqlConnection, options: NativeOptions): Promise<void> {
  if ((await journalOf(db)) === 'rollback') await mark(db, sharedApplicationId, options);
}

/** The journal in use, read from the file regardless of the wanted one. */
export async function journalOf(db: SqlConnection): Promise<Journal> {
  return text((await db.get('PRAGMA journal_mode')) ?? {}, 'journal_mode') === 'wal' ? 'wal' : 'rollback';
}

/**
 * Called for each connection. The journal is truncated instead of deleted: that costs less on a share, and SQLite syncs
 * it.
 */
export function useJournal(database: DatabaseSync, journal: Journal): void {
  if (journal === 'rollback') database.exec('PRAGMA journal_mode = TRUNCATE');
}

async function takesWal(db: SqlConnection, file: string, options: NativeOptions): Promise<boolean> {
  try {
    return (await changeMode(db, 'WAL', file, options)) === 'wal';
  } catch (error) {
    // SQLite reports this if processes cannot share memory, as on some file systems of virtual machines.
    if (isStoreTrouble(error)) return false;
    throw error;
  }
}

/** This statement ignores SQLite's busy timeout, so the retry is here. */
async function changeMode(
  db: SqlConnection,
  mode: 'WAL' | 'TRUNCATE',
  file: string,
  options: NativeOptions,
): Promise<string> {
  const wait = createLockRetry(options.timeoutMs, options.jitter);
  for (;;) {
    try {
      const now = text((await db.get(`PRAGMA journal_mode = ${mode}`)) ?? {}, 'journal_mode');
      // Other connections that have the file open in WAL keep it in WAL.
      if (mode !== 'TRUNCATE' || now === 'truncate') return now;
      if (!(await wait())) throw lockedError(file);
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (!(await wait(options.busyMs))) throw lockedError(file, error);
    }
  }
}

/** False if the file already has the id, or is new and needs no marker. */
async function mark(db: SqlConnection, id: number, options: NativeOptions): Promise<boolean> {
  const now = await transact(db, 'BEGIN', (inside) => pragmaNumber(inside, 'application_id'), options);
  if (now === id || (now === 0 && id === applicationId)) return false;
  await transact(db, 'BEGIN IMMEDIATE', (inside) => inside.exec(`PRAGMA application_id = ${String(id)}`), options);
  return true;
}

function noticeOf(file: string, share: string | undefined): string {
  const where =
    share === undefined
      ? `The file system of ${file} does not support SQLite's WAL mode`
      : `The database at ${file} is on a network share (${share})`;
  return `${where}, so BigMind writes there more carefully and more slowly. A local disk is better. Open the database with the same path everywhere.`;
}
