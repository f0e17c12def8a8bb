/**
 * Asks the assistant of a chat once, when a turn ends and the chat has become substantial, to save what it taught. The
 * user turns this on, because the answer costs another turn of the assistant.
 */
import { askedKind } from '../../memory/recall/offers.ts';
import type { Session } from '../../memory/sessions/sessions.ts';
import type { HookParts } from './hookTurn.ts';

const question = `Before you stop: did this chat teach something that a colleague would want to know in a later one? Such as a decision with its reason, a convention, the cause of an error that was hard to find, an approach that was rejected. Save each with memory_store_fact: one sentence that is understood alone, and as "quote" the words of this chat that say it. Save nothing that the code, the commits or the memory already say; often there is nothing. BigMind asks this once in a chat. Then stop, without repeating your answer.`;

/** The question; undefined if it was asked before, or if there is no reason to ask. */
export async function askToSave(session: Session, parts: HookParts): Promise<string | undefined> {
  const { memory, asksToSave, askServer, hasTime } = parts;
  // A server gets the chat later, so it cannot say yet whether the chat is worth it.
  if (!asksToSave || askServer !== undefined || !hasTime()) return undefined;
  const asked = { kind: askedKind, id: 'save' };
  if (await memory.offers.has(session.id, asked)) return undefined;
  if (!(await memory.learning.isWorthAsking(parts.caller, session.id))) return undefined;
  const now = memory.clock.now().toISOString();
  const claimed = await memory.offers.claim({ sessionId: session.id, refs: [asked], now });
  return claimed.length > 0 ? question : undefined;
}
