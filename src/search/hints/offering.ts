/**
 * The memories offered with a prompt: a few lines if they clearly match, and otherwise nothing, because wrong offers
 * are worse than none. Matches by words alone, without a model, and writes nothing.
 */
import type { FadedFacts } from '../../memory/fading/fading.ts';
import type { MutedMemories } from '../../memory/recall/muted.ts';
import type { Candidate } from '../../memory/recall/recall.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import type { MemoryKind } from '../../memory/shared/vocabulary.ts';
import { authorsOf } from '../../memory/trust/authors.ts';
import { quotedLine } from '../../memory/trust/quoting.ts';
import { maySendAutomatically, trustedPart } from '../../memory/trust/trust.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { LeftOutReason, TurnLine } from '../../memory/shared/turns.ts';
import { maxMatched } from '../../memory/shared/turns.ts';
import { localDay } from '../../util/time.ts';
import { clipToTokens, estimateTokens } from '../../util/tokens.ts';
import { ownWordsOf } from '../query/promptText.ts';
import { proseAndCode } from '../query/reading.ts';
import type { Match } from '../ranking/clearMatch.ts';
import { clearMatch, PromptWords } from '../ranking/clearMatch.ts';
import { FeedbackWeights } from '../ranking/feedbackWeights.ts';
import type { Search } from '../search.ts';
import { minSentConfidence } from '../shared/weights.ts';
import { withoutGone } from '../shared/withoutGone.ts';

export interface Offer {
  kind: OfferedKind;
  id: string;
  /** One line of Markdown, such as `- [decision] #12 We deploy to the cluster named heron. (2026-03-30)`. */
  line: string;
  /** The session that it is from; null if unknown. */
  sessionId: string | null;
  /** Of a statement in the project's files: its words without the reason; null for other kinds. */
  said: string | null;
  /** 0.5 to 1: how clearly it matches. */
  score: number;
  /** The words that it shares with the prompt, the rarest first. */
  matched: readonly string[];
}

interface Offered {
  offers: readonly Offer[];
  /** What clearly matched and is not offered. */
  leftOut: readonly TurnLine[];
}

interface OfferingParts {
  /** What the user thinks of memories in chats. */
  muted: Pick<MutedMemories, 'feedback'>;
  /** Facts that have faded are offered after others. */
  fading: FadedFacts;
  clock: Clock;
}

const offeredKinds = ['fact', 'knowledge', 'entry', 'chunk'] as const satisfies readonly MemoryKind[];
type OfferedKind = (typeof offeredKinds)[number];

export const maxOffers = 4;
/** Tokens of all lines together. */
export const offerBudget = 220;
/** Tokens of one line. */
const maxLineLength = 75;

/** Matches much weaker than the best are about another topic. */
const minShareOfBest = 0.6;

/** Facts of these categories are in the context block of every project. */
const everywhere: ReadonlySet<string> = new Set(['preference', 'identity']);
/** Reasons for which an exchange was kept that make it useful for a later prompt. */
const worthOffering = /\b(?:decision|decided|fix|fixed|solution|reject|rejected|preference|constraint|gotcha)\b/iu;

/** What a file of the project says that may matter to a later prompt. Gotchas come by their own rules, see `GotchaReading`. */
const entriesOffered: ReadonlySet<string> = new Set(['decision', 'problem', 'learning', 'rejected']);

/**
 * Limits of the search for candidates: rare words match few memories, and not every word of a long prompt is needed.
 */
const looked = { maxHolding: 1_000, maxWords: 12, limit: 40 } as const;

export class Offering {
  readonly #search: Search;
  readonly #memory: OfferingParts;

  constructor(search: Search, memory: OfferingParts) {
    this.#search = search;
    this.#memory = memory;
  }

