/**
 * Selects the candidates for a query: memories with its most distinctive words, or similar words, and those of a time
 * that it names. A few are enough, because the ranking also considers the neighbors of each.
 */
import type { RecallReader, TermStatistics } from '../../memory/recall/recall.ts';
import type { MemoryFilter, MemoryRef } from '../../memory/shared/memoryRef.ts';
import { weights } from '../shared/weights.ts';
import type { Period } from './calendar.ts';
import { startOfDay } from '../../util/time.ts';
import { likenessOf, minLength } from '../../util/likeness.ts';
import { narrowed } from './searchFilter.ts';

/** Memories per named time. Those that also contain words of the query are found by these words. */
const foundByTime = 40;
/** A word in more memories than this is searched for only if it is one of the rarest; the ranking weighs it anyway. */
const maxHolding = 2_000;
const fewTerms = 2;
/** Sessions to find, and how many of them may be results together with other memories. */
const maxSessions = 100;
const maxSessionResults = 20;
const maxAlike = 3;
/** More unknown words than this are not misspellings but a pasted log. */
const maxMisspellings = 4;

interface Wanted {
  /** Content words of the query. */
  terms: readonly string[];
  statistics: TermStatistics;
  periods: readonly Period[];
  timeZone: string;
  limit: number;
}

export interface Candidates {
  /** May contain a memory twice. */
  refs: MemoryRef[];
  /** By id, BM25 of the sessions whose documents contain words of the query. */
  sessions: ReadonlyMap<string, number>;
  /** For terms that no memory contains, the index words that were searched for instead. */
  misspellings: ReadonlyMap<string, readonly string[]>;
}

export async function findCandidates(reader: RecallReader, filter: MemoryFilter, wanted: Wanted): Promise<Candidates> {
  const misspellings = await misspellingsAmong(reader, wanted);
  const alike = [...misspellings.values()].flat();
  const terms = [...new Set([...informativeTerms(wanted), ...alike])];
  const query = { ...filter, limit: wanted.limit };
  let refs = terms.length === 0 ? [] : await reader.find({ ...query, terms });
  // A word that is common in the store may still be distinctive in the searched part of it.
  const all = [...new Set([...heldTerms(wanted), ...alike])];
  if (refs.length < wanted.limit && all.length > terms.length) refs = await reader.find({ ...query, terms: all });
  const sessions =
    all.length === 0 ? [] : await reader.findSessions({ ...withSessions(filter), terms: all, limit: maxSessions });
  if (filter.kinds?.includes('session') !== false) {
    const isAboutSessions = filter.kinds?.length === 1;
    refs.push(
      ...sessions
        .slice(0, isAboutSessions ? maxSessions : maxSessionResults)
        .map(({ id }) => ({ kind: 'session' as const, id })),
    );
  }
  for (const { from, to } of wanted.periods) {
    const since = startOfDay(from, wanted.timeZone);
    const until = startOfDay(to + 1, wanted.timeZone);
    refs.push(...(await reader.newest(narrowed(filter, { since, until }), foundByTime)));
  }
  return { refs, sessions: new Map(sessions.map(({ id, bm25 }) => [id, bm25])), misspellings };
}

/** Sessions are also searched if they are not requested, because their topic is evidence for their messages. */
function withSessions({ kinds, ...filter }: MemoryFilter): MemoryFilter {
  return kinds === undefined ? filter : { ...filter, kinds: ['session'] };
}

function heldTerms({ terms, statistics }: Wanted): string[] {
  return terms.filter((_, place) => (statistics.holding[place] ?? 0) > 0);
}

function informativeTerms({ terms, statistics }: Wanted): string[] {
  return terms
    .map((term, place) => ({ term, holding: statistics.holding[place] ?? 0 }))
    .filter(({ holding }) => holding > 0)
    .sort((one, other) => one.holding - other.holding)
    .filter(({ holding }, place) => place < fewTerms || holding <= maxHolding)
    .map(({ term }) => term);
}

/** By a word that no memory contains: it may be mistyped, or another form of a word in the index. */
async function misspellingsAmong(reader: RecallReader, { terms, statistics }: Wanted): Promise<Map<string, string[]>> {
  const unheld = terms.filter((term, place) => statistics.holding[place] === 0 && term.length >= minLength);
  const near = await wordsLike(reader, unheld.slice(0, maxMisspellings), 2);
  const far = await wordsLike(
    reader,
    [...near].flatMap(([term, words]) => (words.length === 0 ? term : [])),
    1,
  );
  return new Map([...near, ...far]);
}

/** Words with the same beginning of a length. */
async function wordsLike(
  reader: RecallReader,
  terms: readonly string[],
  beginning: number,
): Promise<Map<string, string[]>> {
  if (terms.length === 0) return new Map();
  const words = await reader.wordsFrom(terms.map((term) => term.slice(0, beginning)));
  return new Map(terms.map((term, place) => [term, alikeAmong(term, words[place] ?? [])]));
}

function alikeAmong(term: string, words: readonly string[]): string[] {
  return words
    .map((word) => ({ word, likeness: likenessOf(term, word) }))
    .filter(({ likeness }) => likeness >= weights.term.minLikeness)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, maxAlike)
    .map(({ word }) => word);
}
