/** Records that a conversation is active, without letting the call wait for writers. */
import type { Memory } from '../../memory/memory.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { Caller } from '../../memory/shared/identity.ts';

/** How long a call waits for its activity to be recorded, in milliseconds; reads must not wait for writers. */
export const noteTimeoutMs = 500;

/**
 * Records activity in the conversation if the store can be written. Returns whether its session is open; undefined if
 * that is not known in time. Rejects with `store_replaced` only.
 */
export async function recordActivity(memory: Memory, caller: Caller): Promise<boolean | undefined> {
  const noted = memory.sessions.heard(caller).catch((thrown: unknown) => {
    if (bigMindErrorFrom(thrown).code === 'store_replaced') throw thrown;
    // A lock or a full disk. A tool that writes reports it itself, and the next call records its own activity.
    return undefined;
  });
  return inTime(noted, noteTimeoutMs);
}

/** The result of the work within this time; undefined if it takes longer, but it continues. */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), milliseconds);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
