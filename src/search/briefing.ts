/**
 * What earlier sessions concluded about the matter of a prompt: learned facts, or the highlights of a session that no
 * model has read, and which sessions to read on. Nothing if nothing is clearly related, because a wrong line costs more
 * than a missing one. Matches by words alone, without a model, and writes nothing.
 */
import type { SessionHighlight } from '../memory/learn/sessionHighlights.ts';
import type { MutedMemories } from '../memory/recall/muted.ts';
import type { OfferRef } from '../memory/recall/offers.ts';
import type { Candidate, TermStatistics } from '../memory/recall/recall.ts';
import { checkCitingFacts, isGone } from '../memory/shared/citations/citingFacts.ts';
import type { Caller } from '../memory/shared/identity.ts';
import type { MemoryRef } from '../memory/shared/memoryRef.ts';
import { refKey } from '../memory/shared/memoryRef.ts';
import type { Clock } from '../memory/shared/ports.ts';
import { quotedLine } from '../memory/trust/quoting.ts';
import { maySendAutomatically, trustedPart } from '../memory/trust/trust.ts';
import { fingerprint } from '../util/fingerprint.ts';
import { localDay } from '../util/time.ts';
import { clipToTokens, estimateTokens } from '../util/tokens.ts';
import { ownWordsOf } from './query/promptText.ts';
import { indexText } from './query/words.ts';
import { PromptWords } from './ranking/clearMatch.ts';
import { Relatedness } from './ranking/relatedness.ts';
import type { Search } from './search.ts';

export interface Briefed {
  lines: readonly BriefingLine[];
  /** Further sessions about the matter, which no line is from; at most two. */
  readOn: readonly RelatedSession[];
}

const nothing: Briefed = { lines: [], readOn: [] };

export interface BriefingLine {
  /** The memory that the line is from: a learned fact, or the session of a highlight. */
  ref: MemoryRef;
  /** Under which the line is recorded as sent. */
  claim: OfferRef;
  /** One line of Markdown. */
  line: string;
  session: RelatedSession;
}

/** A session to read on. */
export interface RelatedSession {
  id: string;
  /** Empty if it may not be sent. */
  headline: string;
  /** Local day. */
  day: string;
}

export interface BriefingParts {
  highlights: {
    of(session: { id: string; projectName: string | null; headline: string }, max: number): Promise<SessionHighlight[]>;
  };
  muted: Pick<MutedMemories, 'list'>;
  clock: Clock;
}

interface BriefingOptions {
  /** The current session, which the model already has. */
  sessionId?: string | undefined;
  /** Whether the chat already got a briefing: then only what is about another matter comes. */
  isLater?: boolean;
  /** Tokens of all lines together. */
  budget?: number;
}

export const maxLines = 8;
/** Tokens of all lines together. */
export const briefingBudget = 400;
const maxLineLength = 90;
/** Tokens of the line that names a quoted session. */
const headlineCost = 45;
/** Characters of a session's id. */
const shownOfId = 8;
/** A less certain fact is not sent to a model automatically. */
const minConfidence = 0.4;

