/**
 * Engine-specific file operations for backups: copying, checking and replacing a whole store, and reading and changing
 * private database files. Each engine has an implementation with the same guarantees as the engine itself.
 */
import { copyFile } from 'node:fs/promises';
import { isCode } from '../../engine/file/syncing.ts';
import { copyPastSqlite } from '../../engine/file/sharedDescriptors.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';

/** `quick` reads every page and skips the comparison with the indexes; it takes a tenth of the time. */
type CheckDepth = 'quick' | 'full';

export interface KeptState {
  before: string;
  erased: string;
}

/** `unlocked` if SQLite cannot lock the store, for example because its first page is missing. */
type StoreHold = 'locked' | 'unlocked';

export interface DatabaseFiles {
  /** Copies a consistent state of the store to a self-contained file, while others may write. */
  copyStore(target: string): Promise<void>;
  /**
   * The errors that SQLite's own check finds in a file; empty if it is sound. Errors in derived indexes do not count.
   * Rejects if `signal` aborts the check; its thread then ends after the current table.
   */
  check(file: string, depth: CheckDepth, signal?: AbortSignal): Promise<string[]>;
  /** Only for a file that no other process has open. */
  read<T>(file: string, work: (db: SqlConnection) => Promise<T>): Promise<T>;
  /** For a file that may be damaged: writes nothing and assumes nothing about it. */
  readDamaged<T>(file: string, work: (db: SqlConnection) => Promise<T>): Promise<T>;
  readBoth<T>(one: string, other: string, work: (one: SqlConnection, other: SqlConnection) => Promise<T>): Promise<T>;
  /** Like `read`, but keeps the changes of `work`, which may run several transactions. Each of them is atomic. */
  change<T>(file: string, work: (db: SqlConnection) => Promise<T>): Promise<T>;
  /** Runs statements that may take long on a private file, in a thread if the engine supports it. */
  run(file: string, sql: string): Promise<void>;
  /** Rewrites a private file, so that no deleted data remains in it. */
  compact(file: string): Promise<void>;
  readStore<T>(work: (db: SqlConnection) => Promise<T>): Promise<T>;
  /**
   * If `work` gets `locked`, no other process writes to the store meanwhile, even if it is damaged. Rejects with
   * `store_locked` if another process keeps writing until the timeout.
   */
  withoutWriters<T>(work: (hold: StoreHold) => Promise<T>): Promise<T>;
  /**
   * Replaces the content of the store with that of a sound file, atomically; processes that have the store open see it
   * next. The replaced content is copied to `before`, an empty file, and no write can happen in between.
   *
   * `source` accounts for erasures up to `erased`, a value of `erasureState`. If more was erased since, nothing is
   * replaced, because that would bring the erased data back. `kept` is null if there is no store yet; then nothing is
   * kept or compared.
   */
  replaceStore(source: string, kept: KeptState | null): Promise<'replaced' | 'erased_meanwhile'>;
}

/** Whether a file passes the full check; false also if it cannot be read as a database. */
export async function isSound(files: DatabaseFiles, file: string): Promise<boolean> {
  return (await files.check(file, 'full').catch(() => ['unreadable'])).length === 0;
}

/** Copies a database with its write-ahead log. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await copyPastSqlite(from, to);
  await copyFile(`${from}-wal`, `${to}-wal`).catch((error: unknown) => {
    if (!isCode(error, 'ENOENT')) throw error;
  });
}

/** The full-text index is rebuilt from stored data, so damage in it loses nothing. */
export function ofCanonical(complaints: readonly string[]): string[] {
  return complaints.filter((line) => line !== 'ok' && !/inverted index|memory_index|session_index/u.test(line));
}
