/**
 * Distinguishes the lock of a dead process from a live one, without a clock. An owner touches its lock every few
 * seconds, so a lock that does not change for long enough is free. The library compares the lock's time with ours;
 * after a clock was set back, it would wait for a dead owner until the clock catches up.
 */
import { rmdir, stat } from 'node:fs/promises';

interface StillLock {
  /**
   * Removes the lock if it did not change during `staleMs` of waiting. `waitedMs` is the total wait so far. Never
   * rejects.
   */
  look(waitedMs: number): Promise<void>;
}

export function watchForStillLock(file: string, staleMs: number): StillLock {
  const lock = `${file}.lock`;
  let seen = '';
  let since = 0;
  return {
    async look(waitedMs) {
      const now = await faceOf(lock);
      if (now !== seen) {
        seen = now;
        since = waitedMs;
        return;
      }
      if (now === '' || waitedMs - since < staleMs) return;
      // If the owner is alive after all, it checks its ownership before anything irrevocable.
      await rmdir(lock).catch(() => undefined);
    },
  };
}

async function faceOf(lock: string): Promise<string> {
  try {
    const { ino, mtimeNs } = await stat(lock, { bigint: true });
    return `${String(ino)}:${String(mtimeNs)}`;
  } catch {
    // Just released, or not readable.
    return '';
  }
}
