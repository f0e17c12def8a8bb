/** Whether a text that a tool writes into a file may be a stranger's. */
import type { Memory } from '../../../memory/memory.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import { originOf } from '../../../memory/trust/origin.ts';

/** Its chat is known to have read the web, or the text cites a foreign address. */
export async function mayBeFromWeb(memory: Pick<Memory, 'sessions'>, caller: Caller, text: string): Promise<boolean> {
  const session = await memory.sessions.currentIfAny(caller);
  return session?.readWeb === true || originOf(caller, text) === 'web';
}
