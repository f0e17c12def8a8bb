/**
 * Clears erased text from the write-ahead log. SQLite copies pages from the log to the store by itself, but their
 * content stays readable in the log until it is overwritten or the last process closes the store. A separate connection
 * empties the log without waiting. While another process reads an older state, the log stays, and the result is `held`.
 */
import { statSync } from 'node:fs';
import type * as nodeSqlite from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { syncFile } from '../../engine/file/syncing.ts';
import { number } from '../../../sql/connection/rowReader.ts';
import { isBusy } from '../../engine/sqliteErrors.ts';
import { createNativeConnection } from '../../engine/native/nativeConnection.ts';
import { openDatabase } from '../../engine/native/openDatabase.ts';

const attempts = 20;
/** Milliseconds between two attempts; a read takes much less. */
const retryDelayMs = 100;

/** Requires a SQLite without the WAL-reset bug, which every native store has. */
export async function forgetLog(sqlite: typeof nodeSqlite, file: string): Promise<'done' | 'held'> {
  const log = `${file}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return 'done';
  const database = openDatabase(sqlite, file, { timeout: 25 });
  try {
    const db = createNativeConnection(database);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (attempt > 0) await setTimeout(retryDelayMs);
      if (await emptied(async () => number((await db.get('PRAGMA wal_checkpoint(TRUNCATE)')) ?? {}, 'busy'))) {
        // SQLite does not sync the truncation: a power loss could restore the old log.
        await syncFile(log);
        return 'done';
      }
    }
    return 'held';
  } finally {
    database.close();
  }
}

async function emptied(checkpoint: () => Promise<number>): Promise<boolean> {
  try {
    return (await checkpoint()) === 0;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
