/**
 * Limits how many writes of a process run at once. A write holds its connection while it waits for the lock of another
 * one. Without a limit, an erasure or another program could make writes hold every connection, and no read would be
 * answered until it ends.
 */
export interface WriteSlots {
  /** Runs the work when one of the slots is free, in the order of the calls. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
}

/** `count`: writes that run at once. */
export function createWriteSlots(count: number): WriteSlots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((start) => waiting.push(start));
      try {
        return await work();
      } finally {
        // The next one takes over the slot.
        const start = waiting.shift();
        if (start === undefined) free += 1;
        else start();
      }
    },
  };
}