  /**
   * At most four offers with at most 220 tokens in total: facts, then knowledge, then statements of the project's files,
   * then exchanges, the clearest first.
   * Memories of the current session are left out, because the model already has them.
   */
  async for(caller: Caller, prompt: string, sessionId?: string): Promise<Offered> {
    const { clock } = this.#memory;
    const words = new PromptWords(ownWordsOf(prompt));
    if (!words.canMatch) return { offers: [], leftOut: [] };
    const { memories, statistics, among } = await this.#search.holding(caller, words.all, {
      ...looked,
      kinds: offeredKinds,
    });
    words.learn(statistics);
    // What another user shares was reviewed by nobody, so it is found, but not sent automatically.
    const isOwn = ({ ownerId }: Candidate): boolean => ownerId === null || ownerId === caller.user.id;
    const isOther = (memory: Candidate): boolean => memory.sessionId === null || memory.sessionId !== sessionId;
    // The briefing says what was learned in a session of the project, also what amends it.
    const isBriefed = ({ evidence, sessionId: from, projectId }: Candidate): boolean =>
      evidence !== null && from !== null && projectId === (caller.project?.id ?? null);
    const today = localDay(clock.now().toISOString(), clock.timeZone);
    // What a file got today, this chat may have written; the context lists the newest statements.
    const isNew = ({ kind, createdAt, sourceRef }: Candidate): boolean =>
      kind === 'entry' &&
      (localDay(createdAt, clock.timeZone) === today || sourceRef?.includes('/SESSION.md') === true);
    const others = memories.filter(
      (memory) => isOwn(memory) && isOther(memory) && !isBriefed(memory) && !isNew(memory),
    );
    const feedback = new FeedbackWeights(await this.#memory.muted.feedback(caller));
    const matched = others.filter(mayBeOffered).flatMap((memory): Found[] => {
      const extra = feedback.extraFor(memory);
      return clearPart(words, memory, among, Math.max(0, -extra)).map((found) => ({
        ...found,
        extra,
        matched: words.asWritten(found.match.words.slice(0, maxMatched)),
      }));
    });
    const wanted = matched.filter(({ memory }) => !feedback.isMuted(memory));
    const clearer = wanted.filter(({ match, extra }) => match.spare >= extra);
    const best = Math.max(...clearer.map(({ match }) => match.proof));
    const clear = clearer.filter(({ match }) => match.proof >= minShareOfBest * best);
    const newest = (await this.#newestOf(caller, clear)).filter(
      ({ memory, match }) => match.spare >= feedback.extraFor(memory),
    );
    const current = await withoutGone(caller, newest);
    const offers = this.#within(await this.#fadedLast(caller, current));
    const isOffered = ({ memory }: Found): boolean => offers.some((offer) => refKey(offer) === refKey(memory));
    const leftOut = [
      ...leftOutOf(matched, 'muted', ({ memory }) => feedback.isMuted(memory)),
      ...leftOutOf(wanted, 'weak match', (one) => !clear.includes(one)),
      ...leftOutOf(newest, 'file is gone', (one) => !current.includes(one)),
      ...leftOutOf(current, 'no room', (one) => !isOffered(one)),
    ];
    return { offers, leftOut };
  }

  /** Replaces a contradicted fact by the newest one, which may also have matched itself. */
  async #newestOf(caller: Caller, found: readonly Found[]): Promise<Found[]> {
    const byKey = new Map<string, Found>();
    for (const one of found) {
      const memory =
        one.memory.contradictedBy.length === 0 ? one.memory : await this.#search.newestOfChain(caller, one.memory);
      if (memory === undefined || !mayBeOffered(memory) || !isSure(memory)) continue;
      // Only for the few matches, because it reads the whole text.
      if (!maySendAutomatically(trustedPart(memory))) continue;
      const known = byKey.get(refKey(memory));
      if (known !== undefined && known.match.clearness >= one.match.clearness) continue;
      byKey.set(refKey(memory), memory === one.memory ? one : { ...one, memory, part: memory.text });
    }
    return [...byKey.values()];
  }

  /** The clearest first, those that have faded last. */
  async #fadedLast(caller: Caller, found: readonly Found[]): Promise<Found[]> {
    const facts = found.flatMap(({ memory }) => (memory.kind === 'fact' ? [Number(memory.id)] : []));
    const faded = await this.#memory.fading.of(caller, facts);
    const isFaded = ({ memory }: Found): boolean => memory.kind === 'fact' && faded.has(Number(memory.id));
    const sorted = found.toSorted(factsFirst);
    return [...sorted.filter((one) => !isFaded(one)), ...sorted.filter(isFaded)];
  }

  /** As many as fit, in the given order. */
  #within(found: readonly Found[]): Offer[] {
    const offers: Offer[] = [];
    const offered = new Set<string>();
    let left: number = offerBudget;
    for (const one of found) {
      // An exchange that matches by the words of an offered fact is its source.
      if (one.memory.kind === 'chunk' && one.match.words.every((word) => offered.has(word))) continue;
      const line = lineOf(one, this.#memory.clock.timeZone);
      const cost = estimateTokens(line) + 1;
      if (offers.length === maxOffers || cost > left) continue;
      left -= cost;
      for (const word of one.match.words) offered.add(word);
      const { id, sessionId } = one.memory;
      const said = one.memory.kind === 'entry' ? (one.memory.text.split('\n')[0] ?? '') : null;
      const score = rounded(one.match.clearness);
      offers.push({ kind: one.kind, id, line, sessionId, said, score, matched: one.matched });
    }
    return offers;
  }
}

