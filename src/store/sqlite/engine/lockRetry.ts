/**
 * Waits for a lock without blocking the process: growing, jittered pauses, up to a total. The total counts time spent
 * waiting, not wall-clock time, so a computer that was asleep does not time out at once.
 */

/** A pseudo-random number in [0, 1), different on each call. */
export type Jitter = () => number;

/**
 * Waits briefly and returns true; returns false at once when `totalMs` are used up. `alreadyMs` is the time that the
 * failed attempt itself waited.
 */
type LockRetry = (alreadyMs?: number) => Promise<boolean>;

export function createLockRetry(totalMs: number, jitter: Jitter): LockRetry {
  let waited = 0;
  let step = 4;
  return async (alreadyMs = 0) => {
    waited += alreadyMs;
    if (waited >= totalMs) return false;
    const delayMs = Math.min(totalMs - waited, step * (0.5 + jitter()));
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    waited += delayMs;
    step = Math.min(step * 1.5, 60);
    return true;
  };
}

/** Seeded with an id, so that it differs between processes without a source of randomness. */
export function createJitter(seedId: string): Jitter {
  let state = 2_166_136_261;
  for (const character of seedId) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
