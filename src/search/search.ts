/**
 * Search: one question over everything that is remembered, answered best first with a score between 0 and 1 and, when
 * asked, the reasons for it. Candidates and their BM25 come from the store; what they are worth is decided here.
 */
import { isoTimeFrom } from '../util/time.ts';
import { refused, limits, requireOneOf, requireText, requireBetween, requireWholeBetween } from '../memory/input.ts';
import type { Caller, Identities } from '../memory/identity.ts';
import type { Clock } from '../memory/ports.ts';
import { memoryKinds } from '../memory/recall.ts';
import type { MemoryFilter, MemoryKind, MemoryRef, RecallStore, TermStatistics } from '../memory/recall.ts';
import type { Sessions } from '../memory/sessions.ts';
import { dayOf, offsetOf, periodsIn, startOfDay } from './calendar.ts';
import { leastLength, likenessOf } from './likeness.ts';
import { questionFrom } from './question.ts';
import type { Question } from './question.ts';
import { explanationFrom } from './explanation.ts';
import type { Explanation } from './explanation.ts';
import { rank, refKey } from './ranking.ts';
import type { Ranked } from './ranking.ts';

import { foldRepeats, withReplacersFirst } from './repeats.ts';
import type { Folded } from './repeats.ts';
import { weights } from './weights.ts';

export const mostResults = 100;

export interface SearchInput {
  query: string;
  /** 1 to 100; 10 when absent. */
  limit?: number;
  kinds?: readonly string[];
  /** A project's name or key, or `all`; the caller's own with what belongs to none when absent. */
  project?: string;
  /** ISO 8601; a memory at this very time is in. */
  since?: string;
  /** ISO 8601; a memory at this very time is out. A bare date takes the whole day in. */
  until?: string;
  /** 0 to 1. */
  minConfidence?: number;
  sessionId?: string;
  /** Only what everybody may find: approved knowledge. */
  sharedOnly?: true;
  explain?: boolean;
}

export interface SearchResult {
  kind: MemoryKind;
  id: string;
  title: string | null;
  text: string;
  /** 0 to 1, higher is better; comparable within one answer. */
  score: number;
  sessionId: string | null;
  seq: number | null;
  project: string | null;
  createdAt: string;
  sourceRef: string | null;
  speaker: string | null;
  /** Knowledge only: `approved`, or `pending` for a proposal of the reader's own. */
  status: string | null;
  /** How many more memories say the same, word for word; they are folded into this one. */
  repeats: number;
  /** Ids of newer facts that contradict this one. */
  contradictedBy: string[];
  why?: Explanation;
}

export interface SearchAnswer {
  results: SearchResult[];
  /** How many memories were in scope. */
  searched: number;
}

/** Memories looked for by their words, and by the time that a question names. */
const foundFor = (limit: number): number => Math.max(60, limit * 2);
const foundByTime = 40;

export class Search {
  readonly #store: RecallStore;
  readonly #identities: Identities;
  readonly #sessions: Sessions;
  readonly #clock: Clock;

  constructor(store: RecallStore, identities: Identities, sessions: Sessions, clock: Clock) {
    this.#store = store;
    this.#identities = identities;
    this.#sessions = sessions;
    this.#clock = clock;
  }

