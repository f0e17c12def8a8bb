/** The clock and the timers of the machine, for the composition roots; all other code receives them. */
import type { Clock } from './memory/shared/ports.ts';
import type { After } from './search/embedding/embedder.ts';

/** In milliseconds. Each lookup creates a format, which is not freed soon. */
const refreshAfterMs = 60_000;
let known: { zone: string; at: number } | undefined;

export const systemClock: Clock = {
  now: () => new Date(),
  /**
   * Looked up lazily: the first lookup loads the tables of all time zones, which takes about 50 ms. A change of the
   * time zone is noticed within a minute.
   */
  get timeZone() {
    const now = performance.now();
    if (known === undefined || now - known.at > refreshAfterMs) {
      known = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, at: now };
    }
    return known.zone;
  },
};

/** Node's timers. They do not keep an otherwise idle process alive. */
export const afterSystemTime: After = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};
