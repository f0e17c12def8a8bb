/** What a chat of the token's user gets from the memory, for a hook on the user's computer. */
import {
  loseContext,
  lostContext,
  promptTexts,
  startText,
  type AskedTexts,
  type TurnContextParts,
  type TurnTexts,
} from '../../../chat/turnContext.ts';
import type { Memory } from '../../../memory/memory.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import type { Search } from '../../../search/search.ts';

interface ChatTextsParts {
  memory: Memory;
  search: Search;
  /** In the chat. */
  caller: Caller;
}

/** A hook waits for less than a second. */
const readingTimeMs = 700;

export async function chatTexts(asked: AskedTexts, { memory, search, caller }: ChatTextsParts): Promise<TurnTexts> {
  const began = performance.now();
  const { takesContextWithPrompt, keepsContextOnResume } = asked;
  const parts: TurnContextParts = {
    ...{ memory, search, caller, takesContextWithPrompt, keepsContextOnResume },
    hasTime: () => performance.now() - began < readingTimeMs,
  };
  return asked.event === 'start' ? textsAtStart(asked.source, parts) : textsForPrompt(asked, parts);
}

async function textsAtStart(source: string | null, parts: TurnContextParts): Promise<TurnTexts> {
  const { memory, caller } = parts;
  const { session } = await memory.sessions.start(caller);
  const isCompacted = source === 'compact';
  if (isCompacted) await loseContext(session, parts);
  else await memory.handOffs.derive(caller, session.id);
  const context = await startText(source ?? undefined, session, parts);
  if (isCompacted) await memory.offers.take(session.id, lostContext);
  return { context };
}

async function textsForPrompt(
  { prompt, isCompacted }: Extract<AskedTexts, { event: 'prompt' }>,
  parts: TurnContextParts,
): Promise<TurnTexts> {
  const session = await parts.memory.sessions.current(parts.caller);
  if (isCompacted) await loseContext(session, parts);
  return promptTexts(prompt, session, parts);
}
