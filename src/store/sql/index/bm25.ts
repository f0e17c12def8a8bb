/**
 * BM25 as FTS5 computes it: k1 = 1.2 and b = 0.75, double weight for words of the title, and a lower bound for the
 * weight of very common words. For engines that only find documents; a server ranks by the same numbers
 * (`postgres/security/wordSql.ts`).
 */
import { numberOr } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';
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

export const k1 = 1.2;
export const b = 0.75;
export const titleWeight = 2;
/** The weight that FTS5 gives a word that occurs in more than half of all documents. */
const idfFloor = 1e-6;

export const frequencyOf = (inTitle: number, inBody: number): number => titleWeight * inTitle + inBody;

/** The weight of a term that `holders` of the documents contain. */
export function weightOf(documents: number, holders: number): number {
  const idf = Math.log((documents - holders + 0.5) / (holders + 0.5));
  return idf > 0 ? idf : idfFloor;
}

/** The best first; in a tie the older one. `hits` are all documents with one of the terms. */
export function scoreHits({ documents, averageWords }: IndexSize, hits: readonly Hit[]): RankedDocument[] {
  const terms = hits[0]?.frequencies.length ?? 0;
  const weights = Array.from({ length: terms }, (_, term) =>
    weightOf(documents, hits.filter((hit) => (hit.frequencies[term] ?? 0) > 0).length),
  );
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

export async function sizeInFile(db: SqlConnection, index: WordIndex): Promise<IndexSize> {
  const among = index === 'session_index' ? `kind = 'session'` : `kind <> 'session'`;
  const sums = 'SELECT count(*) AS documents, sum(words) AS words FROM memory_documents';
  return sizeFrom((await db.get(`${sums} WHERE ${among}`)) ?? {});
}

/** From a row with the number of documents and of all their words. */
export function sizeFrom(row: SqlRow): IndexSize {
  const documents = numberOr(row, 'documents', 0);
  return { documents, averageWords: numberOr(row, 'words', 0) / Math.max(1, documents) };
}
