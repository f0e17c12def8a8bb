/**
 * A worker that keeps asking for the write lock of a store, with the time limit and the pauses of another process of
 * BigMind, and reports how long it waited at most.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createJitter, createLockRetry } from '../src/store/sqlite/engine/lockRetry.ts';
import { isBusy } from '../src/store/sqlite/engine/sqliteErrors.ts';

/** As the native engine. */
const busyMs = 25;
const database = new DatabaseSync(String(workerData), { timeout: busyMs });
const jitter = createJitter('another process');
let longest = 0;
const over = new AbortController();
parentPort?.once('message', () => over.abort());
while (!over.signal.aborted) {
  const began = performance.now();
  await takeLock();
  longest = Math.max(longest, performance.now() - began);
  await sleep(5);
}
database.close();
parentPort?.postMessage(longest);

async function takeLock(): Promise<void> {
  const wait = createLockRetry(60_000, jitter);
  for (;;) {
    try {
      database.exec('BEGIN IMMEDIATE; ROLLBACK');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      await wait(busyMs);
    }
  }
}
