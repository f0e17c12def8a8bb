/**
 * Which documents of a large index are worth ranking, the same for FTS5 and a server: BM25 costs time for each document
 * that contains a word, and common words are in most of them.
 */
import type { RankedDocument } from './bm25.ts';

export interface WordMatch {
  /** Documents need one of these, or all. */
  terms: readonly string[];
  needs: 'any' | 'all';
  /** The words that count for the score; `terms` come first. */
  scored: readonly string[];
  /** Only this many documents, those with the greatest ids: of all in a file, on a server of those that the caller may read. */
  newest?: number;
}

/** What an engine finds in one of its word indexes. */
export interface WordSearch<D extends RankedDocument = RankedDocument> {
  /** The number of documents that the index has, for everybody or for the caller. */
  documents: () => Promise<number>;
  /** The best of the matching documents by BM25, at most `limit`; in a tie the older one is first. */
  ranked: (match: WordMatch, limit: number) => Promise<D[]>;
  /** For each term, the number of documents that contain it, counted up to `max`. */
  holding: (terms: readonly string[], max: number) => Promise<number[]>;
}

/** Maximum number of documents to rank for one query: BM25 takes almost a microsecond for each. */
const maxScanned = 20_000;
/** Words too common to find documents that still help to rank them. BM25 counts every document that contains one. */
const maxCommon = 3;

/**
 * The best documents by BM25. In a large index only the rarest words find documents, and the next ones help to rank
 * these. Without rare words, documents that contain all of the next ones are used. If these are too few, the newest
 * documents with any of the next ones are added; those with a rare word are among the first already. `isAll`: no document that contains a term was left out.
 */
export async function bestDocuments<D extends RankedDocument>(
  { terms, search }: { terms: readonly string[]; search: WordSearch<D> },
  best: number,
): Promise<{ ranked: D[]; isAll: boolean }> {
  const { finding, common } = await splitTerms(terms, search);
  if (common.length === 0) {
    const found = await search.ranked({ terms: finding, needs: 'any', scored: finding }, best);
    return { ranked: found, isAll: found.length < best };
  }
  const scored = [...finding, ...common];
  const first = await search.ranked(
    finding.length > 0 ? { terms: finding, needs: 'any', scored } : { terms: common, needs: 'all', scored: common },
    best,
  );
  if (first.length === best) return { ranked: first, isAll: false };
  const known = new Set(first.map(({ id }) => id));
  const newest = await search.ranked({ terms: common, needs: 'any', scored: common, newest: maxScanned }, best);
  const both = [...first, ...newest.filter(({ id }) => !known.has(id))];
  return { ranked: both.slice(0, best), isAll: false };
}

/**
 * Rarest first: `finding` are words that together occur in fewer than `maxScanned` documents, `common` the next few. In
 * a small index all words are in `finding`.
 */
async function splitTerms(
  terms: readonly string[],
  search: Pick<WordSearch, 'documents' | 'holding'>,
): Promise<{ finding: readonly string[]; common: readonly string[] }> {
  if ((await search.documents()) <= maxScanned) return { finding: terms, common: [] };
  const numbers = await search.holding(terms, maxScanned);
  const counted = terms.map((term, at) => ({ term, holding: numbers[at] ?? 0 }));
  counted.sort((one, other) => one.holding - other.holding);
  let scanned = 0;
  const finding = counted.filter(({ holding }) => (scanned += holding) < maxScanned);
  const common = counted.slice(finding.length, finding.length + maxCommon);
  return { finding: finding.map(({ term }) => term), common: common.map(({ term }) => term) };
}
