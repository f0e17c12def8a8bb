/** The clock of the machine, for the composition roots; all other code receives a `Clock`. */
import type { Clock } from './memory/shared/ports.ts';

/** In milliseconds. Each lookup creates a format, which is not freed soon. */
const lookAgainAfter = 60_000;
let known: { zone: string; at: number } | undefined;

export const systemClock: Clock = {
  now: () => new Date(),
  /**
   * Looked up lazily: the first lookup loads the tables of all time zones, which takes about 50 ms. A change of the
   * time zone is noticed within a minute.
   */
  get timeZone() {
    const now = performance.now();
    if (known === undefined || now - known.at > lookAgainAfter) {
      known = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, at: now };
    }
    return known.zone;
  },
};
