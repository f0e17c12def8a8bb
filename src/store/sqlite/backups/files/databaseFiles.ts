/**
 * What backups need of an engine: the store copied, checked and replaced as a whole, and private files read and changed
 * as databases. There is one for each engine; both keep every promise of the engine to its store.
 */
import { copyFile } from 'node:fs/promises';
import { isCode } from '../../engine/file/syncing.ts';
import { copyPastSqlite } from '../../engine/file/sharedDescriptors.ts';
import type { SqlConnection } from '../../engine/sqlConnection.ts';

/** `quick` reads every page and skips the comparison with the indexes; it takes a tenth of the time. */
export type CheckDepth = 'quick' | 'full';

export interface KeptState {
  before: string;
  erased: string;
}

/** `unlocked` where SQLite cannot lock a store, as one without a first page. */
export type StoreHold = 'locked' | 'unlocked';

export interface DatabaseFiles {
  /** The store as it is at one moment into a file of its own that needs no other beside it; others write meanwhile. */
  copyStore(target: string): Promise<void>;
  /**
   * What is wrong with a file, by SQLite's own check; empty when it is sound. Derived indexes do not count. Rejects when
   * `signal` breaks it off, and a thread that is at it ends with the table that it reads.
   */
  check(file: string, depth: CheckDepth, signal?: AbortSignal): Promise<string[]>;
  /** Of a file that nobody else has open. */
  read<T>(file: string, work: (db: SqlConnection) => T): Promise<T>;
  /** Of a file that may be damaged: nothing is written to it, and nothing expected of it. */
  readDamaged<T>(file: string, work: (db: SqlConnection) => T): Promise<T>;
  readBoth<T>(one: string, other: string, work: (one: SqlConnection, other: SqlConnection) => T): Promise<T>;
  /** The same, and what `work` did is kept: several transactions, each of them whole. */
  change<T>(file: string, work: (db: SqlConnection) => T): Promise<T>;
  /** Statements on a private file that may take long, in a thread where the engine can. */
  run(file: string, sql: string): Promise<void>;
  /** Writes a private file anew, so that nothing that was deleted stays in it. */
  compact(file: string): Promise<void>;
  readStore<T>(work: (db: SqlConnection) => T): Promise<T>;
  /**
   * Nobody writes to the store meanwhile, damaged as it may be, if `work` is told that it is `locked`. Rejects with
   * `store_locked` when somebody else writes the whole time.
   */
  withoutWriters<T>(work: (hold: StoreHold) => Promise<T>): Promise<T>;
  /**
   * Puts the content of a sound file into the store, whole or not at all; whoever has the store open sees it next. What
   * it replaces is copied to `before`, a file that is empty, and nobody writes between the two.
   *
   * `source` knows what was erased up to `erased`, as `erasureState` told it. Where more was erased since, nothing is
   * replaced, for that would bring it back. Null where there is no store yet, so that nothing is kept or compared.
   */
  replaceStore(source: string, kept: KeptState | null): Promise<'replaced' | 'erased_meanwhile'>;
}

/** Whether a file passes the full check; false also for one that cannot be read as a database. */
export async function isSound(files: DatabaseFiles, file: string): Promise<boolean> {
  return (await files.check(file, 'full').catch(() => ['unreadable'])).length === 0;
}

/** A database with the log that belongs to it. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await copyPastSqlite(from, to);
  await copyFile(`${from}-wal`, `${to}-wal`).catch((error: unknown) => {
    if (!isCode(error, 'ENOENT')) throw error;
  });
}

/** The full-text index is made anew from what is stored, so damage in it loses nothing. */
export function ofCanonical(complaints: readonly string[]): string[] {
  return complaints.filter((line) => line !== 'ok' && !/inverted index|memory_index|session_index/u.test(line));
}
