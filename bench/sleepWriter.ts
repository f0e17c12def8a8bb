/** A worker that keeps asking for the write lock of a store, and reports how long it waited at most. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(String(workerData));
database.exec('PRAGMA busy_timeout = 60000');
let longest = 0;
const over = new AbortController();
parentPort?.once('message', () => over.abort());
while (!over.signal.aborted) {
  const began = performance.now();
  database.exec('BEGIN IMMEDIATE; ROLLBACK');
  longest = Math.max(longest, performance.now() - began);
  await sleep(5);
}
database.close();
parentPort?.postMessage(longest);
