/**
 * How the native engine keeps a file: in WAL on a local disk; with a rollback journal where WAL is not safe (a network
 * share) or does not take. A file without WAL bears a mark instead, because sql.js, whose locks SQLite does not know, must
 * refuse both. Whatever ends this half-way leaves a file that is in WAL or marked, and is settled at the next opening.
 */
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseHeader } from '../databaseHeader.ts';
import { applicationId, sharedApplicationId } from '../databaseHeader.ts';
import { createPatience } from '../patience.ts';
import { pragmaNumber } from '../pragmas.ts';
import { text } from '../rowReader.ts';
import type { SqlConnection } from '../sqlConnection.ts';
import { isBusy, isStoreTrouble, lockedError } from '../sqliteErrors.ts';
import type { NativeOptions } from './openNativeStore.ts';
import { transact } from './transact.ts';

export type Journal = 'wal' | 'rollback';

/** What a place is for: the journal, and the kind of share where it is one. */
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

/** Called under the file's lock, on a connection of its own, after the file was found to be one of ours. */
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

/** Migrations set the usual id, so a store that was made or upgraded without WAL is marked again. Under the file's lock. */
export async function markAgain(db: SqlConnection, options: NativeOptions): Promise<void> {
  if (journalOf(db) === 'rollback') await mark(db, sharedApplicationId, options);
}

/** How this connection writes; it is asked of the file, whatever was wanted. */
export function journalOf(db: SqlConnection): Journal {
  return text(db.get('PRAGMA journal_mode') ?? {}, 'journal_mode') === 'wal' ? 'wal' : 'rollback';
}

/** For each connection: the journal is emptied and not removed, which costs a share less, and its emptying is synced. */
export function useJournal(database: DatabaseSync, journal: Journal): void {
  if (journal === 'rollback') database.exec('PRAGMA journal_mode = TRUNCATE');
}

async function takesWal(db: SqlConnection, file: string, options: NativeOptions): Promise<boolean> {
  try {
    return (await changeMode(db, 'WAL', file, options)) === 'wal';
  } catch (error) {
    // Where memory cannot be shared between processes, as on some file systems of virtual machines, this is what SQLite says.
    if (isStoreTrouble(error)) return false;
    throw error;
  }
}

/** This statement ignores SQLite's busy timeout, so it is repeated here. */
async function changeMode(
  db: SqlConnection,
  mode: 'WAL' | 'TRUNCATE',
  file: string,
  options: NativeOptions,
): Promise<string> {
  const wait = createPatience(options.patienceMs, options.jitter);
  for (;;) {
    try {
      const now = text(db.get(`PRAGMA journal_mode = ${mode}`) ?? {}, 'journal_mode');
      // Others that have the file open in WAL keep it there.
      if (mode !== 'TRUNCATE' || now === 'truncate') return now;
      if (!(await wait())) throw lockedError(file);
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (!(await wait(options.busyMs))) throw lockedError(file, error);
    }
  }
}

/** False when the file bears it already, or is new and bears none where none is needed. */
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
