/**
 * What earlier sessions concluded about the matter of a prompt: learned facts, or the highlights of sessions that no
 * model has read. Nothing if nothing is clearly related, because a wrong line costs more
 * than a missing one. Matches by words alone, without a model, and writes nothing.
 */
import type { MutedMemories } from '../../memory/recall/muted.ts';
import type { OfferRef } from '../../memory/recall/offers.ts';
import type { Candidate, TermStatistics } from '../../memory/recall/recall.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { MemoryRef } from '../../memory/shared/memoryRef.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { LeftOutReason, TurnLine } from '../../memory/shared/turns.ts';
import { maxLeftOut } from '../../memory/shared/turns.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { maySendAutomatically } from '../../memory/trust/trust.ts';
import { localDay } from '../../util/time.ts';
import { clipToTokens, estimateTokens } from '../../util/tokens.ts';
import { ownWordsOf } from '../query/promptText.ts';
import { indexText } from '../query/words.ts';
import { PromptWords } from '../ranking/clearMatch.ts';
import { FeedbackWeights } from '../ranking/feedbackWeights.ts';
import { Relatedness } from '../ranking/relatedness.ts';
import type { Holding } from '../query/holding.ts';
import type { Search } from '../search.ts';
import { withoutGone } from '../shared/withoutGone.ts';
import type { Material, RankedSession, ScoredLine } from './conclusions.ts';
import type { FindHighlights } from './sessionLines.ts';
import { sessionsAmending, withAmending } from './amendments.ts';
import { byWorth, factLines } from './conclusions.ts';
import { factsRead, SessionLines } from './sessionLines.ts';
import { namesInText } from './touchedNames.ts';

export interface Briefed {
  lines: readonly BriefingLine[];
  /** Facts and sessions that match and no line is from, the most related first; at most five. */
  leftOut: readonly TurnLine[];
}

interface BriefingLine {
  /** The memory that the line is from: a learned fact, or the session of a highlight. */
  ref: MemoryRef;
  /** Under which the line is recorded as sent. */
  claim: OfferRef;
  /** One line of Markdown. */
  line: string;
  session: RelatedSession;
  /** The words that it shares with the prompt, the rarest first. */
  matched: readonly string[];
}

export interface RelatedSession {
  id: string;
  /** Empty if it may not be sent. */
  headline: string;
  /** Local day. */
  day: string;
}

interface BriefingParts {
  highlights: FindHighlights;
  muted: Pick<MutedMemories, 'feedback'>;
  clock: Clock;
}

interface BriefingOptions {
  /** The current session, which the model already has. */
  sessionId?: string | undefined;
  /** Whether the chat already got a briefing: then only what is about another matter comes. */
  isLater?: boolean;
  /** Tokens of all lines together. */
  budget?: number;
  /** False once the turn has taken long enough; highlights are then left out. */
  hasTime?: () => boolean;
}

export const maxLines = 6;
/** Tokens of all lines together. */
export const briefingBudget = 400;
const maxLineLength = 100;
/** Tokens of the line that names a quoted session. */
const headlineCost = 45;
/** Characters of a session's id. */
const shownOfId = 8;

/** With the user's feedback in the score; `match` is without. */
type Weighed = ScoredLine & { match: number };

const limits = { maxHolding: 1_000, maxWords: 40, limit: 120, sessions: 12 } as const;
/** From this many facts on, they show how common a word is; before, all memories do. */
const enoughFacts = 40;
/** Once a fact is related, others that are worth this share of the best come, too. */
const shareOfBest = { otherSession: 0.5, sameSession: 0.25 } as const;
/** Once a quote is related, others with this share of the needed evidence come, too. */
const shareOfNeeded = 0.6;
/** A later prompt of a chat needs this much more, in nats. */
const extraLater = 3;
export const noBriefing: Briefed = { lines: [], leftOut: [] };

export class Briefing {
  readonly #search: Search;
  readonly #parts: BriefingParts;
  readonly #openFiles: () => ReadonlySet<string>;

  /** `openFiles`: names of the files that are open in an editor; see `namesOfFiles`. */
  constructor(search: Search, parts: BriefingParts, openFiles: () => ReadonlySet<string> = () => new Set()) {
    this.#search = search;
    this.#parts = parts;
    this.#openFiles = openFiles;
  }

