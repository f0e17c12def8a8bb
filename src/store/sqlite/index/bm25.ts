/**
 * BM25 as FTS5 computes it: k1 = 1.2 and b = 0.75, double weight for words of the title, and a lower bound for the
 * weight of very common words. For engines that only find documents.
 */
import { numberOr } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import type { WordIndex } from './wordIndexes.ts';

export interface RankedDocument {
  id: number;
  bm25: number;
}

/** A document, its number of words, and the weighted number of times that it has each term. */
export interface Hit {
  id: number;
  words: number;
  frequencies: number[];
}

const k1 = 1.2;
const b = 0.75;
export const titleWeight = 2;
/** The weight that FTS5 gives a word that occurs in more than half of all documents. */
const idfFloor = 1e-6;

export const frequencyOf = (inTitle: number, inBody: number): number => titleWeight * inTitle + inBody;

/**
 * The best first; in a tie the older one. `holding` is the number of documents of the index with each term; if absent,
 * `hits` are all of them.
 */
export function scoreHits(
  { documents, averageWords }: IndexSize,
  hits: readonly Hit[],
  holding?: readonly number[],
): RankedDocument[] {
  const terms = hits[0]?.frequencies.length ?? 0;
  const weights = Array.from({ length: terms }, (_, term) => {
    const holders = holding?.[term] ?? hits.filter((hit) => (hit.frequencies[term] ?? 0) > 0).length;
    const idf = Math.log((documents - holders + 0.5) / (holders + 0.5));
    return idf > 0 ? idf : idfFloor;
  });
  return hits
    .map((hit) => ({ id: hit.id, bm25: scoreOf(hit, weights, averageWords) }))
    .sort((one, other) => other.bm25 - one.bm25 || one.id - other.id);
}

function scoreOf(hit: Hit, weights: readonly number[], averageWords: number): number {
  const length = k1 * (1 - b + (b * hit.words) / averageWords);
  return hit.frequencies.reduce(
    (sum, frequency, term) => sum + ((weights[term] ?? 0) * (frequency * (k1 + 1))) / (frequency + length),
    0,
  );
}

export interface IndexSize {
  documents: number;
  averageWords: number;
}

/** On a server, of the documents that the caller may read. */
export async function sizeOf(db: SqlConnection, index: WordIndex): Promise<IndexSize> {
  const among = index === 'session_index' ? `kind = 'session'` : `kind <> 'session'`;
  const from = db.dialect === 'postgres' ? `bigmind_word_totals('${index}')` : `memory_documents WHERE ${among}`;
  const sums = db.dialect === 'postgres' ? 'documents, words' : 'count(*) AS documents, sum(words) AS words';
  const totals = (await db.get(`SELECT ${sums} FROM ${from}`)) ?? {};
  const documents = numberOr(totals, 'documents', 0);
  return { documents, averageWords: numberOr(totals, 'words', 0) / Math.max(1, documents) };
}