/** A memory with its matching part. */
interface Clear {
  memory: Candidate;
  kind: OfferedKind;
  part: string;
  match: Match;
}

interface Found extends Clear {
  /** The evidence in nats that it needs beyond others, from the user's feedback. */
  extra: number;
  /** The words of `match` as the prompt has them. */
  matched: readonly string[];
}

function leftOutOf(found: readonly Found[], leftOut: LeftOutReason, isLeftOut: (one: Found) => boolean): TurnLine[] {
  return found.filter(isLeftOut).map(({ memory, matched }) => {
    const ref = { kind: memory.kind, id: memory.id };
    return { ref, matched, tokens: 0, leftOut };
  });
}

function mayBeOffered({ kind, category, flagReason, status, origin, title }: Candidate): boolean {
  if (kind === 'fact') return !everywhere.has(category ?? '');
  if (kind === 'knowledge') return status === 'approved';
  if (kind === 'entry') return origin === 'agent' && entriesOffered.has(title ?? '');
  return kind === 'chunk' && worthOffering.test(flagReason ?? '');
}

/** Kinds without a confidence count as certain. */
function isSure({ confidence }: Candidate): boolean {
  return (confidence ?? 1) >= minSentConfidence;
}

/** The part of a memory that matches best: a short one entirely, or a sentence of a long one. */
function clearPart(words: PromptWords, memory: Candidate, among: number, less: number): Clear[] {
  const kind = offeredKinds.find((known) => known === memory.kind);
  if (kind === undefined) return [];
  const found = partsOf(proseAndCode(memory.text).prose).flatMap((part): Clear[] => {
    const match = clearMatch(words, kind === 'entry' ? part : `${memory.title ?? ''} ${part}`, among, less);
    return match === undefined ? [] : [{ memory, kind, part, match }];
  });
  return found.sort((one, other) => other.match.clearness - one.match.clearness).slice(0, 1);
}

/** Characters of a text that is matched as a whole. */
const shortText = 260;
/** Later parts of a long text are seldom the reason why it was kept, and take time to read. */
const maxParts = 60;

/** The whole of a short text; the sentences of a long one, so that words far apart do not match together. */
function partsOf(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed.length <= shortText) return trimmed === '' ? [] : [trimmed];
  const sentences = trimmed.split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/u).flatMap((one) => one.trim() || []);
  return sentences.slice(0, maxParts);
}

const order: Record<OfferedKind, number> = { fact: 0, knowledge: 1, entry: 2, chunk: 3 };

function factsFirst(one: Found, other: Found): number {
  return order[one.kind] - order[other.kind] || other.match.clearness - one.match.clearness;
}

function lineOf({ memory, kind, part }: Found, timeZone: string): string {
  const day = localDay(memory.createdAt, timeZone);
  const said = memory.title === null || kind === 'entry' ? part : `${memory.title}: ${part}`;
  const authors = authorsOf(memory).map((words) => `, ${words}`);
  const room = maxLineLength - estimateTokens(authors.join(''));
  return `${clipToTokens(`- ${headOf(memory, kind)} ${quotedLine(said)}`, room)} (${day}${authors.join('')})`;
}

function headOf(memory: Candidate, kind: OfferedKind): string {
  const { id, title, category, flagReason, sourceRef } = memory;
  if (kind === 'entry') return `[${quotedLine(title ?? kind)}] ${quotedLine((sourceRef ?? '').replace('#L', ':'))}`;
  if (kind === 'fact') return `[${quotedLine(category ?? kind)}] #${id}`;
  if (kind === 'knowledge') return `[${quotedLine(category ?? kind)}] knowledge #${id}`;
  return `[${quotedLine(clipToTokens((flagReason ?? '').replace(/, kept by rule$/u, ''), 12))}] exchange #${id}`;
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
