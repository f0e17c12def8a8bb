/** A pause for background work, so that it holds up nobody. */
import { setTimeout as sleep } from 'node:timers/promises';

/** In milliseconds. SQLite tells no writer that the lock is free, so writers look for a gap. */
const gapMs = 10;

/** Between two steps of background work: other calls of this process, and other writers of the store, go first. */
export function turnOfOthers(): Promise<void> {
  return sleep(gapMs);
}