  /** At most six lines: learned facts, the best first; if nothing was learned, highlights of sessions. */
  async for(caller: Caller, prompt: string, options: BriefingOptions = {}): Promise<Briefed> {
    const words = new PromptWords(ownWordsOf(prompt));
    const named = namesInText(ownWordsOf(prompt));
    if (!words.canMatch && named.size === 0) return noBriefing;
    const found = await this.#search.holding(caller, words.all, { ...limits, kinds: ['fact'] });
    words.learn(found.among < enoughFacts ? found.statistics : statisticsOfFacts(words.all, found));
    const relatedness = new Relatedness(words, found.among);
    const feedback = new FeedbackWeights(await this.#parts.muted.feedback(caller));
    const isOther = ({ id, sessionId }: Candidate): boolean =>
      id !== options.sessionId && sessionId !== options.sessionId;
    const sessions = found.sessions.filter((session) => isOther(session) && !feedback.isMuted(session));
    const { openings } = found;
    const matches = sharesOfBest(found.bm25, sessions);
    const material = { relatedness, openings, sessions, matches, openFiles: this.#openFiles(), named };
    const ranked = rankedSessions(material);
    const ofSessions = new SessionLines(this.#search, this.#parts.highlights, { caller, ...material });
    // With the user's feedback, a memory may have to match more clearly, or less.
    const weighed = (lines: readonly ScoredLine[]): Weighed[] =>
      lines
        .filter(({ memory }) => isOther(memory))
        .map((line) => {
          const extra = feedback.extraFor(line.memory);
          return { ...line, match: line.score, score: line.score - extra, worth: line.worth - extra };
        });
    const extra = options.isLater === true ? extraLater : 0;
    const facts = weighed(await ofSessions.facts(found.memories, ranked));
    const relatedFacts = relatedFactsOf(facts, relatedness.needed + extra).sort(byWorth);
    const amending = weighed(await this.#amending(relatedFacts, { caller, ...material }));
    const isWanted = ({ memory, session }: ScoredLine): boolean =>
      !feedback.isMuted(memory) && !feedback.isMuted(session);
    const ordered = withAmending(relatedFacts, amending.filter(isWanted));
    const hasTime = options.hasTime ?? (() => true);
    // Beside what a model learned, sentences that a rule chose are of no use: measured, none of 35.
    const isLearned = (memory: Candidate): boolean =>
      memory.evidence !== null && memory.ownerId === caller.user.id && isOther(memory) && !feedback.isMuted(memory);
    const quotes =
      found.memories.some(isLearned) || !hasTime() ? [] : weighed(await ofSessions.quotes(ranked, hasTime));
    const relatedQuotes = relatedQuotesOf(quotes, relatedness.neededWithBeginning + extra);
    const chosen = onePerClaim([...ordered, ...relatedQuotes.sort(byRank)]);
    const existing = await withoutGone(caller, chosen);
    const taken = this.#within(existing, options.budget ?? briefingBudget);
    const reasonOf = (line: Weighed): LeftOutReason => {
      if (feedback.isMuted(line.memory)) return 'muted';
      if (!chosen.includes(line)) return 'weak match';
      return existing.includes(line) ? 'no room' : 'file is gone';
    };
    return { lines: taken, leftOut: leftOutOf([...amending, ...facts, ...quotes], taken, reasonOf) };
  }

  /** What was learned in the session that amends what the best fact's session settled, if there is one. */
  async #amending(facts: readonly ScoredLine[], material: Material & { caller: Caller }): Promise<ScoredLine[]> {
    const [best] = facts;
    if (best === undefined) return [];
    const settled = facts.filter(({ session }) => session === best.session).map(({ memory }) => memory.text);
    const { caller } = material;
    // An amendment need not share a word with the prompt.
    const words = new PromptWords(settled.join('\n')).all;
    const found = await this.#search.holding(caller, words, { ...limits, kinds: ['fact'], limit: 1 });
    const known = new Set(material.sessions.map(({ id }) => id));
    const sessions = [...material.sessions, ...found.sessions.filter(({ id }) => !known.has(id))];
    const openings = new Map([...material.openings, ...found.openings]);
    const [amending] = sessionsAmending(best.session, settled, { sessions, openings });
    if (amending === undefined) return [];
    const learned = await this.#search.factsOfSessions(caller, [amending.id], factsRead);
    return factLines(learned, caller, { ...material, sessions, openings }, -Infinity);
  }

  /**
   * As many as fit, in the given order; a session that is quoted costs its headline, too. If room is left, the
   * first ones also have the exact words from which they were learned.
   */
  #within(lines: readonly ScoredLine[], budget: number): BriefingLine[] {
    const { timeZone } = this.#parts.clock;
    const taken: ScoredLine[] = [];
    let left = budget;
    for (const scored of lines) {
      const isFirst = isQuoted(scored) && !taken.some(({ memory }) => memory.id === scored.memory.id);
      const cost = estimateTokens(textOf(scored, '', timeZone)) + 1 + (isFirst ? headlineCost : 0);
      if (taken.length === maxLines || cost > left) continue;
      left -= cost;
      taken.push(scored);
    }
    return taken.map((scored): BriefingLine => {
      const { memory, claim, session, matched } = scored;
      const exactWords = scored.exactWords();
      const quoted = estimateTokens(exactWords) <= left ? exactWords : '';
      left -= estimateTokens(quoted);
      const line = textOf(scored, quoted, timeZone);
      const ref = { kind: memory.kind, id: memory.id };
      return { ref, claim, line, session: relatedSession(session, timeZone), matched: matched() };
    });
  }
}

/** Of a session that no model read. */
function isQuoted({ memory }: ScoredLine): boolean {
  return memory.kind === 'session';
}

function textOf(scored: ScoredLine, quoted: string, timeZone: string): string {
  const { statement, saidAt, session } = scored;
  const place = isQuoted(scored) ? '' : ` (${localDay(saidAt, timeZone)}, session ${session.id.slice(0, shownOfId)})`;
  return `${clipToTokens(`- ${statement}`, maxLineLength)}${quoted}${place}`;
}

/** Without the words of what is not related at all. */
function leftOutOf(
  lines: readonly Weighed[],
  taken: readonly BriefingLine[],
  reasonOf: (line: Weighed) => LeftOutReason,
): TurnLine[] {
  const known = new Set(taken.map(({ ref }) => refKey(ref)));
  const sorted = lines.toSorted((one, other) => other.match - one.match);
  const others = sorted.filter(({ memory, score }) => {
    const isNew = !known.has(refKey(memory)) && (score > 0 || score === -Infinity);
    if (isNew) known.add(refKey(memory));
    return isNew;
  });
  return others.slice(0, maxLeftOut).map((line) => {
    const ref = { kind: line.memory.kind, id: line.memory.id };
    return { ref, matched: line.matched(), tokens: 0, leftOut: reasonOf(line) };
  });
}

/** How common words are among facts. If more facts match than were read, the read ones stand for all. */
function statisticsOfFacts(words: readonly string[], { memories, among }: Holding): TermStatistics {
  const held = memories.map(({ text, keywords }) => new Set(indexText(`${text}\n${keywords}`).split(' ')));
  const holding = words.map((word) => held.filter((one) => one.has(word)).length);
  return { documents: memories.length === limits.limit ? memories.length : among, holding };
}

/** How well the documents of these sessions match, as a share of the best of them. */
function sharesOfBest(bm25: ReadonlyMap<string, number>, sessions: readonly Candidate[]): ReadonlyMap<string, number> {
  const scores = sessions.map(({ id }) => [id, bm25.get(id) ?? 0] as const);
  const best = Math.max(Number.MIN_VALUE, ...scores.map(([, score]) => score));
  return new Map(scores.map(([id, score]) => [id, score / best]));
}

/** The most related first, by what they are about and how they began. */
function rankedSessions({ relatedness, openings, sessions }: Material): RankedSession[] {
  const scoreOf = ({ id, title, text }: Candidate): number =>
    relatedness.of({ text: `${title ?? ''}\n${text}`, began: openings.get(id) ?? '' });
  const ranked = sessions.map((session) => ({ session, score: scoreOf(session) }));
  return ranked.sort((one, other) => other.score - one.score);
}

/** None unless one of them is about the matter; then also those that are worth about as much as the best. */
function relatedFactsOf(facts: readonly Weighed[], needed: number): Weighed[] {
  if (!facts.some(({ score }) => score >= needed)) return [];
  const [best] = facts.toSorted(byWorth);
  return facts.filter(({ session, worth }) => {
    const share = session.id === best?.session.id ? shareOfBest.sameSession : shareOfBest.otherSession;
    return worth >= share * (best?.worth ?? 0);
  });
}

/** None unless one of them is about the matter; then also those with most of the evidence that is needed. */
function relatedQuotesOf(quotes: readonly Weighed[], needed: number): Weighed[] {
  return quotes.some(({ score }) => score >= needed)
    ? quotes.filter(({ score }) => score >= shareOfNeeded * needed)
    : [];
}

/**
 * The best highlight of each session, the newest session first, so that an amendment comes before what it amends; then
 * the second best of each, and so on.
 */
function byRank(one: ScoredLine, other: ScoredLine): number {
  return one.rank - other.rank || other.session.createdAt.localeCompare(one.session.createdAt);
}

/** The first line under each claim. */
export function onePerClaim<T extends { claim: OfferRef }>(lines: readonly T[]): T[] {
  const known = new Set<string>();
  return lines.filter(({ claim: { kind, id } }) => {
    const key = `${kind} ${id}`;
    return !known.has(key) && known.add(key).size > 0;
  });
}

function relatedSession({ id, title, origin, createdAt }: Candidate, timeZone: string): RelatedSession {
  const maySend = origin !== 'web' && maySendAutomatically({ origin, texts: [title] });
  return { id, headline: maySend ? (title ?? '') : '', day: localDay(createdAt, timeZone) };
}
