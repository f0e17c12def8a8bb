/** The clock of the machine, for the composition roots; everything else is handed a `Clock`. */
import type { Clock } from './memory/shared/ports.ts';

/** Milliseconds. Each look makes a format, which is not freed soon. */
const lookAgainAfter = 60_000;
let known: { zone: string; at: number } | undefined;

export const systemClock: Clock = {
  now: () => new Date(),
  /** Asked for late: the first look at it loads the tables of all zones, which takes some 50 ms. A traveller's changes within a minute. */
  get timeZone() {
    const now = performance.now();
    if (known === undefined || now - known.at > lookAgainAfter) {
      known = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, at: now };
    }
    return known.zone;
  },
};
