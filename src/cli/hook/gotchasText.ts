/** The gotchas that a prompt gets before risky work, each once in a chat. */
import type { OfferGotchas } from '../../capture/mind/gotchas/gotchaOffers.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Session } from '../../memory/sessions/sessions.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { dataNotice } from '../../memory/trust/quoting.ts';
import { ownCodeOf, ownWordsOf } from '../../search/query/promptText.ts';

/** The kind under which they are recorded, so that a chat gets each of them once. */
const gotchaKind = 'gotcha';
const beforeWork = 'This work may meet a gotcha that is known from before.';

/** Undefined if none clearly matches, or the chat has them. */
export async function gotchasText(
  prompt: string,
  { id: sessionId }: Session,
  parts: { memory: Memory; caller: Caller; offerGotchas: OfferGotchas; hasTime: () => boolean },
): Promise<string | undefined> {
  const { memory, caller, offerGotchas, hasTime } = parts;
  if (!memory.offersEnabled || !hasTime()) return undefined;
  const offers = await offerGotchas(caller, { intent: ownWordsOf(prompt), code: ownCodeOf(prompt) });
  if (offers.length === 0) return undefined;
  const refs = offers.map(({ id }) => ({ kind: gotchaKind, id }));
  const fresh = await memory.offers.claim({ sessionId, refs, now: memory.clock.now().toISOString() });
  const lines = offers.filter(({ id }) => fresh.some((ref) => ref.id === id)).map(({ line }) => `- ${line}`);
  return lines.length === 0 ? undefined : [`${beforeWork} ${dataNotice}`, ...lines].join('\n');
}
