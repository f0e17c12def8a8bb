/** Waits for a state within a time limit, and reports what did not happen. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const everyMs = 50;

/** `explain` adds the actual state. */
export async function until(
  what: string,
  holds: () => boolean,
  { timeoutMs = 30_000, explain = (): string => '' } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!holds()) {
    if (Date.now() > deadline) assert.fail(`Not within ${String(timeoutMs / 1000)} s: ${what}.${explain()}`);
    await sleep(everyMs);
  }
}
