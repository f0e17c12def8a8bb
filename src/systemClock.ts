/** The clock of the machine, for the composition roots; everything else is handed a `Clock`. */
import type { Clock } from './memory/ports.ts';

export const systemClock: Clock = {
  now: () => new Date(),
  /** Asked for late: the first look at it loads the tables of all zones, which takes some 50 ms. */
  get timeZone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
};