const looked = { maxHolding: 1_000, maxWords: 40, limit: 120, sessions: 12 } as const;
/** From this many learned facts on, they show how common a word is; before, all memories do. */
const enoughFacts = 40;
/** How much of the evidence in the beginning of its session counts. Highlights have no situations of their own. */
const shareOfBeginning = { fact: 0.5, highlight: 1 } as const;
/** Once something is related, facts with this share of the needed evidence are, too. */
const shareOfNeeded = 0.6;
/** A later prompt of a chat needs this much more, in nats. */
const extraLater = 3;
const sessionsRead = 4;
/** Sessions with this share of the best one's evidence are about the same matter; at most two are. */
const sameMatter = { share: 0.5, most: 2 } as const;
/** How many highlights a session gives: the only one about the matter, one of two, or another one. */
const highlightsOf = { only: 6, each: 4, other: 2 } as const;
/** The evidence that a highlight of another session shares with the prompt itself, in nats: one informative word. */
const minOfHighlight = 3;
const factsOfSession = 12;
/** How many earlier sessions are named that no line is from. */
const maxReadOn = 2;

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
    if (!words.canMatch) return nothing;
    const found = await this.#search.holding(caller, words.all, { ...looked, kinds: ['fact'] });
    const learned = found.memories.filter(({ evidence }) => evidence !== null);
    words.learn(learned.length < enoughFacts ? found.statistics : statisticsOf(words.all, learned, found.among));
    const relatedness = new Relatedness(words, found.among);
    const muted = new Set((await this.#parts.muted.list(caller)).map(refKey));
    const isWanted = (memory: Candidate): boolean => !muted.has(refKey(memory)) && memory.id !== options.sessionId;
    const sessions = found.sessions.filter(isWanted);
    const material: Material = { relatedness, openings: found.openings, sessions };
    const ranked = rankedSessions(material);
    const lines = [...factLines(learned, material), ...(await this.#linesOfSessions(caller, ranked, material))];
    const needed = relatedness.needed + (options.isLater === true ? extraLater : 0);
    const isRelated = lines.some(({ score }) => score >= needed);
    const { timeZone } = this.#parts.clock;
    const named = (some: readonly Candidate[]): RelatedSession[] =>
      some.map((session) => relatedSession(session, timeZone)).filter(({ headline }) => headline !== '');
    if (!isRelated) {
      const close = ranked.filter(({ score }) => score >= needed).map(({ session }) => session);
      return { lines: [], readOn: named(close).slice(0, maxReadOn) };
    }
    const neededBy = ({ place }: ScoredLine): number => needed * (place < highlightsOf.only ? shareOfNeeded : 1);
    const related = lines.filter((line) => line.score >= neededBy(line) && isWanted(line.memory));
    const chosen = onePerClaim(related.sort(factsFirst));
    const taken = this.#within(await withoutGone(caller, chosen), options.budget ?? briefingBudget);
    const others = sessions.filter(({ id }) => !taken.some(({ session }) => session.id === id));
    return { lines: taken, readOn: named(others).slice(0, maxReadOn) };
  }

  /** What the most related sessions taught; the highlights of those that no model has read. */
  async #linesOfSessions(caller: Caller, ranked: readonly RankedSession[], material: Material): Promise<ScoredLine[]> {
    const minScore = Math.max(material.relatedness.needed, sameMatter.share * (ranked[0]?.score ?? 0));
    const alike = ranked.filter(({ score }) => score >= minScore).slice(0, sameMatter.most);
    const amending = amendingSessions(alike[0], ranked, material.openings);
    const same = [...new Set([...alike.slice(0, 1), ...amending, ...alike])].slice(0, sameMatter.most);
    const began = material.openings.get(alike[0]?.session.id ?? '') ?? '';
    const lines: ScoredLine[] = [];
    for (const one of new Set([...same, ...ranked.slice(0, sessionsRead)])) {
      const facts = await this.#search.factsOfSession(caller, one.session.id, factsOfSession);
      const learned = facts.filter(({ evidence }) => evidence !== null);
      if (learned.length > 0) lines.push(...factLines(learned, material));
      else if (same.includes(one)) {
        const max = same.length === 1 ? highlightsOf.only : highlightsOf.each;
        const beginning = amending.includes(one) ? began : (material.openings.get(one.session.id) ?? '');
        lines.push(...(await this.#highlightLines(one.session, beginning, max, material.relatedness)));
      } else {
        const isOwn = ({ said }: ScoredLine): boolean => material.relatedness.evidenceIn(said) >= minOfHighlight;
        const beginning = material.openings.get(one.session.id) ?? '';
        const other = await this.#highlightLines(one.session, beginning, highlightsOf.other, material.relatedness);
        const own = other.filter(isOwn);
        lines.push(...own.map((line) => ({ ...line, place: line.place + highlightsOf.only })));
      }
    }
    return lines;
  }

  async #highlightLines(
    session: Candidate,
    began: string,
    max: number,
    relatedness: Relatedness,
  ): Promise<ScoredLine[]> {
    const { id, projectName, title } = session;
    const found = await this.#parts.highlights.of({ id, projectName, headline: title ?? '' }, max);
    const lines = found.flatMap(({ sentence, by, seq, createdAt: saidAt }): Omit<ScoredLine, 'place'>[] => {
      // A question is no conclusion, and what an assistant says after reading the web may be a stranger's.
      if (by === 'user' ? isQuestion(sentence) : session.origin === 'web') return [];
      if (!maySendAutomatically({ origin: 'transcript', texts: [sentence] })) return [];
      const score = relatedness.of({ text: sentence, began }, shareOfBeginning.highlight);
      const claim = { kind: 'highlight', id: `${id} ${String(seq)} ${fingerprint(sentence)}` };
      return [{ memory: session, claim, said: `[${by} said] ${quotedLine(sentence)}`, saidAt, session, score }];
    });
    const sorted = lines.sort((one, other) => other.score - one.score);
    return sorted.map((line, place) => ({ ...line, place }));
  }

  /** As many as fit, in the given order; a session that is quoted costs its headline, too. */
  #within(lines: readonly ScoredLine[], budget: number): BriefingLine[] {
    const { timeZone } = this.#parts.clock;
    const taken: BriefingLine[] = [];
    let left = budget;
    for (const { memory, claim, said, saidAt, session } of lines) {
      const isQuoted = memory.kind === 'session';
      const place = isQuoted ? '' : ` (${localDay(saidAt, timeZone)}, session ${session.id.slice(0, shownOfId)})`;
      const line = `${clipToTokens(`- ${said}`, maxLineLength)}${place}`;
      const isFirst = isQuoted && !taken.some(({ ref }) => ref.kind === 'session' && ref.id === memory.id);
      const cost = estimateTokens(line) + 1 + (isFirst ? headlineCost : 0);
      if (taken.length === maxLines || cost > left) continue;
      left -= cost;
      const ref = { kind: memory.kind, id: memory.id };
      taken.push({ ref, claim, line, session: relatedSession(session, timeZone) });
    }
    return taken;
  }
}

/** What the prompt is compared with. */
interface Material {
  relatedness: Relatedness;
  openings: ReadonlyMap<string, string>;
  sessions: readonly Candidate[];
}

interface RankedSession {
  session: Candidate;
  score: number;
}

/** The most related first, by what they are about and how they began. */
function rankedSessions({ relatedness, openings, sessions }: Material): RankedSession[] {
  const scoreOf = ({ id, title, text }: Candidate): number =>
    relatedness.of({ text: `${title ?? ''}\n${text}`, began: openings.get(id) ?? '' }, 1);
  const ranked = sessions.map((session) => ({ session, score: scoreOf(session) }));
  return ranked.sort((one, other) => other.score - one.score);
}

/** How a session begins that amends what another one settled. */
const amendment =
  /\b(?:amend\w*|revis(?:e|es|ed|ion|ions)|supersed\w*|overrul\w*|from now on|no longer|instead of what|(?:what|as) we (?:decided|settled|agreed)|nachtrag|ergänzung|änderung|ab jetzt|ab sofort|nicht mehr)\b|修订|更正|改为|不再|从现在起/iu;
/** The evidence that both beginnings share, in nats: about two informative words. */
const minShared = 8;
const maxOfWord = 6;

/** Newer sessions that say they amend something, and share words with how the given one began. */
function amendingSessions(
  amended: RankedSession | undefined,
  ranked: readonly RankedSession[],
  openings: ReadonlyMap<string, string>,
): RankedSession[] {
  if (amended === undefined) return [];
  const beginningOf = ({ session }: RankedSession): string =>
    `${session.title ?? ''}\n${openings.get(session.id) ?? ''}`;
  const words = new PromptWords(`${beginningOf(amended)}\n${amended.session.text}`);
  const evidenceIn = (text: string): number =>
    [...words.sharedWith(text, maxOfWord).values()].reduce((sum, evidence) => sum + evidence, 0);
  return ranked.filter((one) => {
    if (one.session.createdAt <= amended.session.createdAt) return false;
    const beginning = beginningOf(one);
    return amendment.test(beginning) && evidenceIn(beginning) >= minShared;
  });
}

interface ScoredLine {
  memory: Candidate;
  claim: OfferRef;
  /** With what kind of statement it is. */
  said: string;
  /** ISO 8601. */
  saidAt: string;
  session: Candidate;
  score: number;
  /** Of a highlight, the best of its session first, and those of other matters last; 0 for a fact. */
  place: number;
}

function factLines(facts: readonly Candidate[], { relatedness, openings, sessions }: Material): ScoredLine[] {
  return facts.flatMap((memory): ScoredLine[] => {
    const session = sessions.find(({ id }) => id === memory.sessionId);
    if (session === undefined || (memory.confidence ?? 1) < minConfidence || memory.contradictedBy.length > 0)
      return [];
    if (!maySendAutomatically(trustedPart(memory))) return [];
    const began = `${session.title ?? ''}\n${openings.get(session.id) ?? ''}`;
    const score = relatedness.of({ text: `${memory.text}\n${memory.keywords}`, began }, shareOfBeginning.fact);
    const said = `[${memory.evidence?.type ?? 'fact'}] #${memory.id} ${quotedLine(memory.text)}`;
    return [
      { memory, claim: { kind: 'fact', id: memory.id }, said, saidAt: memory.createdAt, session, score, place: 0 },
    ];
  });
}

/** How many of the found facts have each word. */
function statisticsOf(words: readonly string[], facts: readonly Candidate[], documents: number): TermStatistics {
  const held = facts.map(({ text, keywords }) => new Set(indexText(`${text}\n${keywords}`).split(' ')));
  return { documents, holding: words.map((word) => held.filter((one) => one.has(word)).length) };
}

/**
 * Facts by their evidence; then the best highlight of each session, the newest session first, because what was amended
 * is told again; then the second best of each, and so on.
 */
function factsFirst(one: ScoredLine, other: ScoredLine): number {
  const kind = ({ memory }: ScoredLine): number => (memory.kind === 'fact' ? 0 : 1);
  if (kind(one) + kind(other) < 2) return kind(one) - kind(other) || other.score - one.score;
  return one.place - other.place || other.session.createdAt.localeCompare(one.session.createdAt);
}

function isQuestion(sentence: string): boolean {
  return /[?？]["')*_\s]*$/u.test(sentence);
}

/** The first of each. */
function onePerClaim(lines: readonly ScoredLine[]): ScoredLine[] {
  const known = new Set<string>();
  return lines.filter(({ claim: { kind, id } }) => {
    const key = `${kind} ${id}`;
    return !known.has(key) && known.add(key).size > 0;
  });
}

/** Leaves out facts whose cited code is gone. */
async function withoutGone(caller: Caller, lines: readonly ScoredLine[]): Promise<readonly ScoredLine[]> {
  const facts = lines.flatMap(({ memory }) => (memory.kind === 'fact' ? [memory] : []));
  const citations = await checkCitingFacts(caller, facts);
  return lines.filter(({ memory }) => memory.kind !== 'fact' || !isGone(citations, memory));
}

function relatedSession({ id, title, origin, createdAt }: Candidate, timeZone: string): RelatedSession {
  const maySend = origin !== 'web' && maySendAutomatically({ origin, texts: [title] });
  return { id, headline: maySend ? (title ?? '') : '', day: localDay(createdAt, timeZone) };
}
