/**
 * What a chat gets with a prompt: memories that clearly match it, and what earlier sessions concluded about its matter.
 * Each line is sent once in a chat.
 */
import { briefingSent } from '../memory/recall/offers.ts';
import type { OfferRef } from '../memory/recall/offers.ts';
import type { Session } from '../memory/sessions/sessions.ts';
import { shortSessionId } from '../memory/sessions/sessions.ts';
import type { MemoryRef } from '../memory/shared/memoryRef.ts';
import { dataNotice, quotedLine } from '../memory/trust/quoting.ts';
import type { Briefed, RelatedSession } from '../search/hints/briefing.ts';
import { briefingBudget, onePerClaim } from '../search/hints/briefing.ts';
import type { Offer } from '../search/hints/offering.ts';
import { clipToTokens, estimateTokens } from '../util/tokens.ts';
import { contextTools } from '../mcp/shared/instructions.ts';
import type { ModelText, TurnContextParts } from './turnContext.ts';

const nothing: Briefed = { lines: [], readOn: [] };

interface Line {
  ref: MemoryRef;
  /** Under which it is recorded as sent. */
  claim: OfferRef;
  line: string;
  /** The earlier session that it is from; undefined for an offer. */
  session: RelatedSession | undefined;
}

export async function offersText(
  prompt: string,
  { id: sessionId }: Session,
  parts: TurnContextParts,
): Promise<ModelText | undefined> {
  const { memory, caller, offering, briefing, hasTime } = parts;
  if (!memory.offersEnabled) return undefined;
  const offers = await offering.for(caller, prompt, sessionId);
  const budget = briefingBudget - offers.reduce((sum, { line }) => sum + estimateTokens(line), 0);
  const isLater = await memory.offers.has(sessionId, briefingSent);
  const related = hasTime() ? await briefing.for(caller, prompt, { sessionId, isLater, budget, hasTime }) : nothing;
  // The briefing says what was kept from its sessions, in fewer words.
  const isSaid = (offer: Offer): boolean =>
    offer.kind === 'chunk' && related.lines.some(({ session }) => session.id === offer.sessionId);
  const others = offers.filter((offer) => !isSaid(offer)).map(lineOf);
  const found = onePerClaim([...others, ...related.lines]);
  const named = [...related.readOn, ...related.lines.map(({ session }) => session)].map(namingOf);
  const refs = [...found.map(({ claim }) => claim), ...named, ...(named.length === 0 ? [] : [briefingSent])];
  if (refs.length === 0) return undefined;
  const fresh = await memory.offers.claim({ sessionId, refs, now: memory.clock.now().toISOString() });
  const isFresh = (ref: OfferRef): boolean => fresh.some(({ kind, id }) => kind === ref.kind && id === ref.id);
  const sent = found.filter(({ claim }) => isFresh(claim));
  const further = related.readOn.filter((session) => isFresh(namingOf(session)));
  if (sent.length + further.length === 0) return undefined;
  memory.fading.noteUse(
    caller,
    sent.map(({ ref }) => ref),
  );
  const text = [`BigMind found memories that may matter here. ${dataNotice}`, ...grouped(sent), ...readOn(further)];
  return { text: text.join('\n'), refs: sent.map(({ ref }) => ref) };
}

function lineOf({ kind, id, line }: Offer): Line {
  return { ref: { kind, id }, claim: { kind, id }, line, session: undefined };
}

/** Under which a session is recorded as named, also by the context. */
export function namingOf({ id }: { id: string }): OfferRef {
  return { kind: 'related', id };
}

/** Facts first; what a session said comes below its headline. */
function grouped(lines: readonly Line[]): string[] {
  const facts = lines.filter(({ ref }) => ref.kind !== 'session');
  const said = lines.filter(({ ref }) => ref.kind === 'session');
  const sessions = new Map(said.flatMap(({ session }) => (session === undefined ? [] : [[session.id, session]])));
  return [
    ...facts.map(({ line }) => line),
    ...[...sessions.values()].flatMap((session) => [
      `From ${nameOf(session)}:`,
      ...said.filter(({ ref }) => ref.id === session.id).map(({ line }) => line),
    ]),
  ];
}

function readOn(sessions: readonly RelatedSession[]): string[] {
  return sessions.length === 0 ? [] : [`Read on with ${contextTools.getSession}: ${sessions.map(nameOf).join('; ')}.`];
}

function nameOf({ id, headline, day }: RelatedSession): string {
  const title = headline === '' ? '' : ` "${clipToTokens(quotedLine(headline), 30)}"`;
  return `session \`${shortSessionId(id)}\`${title} (${day})`;
}
