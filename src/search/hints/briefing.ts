/**
 * What earlier sessions concluded about the matter of a prompt: learned facts, or the highlights of sessions that no
 * model has read, and which sessions to read on. Nothing if nothing is clearly related, because a wrong line costs more
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
import type { Holding, Search } from '../search.ts';
import { withoutGone } from '../shared/withoutGone.ts';
import type { Material, RankedSession, ScoredLine } from './conclusions.ts';
import { factLines } from './conclusions.ts';
import type { FindHighlights } from './sessionLines.ts';
import { SessionLines } from './sessionLines.ts';

export interface Briefed {
  lines: readonly BriefingLine[];
  /** Further sessions about the matter, which no line is from; at most two. */
  readOn: readonly RelatedSession[];
  /** Facts and sessions that match and no line is from, the most related first; at most five. */
  leftOut: readonly TurnLine[];
}

export interface BriefingLine {
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

export interface BriefingParts {
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

export const maxLines = 8;
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
/** Once something is related, facts with this share of the needed evidence are, too. */
const shareOfNeeded = 0.6;
/** Of the most related session's evidence: a session to read on has as much. */
const shareOfRanked = 0.8;
/** A later prompt of a chat needs this much more, in nats. */
const extraLater = 3;
const maxReadOn = 2;
export const noBriefing: Briefed = { lines: [], readOn: [], leftOut: [] };

export class Briefing {
  readonly #search: Search;
  readonly #parts: BriefingParts;

  constructor(search: Search, parts: BriefingParts) {
    this.#search = search;
    this.#parts = parts;
  }

  /** At most eight lines: learned facts, then highlights, each the most related first. */
  async for(caller: Caller, prompt: string, options: BriefingOptions = {}): Promise<Briefed> {
    const words = new PromptWords(ownWordsOf(prompt));
    if (!words.canMatch) return noBriefing;
    const found = await this.#search.holding(caller, words.all, { ...limits, kinds: ['fact'] });
    words.learn(found.among < enoughFacts ? found.statistics : statisticsOfFacts(words.all, found));
    const relatedness = new Relatedness(words, found.among);
    const feedback = new FeedbackWeights(await this.#parts.muted.feedback(caller));
    const isOther = ({ id, sessionId }: Candidate): boolean =>
      id !== options.sessionId && sessionId !== options.sessionId;
    const sessions = found.sessions.filter((session) => isOther(session) && !feedback.isMuted(session));
    const material = { relatedness, openings: found.openings, sessions };
    const ranked = rankedSessions(material);
    const ofSessions = new SessionLines(this.#search, this.#parts.highlights, { caller, ...material });
    const scored = [
      ...factLines(found.memories, caller, material),
      ...(await ofSessions.of(ranked, options.hasTime ?? (() => true))),
    ].filter(({ memory }) => isOther(memory));
    const needed = relatedness.needed + (options.isLater === true ? extraLater : 0);
    // With the user's feedback, a memory may have to match more clearly, or less.
    const lines = scored.map((line) => ({
      ...line,
      match: line.score,
      score: line.score - feedback.extraFor(line.memory),
    }));
    const wanted = ranked.filter(({ session }) => feedback.feedbackOn(session) !== 'not_useful');
    const isEnough = lines.some(({ score }) => score >= needed);
    const related = isEnough ? lines.filter(({ score }) => score >= shareOfNeeded * needed) : [];
    const chosen = onePerClaim(related.sort(factsFirst));
    const current = await withoutGone(caller, chosen);
    const taken = this.#within(current, options.budget ?? briefingBudget);
    const reasonOf = (line: Weighed): LeftOutReason => {
      if (feedback.isMuted(line.memory)) return 'muted';
      if (!chosen.includes(line)) return 'weak match';
      return current.includes(line) ? 'no room' : 'file is gone';
    };
    return {
      lines: taken,
      readOn:
        taken.length === 0
          ? []
          : this.#readOn(wanted, taken, Math.max(needed, shareOfRanked * (ranked[0]?.score ?? 0))),
      leftOut: leftOutOf(lines, taken, reasonOf),
    };
  }

  /** As many as fit, in the given order; a session that is quoted costs its headline, too. */
  #within(lines: readonly ScoredLine[], budget: number): BriefingLine[] {
    const { timeZone } = this.#parts.clock;
    const taken: BriefingLine[] = [];
    let left = budget;
    for (const { memory, claim, statement, saidAt, session, matched } of lines) {
      const isQuoted = memory.kind === 'session';
      const place = isQuoted ? '' : ` (${localDay(saidAt, timeZone)}, session ${session.id.slice(0, shownOfId)})`;
      const line = `${clipToTokens(`- ${statement}`, maxLineLength)}${place}`;
      const isFirst = isQuoted && !taken.some(({ ref }) => ref.kind === 'session' && ref.id === memory.id);
      const cost = estimateTokens(line) + 1 + (isFirst ? headlineCost : 0);
      if (taken.length === maxLines || cost > left) continue;
      left -= cost;
      const ref = { kind: memory.kind, id: memory.id };
      taken.push({ ref, claim, line, session: relatedSession(session, timeZone), matched: matched() });
    }
    return taken;
  }

  #readOn(ranked: readonly RankedSession[], taken: readonly BriefingLine[], minScore: number): RelatedSession[] {
    return ranked
      .filter(({ session, score }) => score >= minScore && !taken.some((line) => line.session.id === session.id))
      .map(({ session }) => relatedSession(session, this.#parts.clock.timeZone))
      .filter(({ headline }) => headline !== '')
      .slice(0, maxReadOn);
  }
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

/** The most related first, by what they are about and how they began. */
function rankedSessions({ relatedness, openings, sessions }: Material): RankedSession[] {
  const scoreOf = ({ id, title, text }: Candidate): number =>
    relatedness.of({ text: `${title ?? ''}\n${text}`, began: openings.get(id) ?? '' }, 1);
  const ranked = sessions.map((session) => ({ session, score: scoreOf(session) }));
  return ranked.sort((one, other) => other.score - one.score);
}

/**
 * Facts by their evidence; then the best highlight of each session, the newest session first, so that an amendment
 * comes before what it amends; then the second best of each, and so on.
 */
function factsFirst(one: ScoredLine, other: ScoredLine): number {
  const kind = ({ memory }: ScoredLine): number => (memory.kind === 'fact' ? 0 : 1);
  if (kind(one) + kind(other) < 2) return kind(one) - kind(other) || other.score - one.score;
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
