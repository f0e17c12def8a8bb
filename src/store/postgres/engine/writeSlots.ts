/**
 * Limits how many writes of a process run at once. A write holds its connection while it waits for the lock of another
 * one. Without a limit, an erasure or another program could make writes hold every connection, and no read would be
 * answered until it ends.
 */
import { noConnectionFree } from './postgresErrors.ts';

interface WriteSlots {
  /** Runs the work when a slot is free, in the order of the calls. Rejects if none becomes free in time. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** The calls that wait for a slot. */
  waiting: () => number;
}

/** `count`: writes that run at once. `timeoutMs`: milliseconds that a write waits for a slot. */
export function createWriteSlots(count: number, timeoutMs: number): WriteSlots {
  let free = count;
  const waiting = new Set<() => void>();
  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(noConnectionFree());
      }, timeoutMs);
      waiting.add(start);
    });
  return {
    waiting: () => waiting.size,
    async run(work) {
      if (free > 0) free -= 1;
      else await wait();
      try {
        return await work();
      } finally {
        // The next one takes over the slot.
        const [start] = waiting;
        if (start === undefined) free += 1;
        else {
          waiting.delete(start);
          start();
        }
      }
    },
  };
}
