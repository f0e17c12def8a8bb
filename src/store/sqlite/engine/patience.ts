/**
 * Waiting for a lock without blocking the process: pauses that grow and vary, up to a total. The total counts what was
 * waited, not the clock, so that a computer that slept does not give up at once.
 */

/** A number from 0 up to 1, on each call another. */
export type Jitter = () => number;

/** Waits a little; false, at once, when `totalMs` are used up. `alreadyMs` is what the failed attempt itself waited. */
export type Patience = (alreadyMs?: number) => Promise<boolean>;

export function createPatience(totalMs: number, jitter: Jitter): Patience {
  let waited = 0;
  let step = 4;
  return async (alreadyMs = 0) => {
    waited += alreadyMs;
    if (waited >= totalMs) return false;
    const pause = Math.min(totalMs - waited, step * (0.5 + jitter()));
    await new Promise((resolve) => setTimeout(resolve, pause));
    waited += pause;
    step = Math.min(step * 1.5, 60);
    return true;
  };
}

/** Varies from process to process through the id it starts from, and needs no source of randomness of its own. */
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
