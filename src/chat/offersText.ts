/**
 * What a chat gets with a prompt: memories that clearly match it, and what earlier sessions concluded about its matter.
 * Each line is sent once in a chat.
 */
import { briefingSent, commitKind, statementSent } from '../memory/recall/offers.ts';
import type { OfferRef } from '../memory/recall/offers.ts';
import type { Session } from '../memory/sessions/sessions.ts';
import { refKey, type MemoryRef, shortSessionId } from '../memory/shared/memoryRef.ts';
import { maxLeftOut, type LeftOutReason, type TurnLine } from '../memory/shared/turns.ts';
import { dataNotice, quotedLine } from '../memory/trust/quoting.ts';
import type { RelatedSession } from '../search/hints/briefing.ts';
import { Briefing, briefingBudget, noBriefing, onePerClaim } from '../search/hints/briefing.ts';
import { CommitHints, type CommitHint } from '../search/hints/commitHints.ts';
import { Offering, type Offer } from '../search/hints/offering.ts';
import { groupBy } from '../util/groupBy.ts';
import { clipToTokens, estimateTokens } from '../util/tokens.ts';
import type { ModelText, TurnContextParts } from './turnContext.ts';

interface Line {
  ref: MemoryRef;
  /** Under which it is recorded as sent. */
  claim: OfferRef;
  line: string;
  /** The earlier session that it is from; undefined for an offer. */
  session: RelatedSession | undefined;
  /** The words that it shares with the prompt, the rarest first. */
  matched: readonly string[];
}

export async function offersText(
  prompt: string,
  { id: sessionId }: Session,
  parts: TurnContextParts,
): Promise<ModelText | undefined> {
  const { memory, search, openFiles, caller, hasTime } = parts;
  if (!memory.offersEnabled) return undefined;
  const { offers, leftOut } = await new Offering(search, memory).for(caller, prompt, sessionId);
  const budget = briefingBudget - offers.reduce((sum, { line }) => sum + estimateTokens(line), 0);
  const isLater = await memory.offers.has(sessionId, briefingSent);
  const briefing = new Briefing(search, memory, openFiles);
  const related = hasTime() ? await briefing.for(caller, prompt, { sessionId, isLater, budget, hasTime }) : noBriefing;
  const spent = related.lines.reduce((sum, { line }) => sum + estimateTokens(line), 0);
  const commits = hasTime()
    ? await new CommitHints(search, memory).for(caller, prompt, { isLater, budget: budget - spent })
    : [];
  // The briefing says what was kept from its sessions, in fewer words.
  const isSaid = (offer: Offer): boolean =>
    offer.kind === 'chunk' && related.lines.some(({ session }) => session.id === offer.sessionId);
  const others = offers.filter((offer) => !isSaid(offer)).map(lineOf);
  const found = onePerClaim([...others, ...related.lines, ...commits.map(lineOfCommit)]);
  const named = related.lines.map(({ session }) => namingOf(session));
  const isBriefed = named.length + commits.length > 0;
  const refs = [...found.map(({ claim }) => claim), ...named, ...(isBriefed ? [briefingSent] : [])];
  const withheld = [...leftOut, ...related.leftOut];
  if (refs.length === 0)
    return withheld.length === 0 ? undefined : { text: '', refs: [], lines: leftOutOf(withheld, []) };
  const fresh = await memory.offers.claim({ sessionId, refs, now: memory.clock.now().toISOString() });
  const isFresh = (ref: OfferRef): boolean => fresh.some(({ kind, id }) => kind === ref.kind && id === ref.id);
  const sent = found.filter(({ claim }) => isFresh(claim));
  const repeated = found.filter(({ claim }) => !isFresh(claim)).map((line) => turnLine(line, 'sent before'));
  const lines = [...sent.map((line) => turnLine(line)), ...leftOutOf([...repeated, ...withheld], sent)];
  if (sent.length === 0) return { text: '', refs: [], lines };
  memory.fading.noteUse(
    caller,
    sent.map(({ ref }) => ref),
  );
  const text = [dataNotice, ...grouped(sent)];
  return { text: text.join('\n'), refs: sent.map(({ ref }) => ref), lines };
}

function turnLine({ ref, line, matched }: Line, leftOut?: LeftOutReason): TurnLine {
  const tokens = leftOut === undefined ? estimateTokens(line) : 0;
  return { ref, matched, tokens, leftOut };
}

/** Each memory once, and none that was sent. */
function leftOutOf(lines: readonly TurnLine[], sent: readonly Line[]): TurnLine[] {
  const known = new Set(sent.map(({ ref }) => refKey(ref)));
  const others = lines.filter(({ ref }) => !known.has(refKey(ref)) && known.add(refKey(ref)).size > 0);
  return others.slice(0, maxLeftOut);
}

function lineOf({ kind, id, said, line, matched }: Offer): Line {
  const claim = said === null ? { kind, id } : statementSent(said);
  return { ref: { kind, id }, claim, line, session: undefined, matched };
}

function lineOfCommit({ ref, source, line, matched }: CommitHint): Line {
  return { ref, claim: { kind: commitKind, id: source }, line, session: undefined, matched };
}

/** Under which a session is recorded as named, also by the context. */
export function namingOf({ id }: { id: string }): OfferRef {
  return { kind: 'related', id };
}

/** Facts first; what a session said comes below its headline. */
function grouped(lines: readonly Line[]): string[] {
  const facts = lines.filter(({ ref }) => ref.kind !== 'session');
  const said = lines.filter(({ ref }) => ref.kind === 'session');
  return [
    ...facts.map(({ line }) => line),
    ...[...groupBy(said, ({ ref }) => ref.id).values()].flatMap((ofSession) => [
      ...ofSession.slice(0, 1).flatMap(({ session }) => (session === undefined ? [] : [`From ${nameOf(session)}:`])),
      ...ofSession.map(({ line }) => line),
    ]),
  ];
}

function nameOf({ id, headline, day }: RelatedSession): string {
  const title = headline === '' ? '' : ` "${clipToTokens(quotedLine(headline), 30)}"`;
  return `session \`${shortSessionId(id)}\`${title} (${day})`;
}
