/** The gotchas that a prompt or a tool call gets before risky work, each once in a chat. */
import type { OfferGotchas, PromptParts } from '../../markdown/gotchas/gotchaOffers.ts';
import type { Memory } from '../../memory/memory.ts';
import { kindFor } from '../../memory/recall/offers.ts';
import type { Session } from '../../memory/sessions/sessions.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { dataNotice } from '../../memory/trust/quoting.ts';
import { callHeading } from '../callText.ts';
import { ownCodeOf, ownWordsOf } from '../../search/query/promptText.ts';

/** The kind under which they are recorded, so that a chat gets each of them once. */
const gotchaKind = 'gotcha';
const beforeWork = 'This work may meet a gotcha that is known from before.';

/** Undefined if none clearly matches, or the chat has them. */
export async function gotchasText(
  prompt: string,
  session: Session,
  parts: GotchaParts & { hasTime: () => boolean },
): Promise<string | undefined> {
  if (!parts.hasTime()) return undefined;
  const lines = await freshLines({ intent: ownWordsOf(prompt), code: ownCodeOf(prompt) }, session, gotchaKind, parts);
  return lines.length === 0 ? undefined : [`${beforeWork} ${dataNotice}`, ...lines].join('\n');
}

/** The gotcha that the code of a tool call meets; undefined as for a prompt. A sub-agent gets its own. */
export async function gotchaOfCall(
  code: string,
  session: Session,
  { subAgent, ...parts }: GotchaParts & { subAgent?: string | undefined },
): Promise<string | undefined> {
  const work = { intent: '', code };
  const [line] = await freshLines(work, session, kindFor(gotchaKind, subAgent), { ...parts, max: 1 });
  return line === undefined ? undefined : `${callHeading}\n${line}`;
}

interface GotchaParts {
  memory: Memory;
  caller: Caller;
  offerGotchas: OfferGotchas;
}

async function freshLines(
  work: PromptParts,
  { id: sessionId }: Session,
  kind: string,
  { memory, caller, offerGotchas, max }: GotchaParts & { max?: number },
): Promise<string[]> {
  if (!memory.offersEnabled) return [];
  const offers = (await offerGotchas(caller, work)).slice(0, max);
  if (offers.length === 0) return [];
  const refs = offers.map(({ id }) => ({ kind, id }));
  const fresh = await memory.offers.claim({ sessionId, refs, now: memory.clock.now().toISOString() });
  return offers.filter(({ id }) => fresh.some((ref) => ref.id === id)).map(({ line }) => `- ${line}`);
}
