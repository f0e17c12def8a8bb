/** The prompt `recap`: what happened in the caller's project in a period, for the model to tell the user. */
import type { Memory } from '../memory/memory.ts';
import { asOwnText } from '../memory/archive/ownText.ts';
import type { PeriodInput } from '../memory/recap/recapPeriod.ts';
import { recapText } from '../memory/recap/recapText.ts';
import type { Caller } from '../memory/shared/identity.ts';
import { dataNotice } from '../memory/trust/quoting.ts';

/** Rejects as `Recaps.build`. */
export async function recapPrompt(
  { memory }: { memory: Memory },
  caller: Caller,
  { since, until }: PeriodInput,
): Promise<string> {
  const recap = await memory.recaps.build(caller, { since, until });
  return [opening, asOwnText(`${dataNotice}\n\n${recapText(recap, memory.clock.timeZone)}`), whatNext].join('\n\n');
}

const opening = 'The user wants a recap. Below is what BigMind remembers of this time.';

const whatNext = `What to do now:
1. Tell the user in a few sentences what happened: what is open first, then decisions, then the most important sessions.
2. Name sessions and numbers as they are above, so that the user can open them. Add nothing that is not above.
3. If the user asks for more, memory_get_session_detail reads a session, and memory_search finds anything.`;
