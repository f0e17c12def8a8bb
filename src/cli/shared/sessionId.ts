/** The id of a session as people type it: in full, or the first characters that lists show. */
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { CommandContext } from './command.ts';

/**
 * The full id of the caller's own session; any other id as it is, so that what uses it decides. Rejects with
 * `invalid_input` if several sessions begin like this.
 */
export async function sessionIdFrom(typed: string, { memory, caller }: CommandContext): Promise<string> {
  try {
    return await memory.sessions.idOf(await caller(), typed);
  } catch (thrown) {
    if (bigMindErrorFrom(thrown).code !== 'not_found') throw thrown;
    return typed;
  }
}
