/**
 * Distinguishes the lock of a dead process from a held one, without a clock. A holder touches its lock every few
 * seconds, so a lock that does not change for long enough is free. The library compares the lock's time with ours, and
 * would wait for a dead holder until a clock that was set back catches up.
 */
import { rmdir, stat } from 'node:fs/promises';

export interface StillLock {
  /** Removes the lock that stood unchanged in all looks of this much waiting. Never rejects. */
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
      // Whoever holds it after all asks whether it is still theirs before anything that cannot be undone.
      await rmdir(lock).catch(() => undefined);
    },
  };
}

async function faceOf(lock: string): Promise<string> {
  try {
    const { ino, mtimeNs } = await stat(lock, { bigint: true });
    return `${String(ino)}:${String(mtimeNs)}`;
  } catch {
    // Just released, or not ours to see.
    return '';
  }
}
