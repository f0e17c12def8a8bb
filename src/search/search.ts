/**
 * Search: one question over everything that is remembered, answered best first with a score between 0 and 1 and, when
 * asked, the reasons for it. Candidates and their BM25 come from the store; what they are worth is decided here.
 */
import { isoTimeFrom } from '../util/time.ts';
import { refused, limits, requireOneOf, requireText, requireBetween, requireWholeBetween } from '../memory/input.ts';
import type { Caller, Identities } from '../memory/identity.ts';
import { memoryKinds } from '../memory/recall.ts';
import type { Sessions } from '../memory/sessions.ts';
import type { Candidate, CandidateQuery, MemoryKind, RecallStore } from '../memory/recall.ts';
import { termsOf } from './query.ts';
import { wordsOf } from './words.ts';

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
  why?: Explanation;
}

/** The parts of a score; `score = 0.7 × rarity + 0.3 × coverage`. */
export interface Explanation {
  bm25: number;
  /** BM25 brought between 0 and 1: `bm25 / (bm25 + 6)`. */
  rarity: number;
  /** Which part of the question's terms this memory holds. */
  coverage: number;
  matched: string[];
}

export interface SearchAnswer {
  results: SearchResult[];
  /** How many memories were in scope. */
  searched: number;
}

const candidatesFor = (limit: number): number => Math.max(50, limit * 3);
const halfRarity = 6;

export class Search {
  readonly #store: RecallStore;
  readonly #identities: Identities;
  readonly #sessions: Sessions;

  constructor(store: RecallStore, identities: Identities, sessions: Sessions) {
    this.#store = store;
    this.#identities = identities;
    this.#sessions = sessions;
  }

  async find(caller: Caller, input: SearchInput): Promise<SearchAnswer> {
    const limit = requireWholeBetween('limit', input.limit ?? 10, 1, mostResults);
    const query = await this.#queryFrom(caller, input, limit);
    const { candidates, searched } = await this.#store.candidates(query);
    const results = candidates.map((candidate) => resultFrom(candidate, query.terms, input.explain === true));
    results.sort((a, b) => b.score - a.score || b.createdAt.localeCompare(a.createdAt));
    return { results: results.slice(0, limit), searched };
  }

  async #queryFrom(caller: Caller, input: SearchInput, limit: number): Promise<CandidateQuery> {
    const terms = termsOf(requireText('query', input.query, limits.query));
    if (terms.length === 0) {
      throw refused('query', 'holds no word or number to search for', 'Ask with at least one word.');
    }
    return {
      terms,
      userId: caller.user.id,
      scope: await this.#identities.scope(caller, input.project),
      limit: candidatesFor(limit),
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

function resultFrom(candidate: Candidate, terms: string[], explain: boolean): SearchResult {
  const held = new Set(
    wordsOf(`${candidate.title ?? ''} ${candidate.speaker ?? ''} ${candidate.keywords} ${candidate.text}`),
  );
  const matched = terms.filter((term) => held.has(term));
  const coverage = matched.length / terms.length;
  const rarity = candidate.bm25 / (candidate.bm25 + halfRarity);
  const { bm25, projectName, confidence: _confidence, keywords: _keywords, ...shown } = candidate;
  return {
    ...shown,
    project: projectName,
    score: rounded(0.7 * rarity + 0.3 * coverage),
    ...(explain ? { why: { bm25: rounded(bm25), rarity: rounded(rarity), coverage: rounded(coverage), matched } } : {}),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
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
