/**
 * Clears erased text from the write-ahead log. SQLite copies pages out of the log by itself, but their content stays
 * readable in it until it is overwritten or the last process closes the store. A separate connection empties the log
 * without waiting: while another process reads an older state, the log stays, and the caller learns that.
 */
import { statSync } from 'node:fs';
import type * as nodeSqlite from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { syncFile } from '../../engine/file/syncing.ts';
import { number } from '../../engine/rowReader.ts';
import { isBusy } from '../../engine/sqliteErrors.ts';
import { createNativeConnection } from '../../engine/native/nativeConnection.ts';
import { openDatabase } from '../../engine/native/openDatabase.ts';

const attempts = 20;
/** Milliseconds between two attempts; a read takes far less. */
const pause = 100;

/** Only with a SQLite that is free of the WAL-reset bug, as every native store's is. */
export async function forgetLog(sqlite: typeof nodeSqlite, file: string): Promise<'done' | 'held'> {
  const log = `${file}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return 'done';
  const database = openDatabase(sqlite, file, { timeout: 25 });
  try {
    const db = createNativeConnection(database);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (attempt > 0) await setTimeout(pause);
      if (emptied(() => number(db.get('PRAGMA wal_checkpoint(TRUNCATE)') ?? {}, 'busy'))) {
        // SQLite leaves it to chance when the disk learns of it: a loss of power would bring the old log back.
        await syncFile(log);
        return 'done';
      }
    }
    return 'held';
  } finally {
    database.close();
  }
}

function emptied(checkpoint: () => number): boolean {
  try {
    return checkpoint() === 0;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
