/**
 * The lock next to a store file (`memory.db.lock`). sql.js takes it for each write, the native engine while it takes
 * over or upgrades a file. The lock of a dead process expires after `staleMs`. Two waiting processes may both consider
 * a lock stale, so the owner checks `isHeld` before its last, irrevocable step.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createLockRetry } from '../lockRetry.ts';
import type { Jitter } from '../lockRetry.ts';
import { lockedError } from '../sqliteErrors.ts';
import { watchForStillLock } from './stillLock.ts';
import { isCode } from './syncing.ts';
import { fileError } from './storePlace.ts';

export interface LockOptions {
  timeoutMs: number;
  jitter: Jitter;
  /** Milliseconds; at least 2,000. */
  staleMs: number;
}

export interface HeldLock {
  /** False once another process has taken the lock, for example while this one was suspended. */
  isHeld(): Promise<boolean>;
}

/** Runs work under the lock. Rejects with `store_locked` on timeout and `store_unavailable` if the path is unusable. */
export async function withFileLock<T>(
  file: string,
  options: LockOptions,
  work: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const lock = await acquire(file, options);
  try {
    return await work(lock);
  } finally {
    // A lost lock is no longer ours to release, and the work has already been refused because of it.
    await lock.release().catch(() => undefined);
  }
}

async function acquire(file: string, options: LockOptions): Promise<HeldLock & { release(): Promise<void> }> {
  const { default: lockfile } = await import('proper-lockfile');
  const wait = createLockRetry(options.timeoutMs, options.jitter);
  const still = watchForStillLock(file, options.staleMs);
  const began = performance.now();
  let compromised = false;
  for (;;) {
    try {
      const release = await lockfile.lock(file, {
        realpath: false,
        stale: options.staleMs,
        onCompromised: () => {
          compromised = true;
        },
      });
      const mine = await identityOf(file);
      const isHeld = async (): Promise<boolean> => !compromised && mine !== '' && (await identityOf(file)) === mine;
      return { release, isHeld };
    } catch (error) {
      if (!isTaken(error) && !(await slippedAway(file, error))) throw fileError(error, file);
      await still.look(performance.now() - began);
      if (!(await wait())) throw lockedError(file, error);
    }
  }
}

function isTaken(error: unknown): boolean {
  return isCode(error, 'ELOCKED');
}

/** Another process considered the lock stale, because of a clock jump, just while we acquired it. */
async function slippedAway(file: string, error: unknown): Promise<boolean> {
  return isCode(error, 'ENOENT') && (await stat(dirname(file)).catch(() => undefined)) !== undefined;
}

/** Distinguishes a lock folder from its successor, even if the file system reuses inode numbers. */
async function identityOf(file: string): Promise<string> {
  try {
    const { ino, birthtimeNs } = await stat(`${file}.lock`, { bigint: true });
    return `${String(ino)}:${String(birthtimeNs)}`;
  } catch {
    // The lock folder is gone, so we no longer own the lock.
    return '';
  }
}
