/** The time of a hook, for which a chat waits. It counts from the start of the process, which loads the program first. */

/** Milliseconds after which a hook exits, whatever is still running; with Node's own end, less than two seconds. */
export const hookTimeoutMs = 1_850;

/** A start that took longer, as on a busy machine, does not take away the time for the work itself. */
const maxStartMs = 400;

/** Milliseconds for a server and, if none answers, the command line together. */
export const maxHookMs = 2_000;

/** With less, the command line would not even start. */
const minRestMs = 250;

/** What is left of a limit in milliseconds; `startedMs` is the time since the start of the process. */
export function timeLeft(limitMs: number, startedMs: number): number {
  return limitMs - Math.min(startedMs, maxStartMs);
}

/** Whole milliseconds for that command line; `endMs` is when the hook has to end, as `performance.now()` counts. */
export function restUntil(endMs: number): number {
  return Math.max(minRestMs, Math.ceil(endMs - performance.now()));
}
