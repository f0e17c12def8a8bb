/**
 * The lock beside a store file (`memory.db.lock`): held by sql.js for each write, and by the native engine while it
 * takes a file over or upgrades it. A holder that died is outwaited after `staleMs`. Because two waiters may both
 * believe a lock stale, a holder asks `isHeld` before its last, irrevocable step.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createPatience } from '../patience.ts';
import type { Jitter } from '../patience.ts';
import { lockedError } from '../sqliteErrors.ts';
import { watchForStillLock } from './stillLock.ts';
import { isCode } from './syncing.ts';
import { fileError } from './storePlace.ts';

export interface LockOptions {
  patienceMs: number;
  jitter: Jitter;
  /** At least 2,000. */
  staleMs: number;
}

export interface HeldLock {
  /** False once another process took the lock, for instance after this one was suspended. */
  isHeld(): Promise<boolean>;
}

/** Runs work under the lock. Rejects with `store_locked` when patience ends, `store_unavailable` when the place is bad. */
export async function withFileLock<T>(
  file: string,
  options: LockOptions,
  work: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const lock = await acquire(file, options);
  try {
    return await work(lock);
  } finally {
    // A lock that was lost is no longer ours to release, and the work has already been refused because of it.
    await lock.release().catch(() => undefined);
  }
}

async function acquire(file: string, options: LockOptions): Promise<HeldLock & { release(): Promise<void> }> {
  const { default: lockfile } = await import('proper-lockfile');
  const wait = createPatience(options.patienceMs, options.jitter);
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

/** The lock was taken for stale by another process, by a clock that jumped, just while we made it ours. */
async function slippedAway(file: string, error: unknown): Promise<boolean> {
  return isCode(error, 'ENOENT') && (await stat(dirname(file)).catch(() => undefined)) !== undefined;
}

/** Tells one lock folder from its successor, also where inode numbers are used again. */
async function identityOf(file: string): Promise<string> {
  try {
    const { ino, birthtimeNs } = await stat(`${file}.lock`, { bigint: true });
    return `${String(ino)}:${String(birthtimeNs)}`;
  } catch {
    // Gone: whoever removed it, we do not hold it any more.
    return '';
  }
}