  async find(caller: Caller, input: SearchInput): Promise<SearchAnswer> {
    const limit = requireWholeBetween('limit', input.limit ?? 10, 1, mostResults);
    const question = requireQuestion(requireText('query', input.query, limits.query));
    const filter = await this.#filterFrom(caller, input);
    const [ranked, searched] = [await this.#ranked(caller, question, filter, limit), await this.#store.count(filter)];
    const results = foldRepeats(ranked, limit);
    return { results: results.map((one) => resultFrom(one, input.explain === true)), searched };
  }

  async #ranked(caller: Caller, question: Question, filter: MemoryFilter, limit: number): Promise<Ranked[]> {
    const now = this.#clock.now();
    const offset = offsetOf(now, this.#clock.timeZone);
    const periods = await periodsIn(question.text, now, offset);
    const content = question.terms.filter(({ role }) => role === 'content').map(({ word }) => word);
    const statistics = await this.#store.statistics(content);
    const refs = await this.#refs(content, statistics, filter, foundFor(limit));
    for (const { from, to } of periods) {
      const between = { since: startOfDay(from, offset), until: startOfDay(to + 1, offset) };
      refs.push(...(await this.#store.newest(narrowed(filter, between), foundByTime)));
    }
    const passages = await this.#store.passages(distinct(refs), weights.nearby.reach);
    const ranked = rank({
      question,
      periods,
      statistics,
      passages,
      today: dayOf(now, offset),
      dayOfMemory: ({ createdAt }) => dayOf(new Date(createdAt), offset),
      projectId: caller.project?.id ?? null,
    });
    const passing = ranked.filter(({ memory }) => isWithin(memory.createdAt, filter));
    return this.#replacersFirst(passing);
  }

  /** The most telling words find candidates; a word in very many memories is left to the ranking when there are others. */
  async #refs(
    terms: readonly string[],
    statistics: TermStatistics,
    filter: MemoryFilter,
    limit: number,
  ): Promise<MemoryRef[]> {
    const telling = tellingTerms(terms, statistics);
    for (const [place, term] of terms.entries()) {
      if (statistics.holding[place] === 0 && term.length >= leastLength) telling.push(...(await this.#wordsLike(term)));
    }
    return telling.length === 0 ? [] : this.#store.find({ ...filter, terms: telling, limit });
  }

  /** For a word that no memory holds, which may be mistyped or another form of one that is held. */
  async #wordsLike(term: string): Promise<string[]> {
    const words = await this.#store.wordsFrom(term.slice(0, 1));
    const alike = words.map((word) => ({ word, likeness: likenessOf(term, word) }));
    return alike
      .filter(({ likeness }) => likeness >= weights.term.leastLikeness)
      .sort((one, other) => other.likeness - one.likeness)
      .slice(0, mostAlike)
      .map(({ word }) => word);
  }

  /** A fact stands right behind the newer one that contradicts it, which is brought in if its words did not match. */
  async #replacersFirst(ranked: Ranked[]): Promise<Ranked[]> {
    const known = new Map(ranked.map((one) => [refKey(one.memory), one]));
    const missing = ranked
      .flatMap(({ memory }) => memory.contradictedBy.map((id): MemoryRef => ({ kind: 'fact', id })))
      .filter((ref) => !known.has(refKey(ref)));
    for (const memory of (await this.#store.passages(distinct(missing), 0)).flat()) {
      known.set(refKey(memory), { memory, strength: 0, evidence: 0, resemblance: 0, words: [], factors: {} });
    }
    return withReplacersFirst(ranked, known);
  }

  async #filterFrom(caller: Caller, input: SearchInput): Promise<MemoryFilter> {
    return {
      userId: caller.user.id,
      scope: await this.#identities.scope(caller, input.project),
      ...(input.sharedOnly === true && { sharedOnly: true }),
      ...(input.kinds === undefined ? {} : { kinds: kindsFrom(input.kinds) }),
      ...(input.since === undefined ? {} : { since: timeFrom('since', input.since) }),
      ...(input.until === undefined ? {} : { until: endFrom(input.until) }),
      ...(input.minConfidence === undefined
        ? {}
        : { minConfidence: requireBetween('min_confidence', input.minConfidence, 0, 1) }),
      ...(input.sessionId === undefined ? {} : { sessionId: await this.#sessions.idOf(caller, input.sessionId) }),
    };
  }
}

function requireQuestion(text: string): Question {
  const question = questionFrom(text);
  if (question.terms.length > 0) return question;
  throw refused('query', 'holds no word or number to search for', 'Ask with at least one word.');
}

function kindsFrom(kinds: readonly string[]): MemoryKind[] {
  if (kinds.length === 0) throw refused('kinds', 'is empty', `Leave it out, or use any of: ${memoryKinds.join(', ')}.`);
  return [...new Set(kinds.map((kind) => requireOneOf('kinds', kind, memoryKinds)))];
}

function timeFrom(field: string, value: string): string {
  const time = isoTimeFrom(value);
  if (time === undefined)
    throw refused(field, `"${value.slice(0, 60)}" is no date`, 'Use ISO 8601, such as 2026-03-30.');
  return time;
}

function endFrom(value: string): string {
  const time = timeFrom('until', value);
  const wholeDay = /^\d{4}-\d{2}-\d{2}$/u.test(value.trim());
  return wholeDay ? new Date(Date.parse(time) + 86_400_000).toISOString() : time;
}

function narrowed(filter: MemoryFilter, { since, until }: { since: string; until: string }): MemoryFilter {
  return {
    ...filter,
    since: filter.since === undefined || filter.since < since ? since : filter.since,
    until: filter.until === undefined || filter.until > until ? until : filter.until,
  };
}

/** Neighbours come without having been filtered. */
function isWithin(createdAt: string, { since, until }: MemoryFilter): boolean {
  return (since === undefined || createdAt >= since) && (until === undefined || createdAt < until);
}

/** A word in more memories than this is looked up only when the others find too little. */
const mostHolding = 4_000;
const fewTerms = 2;
const mostAlike = 3;

function tellingTerms(terms: readonly string[], { holding }: TermStatistics): string[] {
  const held = terms
    .map((term, place) => ({ term, holding: holding[place] ?? 0 }))
    .filter((one) => one.holding > 0)
    .sort((one, other) => one.holding - other.holding);
  return held.filter((one, place) => place < fewTerms || one.holding <= mostHolding).map(({ term }) => term);
}

function distinct(refs: readonly MemoryRef[]): MemoryRef[] {
  return [...new Map(refs.map((ref) => [refKey(ref), ref])).values()];
}

function resultFrom({ ranked, repeats }: Folded, explain: boolean): SearchResult {
  const { memory } = ranked;
  return {
    kind: memory.kind,
    id: memory.id,
    title: memory.title,
    text: memory.text,
    score: rounded(ranked.strength / (ranked.strength + 1)),
    sessionId: memory.sessionId,
    seq: memory.seq,
    project: memory.projectName,
    createdAt: memory.createdAt,
    sourceRef: memory.sourceRef,
    speaker: memory.speaker,
    status: memory.status,
    repeats,
    contradictedBy: memory.contradictedBy,
    ...(explain && { why: explanationFrom(ranked) }),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
