/**
 * Full-text ranking, the same on both dialects: BM25 with k1 = 1.2 and b = 0.75, double weight for words of the title,
 * and the lower bound of FTS5 for the weight of very common words. FTS5 has the formula built in. For FTS4 it is
 * implemented here, because its own statistics are per column and rounded.
 */
import { number, numberOr, text } from '../engine/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../engine/sqlConnection.ts';
import type { WordIndex } from './memoryIndex.ts';
import { wordIndexes } from './memoryIndex.ts';
import { mapInTurn } from '../engine/inTurn.ts';

export interface DocumentFilter {
  /** A condition on `memory_documents d`, with one `?` per parameter. */
  sql: string;
  params: readonly SqlValue[];
}

export interface RankedDocument {
  id: number;
  bm25: number;
}

const k1 = 1.2;
const b = 0.75;
const titleWeight = 2;
/** The weight that FTS5 gives a word that occurs in more than half of all documents. */
const idfFloor = 1e-6;

/** The best documents of an index that contain at least one term and match the filter; in a tie the older one wins. */
export async function rankDocuments(
  db: SqlConnection,
  index: WordIndex,
  terms: readonly string[],
  filter: DocumentFilter,
  limit: number,
): Promise<RankedDocument[]> {
  const unique = [...new Set(terms)].filter((term) => term !== '');
  if (unique.length === 0) return [];
  const rank = { fts5: rankFts5, fts4: rankFts4, postgres: rankPostgres }[db.dialect];
  return rank({ db, index, terms: unique }, filter, limit);
}

/** For each term, the number of documents of any kind that contain it, counted up to `max`. */
export async function countHolding(db: SqlConnection, terms: readonly string[], max: number): Promise<number[]> {
  if (db.dialect === 'postgres') {
    const holding = wordIndexes.map((index) => `SELECT 1 AS one FROM ${index} WHERE words @@ CAST(?1 AS tsquery)`);
    const sql = `SELECT count(*) AS n FROM (SELECT one FROM (${holding.join(' UNION ALL ')}) h LIMIT ?2) f`;
    return mapInTurn(terms, async (term) => number((await db.get(sql, [lexeme(term), max])) ?? {}, 'n'));
  }
  const holding = wordIndexes.map((index) => `SELECT 1 FROM ${index} WHERE ${index} MATCH ?1`).join(' UNION ALL ');
  const sql = `SELECT count(*) AS n FROM (${holding} LIMIT ?2)`;
  return await mapInTurn(terms, async (term) => number((await db.get(sql, [quoted(term), max])) ?? {}, 'n'));
}

interface Matching {
  db: SqlConnection;
  index: WordIndex;
  terms: readonly string[];
}

function anyOf(terms: readonly string[]): string {
  return terms.map(quoted).join(' OR ');
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/**
 * Filtering every document with a common word takes longer than the search itself, so the best documents are ranked
 * first. If too few of them match and there are more, the filter is narrow and is applied to all documents.
 */
async function rankFts5(
  { db, index, terms }: Matching,
  filter: DocumentFilter,
  limit: number,
): Promise<RankedDocument[]> {
  const best = Math.max(200, limit * 4);
  const { ranked, isAll } = await bestFts5({ db, index, terms }, best);
  const passing = await takePassing(db, ranked, filter, limit);
  if (passing.length === limit || isAll) return passing;
  const all = `SELECT d.id, ${bm25Of(index)} CROSS JOIN memory_documents d ON d.id = ${index}.rowid
     WHERE ${index} MATCH ? AND ${filter.sql} ORDER BY bm25 DESC, d.id LIMIT ?`;
  return (await db.all(all, [anyOf(terms), ...filter.params, limit])).map(rankedFromRow);
}

function bm25Of(index: WordIndex): string {
  return `-bm25(${index}, ${titleWeight.toFixed(1)}, 1.0) AS bm25 FROM ${index}`;
}

/** Maximum number of documents to rank for one query: BM25 takes almost a microsecond for each. */
const maxScanned = 20_000;
/** Words too common to find documents that still help to rank them. BM25 counts every document that contains one. */
const maxCommon = 3;

/**
 * The best documents by BM25. In a large index only the rarest words find documents, and the next ones help to rank
 * these. Without rare words, documents that contain all of the next ones are used. If these are too few, the newest
 * documents with any of the words are added. `isAll`: no document that contains a term was left out.
 */
async function bestFts5(
  { db, index, terms }: Matching,
  best: number,
): Promise<{ ranked: RankedDocument[]; isAll: boolean }> {
  const ranked = async (match: string, after = -1): Promise<RankedDocument[]> => {
    const sql = `SELECT rowid AS id, ${bm25Of(index)} WHERE ${index} MATCH ? AND rowid > ? ORDER BY bm25 DESC, id LIMIT ?`;
    return (await db.all(sql, [match, after, best])).map(rankedFromRow);
  };
  const { finding, common } = await splitTerms(db, index, terms);
  if (common.length === 0) {
    const found = await ranked(anyOf(finding));
    return { ranked: found, isAll: found.length < best };
  }
  const helping = anyOf([...finding, ...common]);
  const matches = finding.length > 0 ? `(${anyOf(finding)}) AND (${helping})` : common.map(quoted).join(' AND ');
  const first = await ranked(matches);
  if (first.length === best) return { ranked: first, isAll: false };
  const known = new Set(first.map(({ id }) => id));
  const newest = await ranked(
    helping,
    number((await db.get('SELECT max(id) AS n FROM memory_documents')) ?? {}, 'n') - maxScanned,
  );
  const both = [...first, ...newest.filter(({ id }) => !known.has(id))];
  return { ranked: both.slice(0, best), isAll: false };
}

/**
 * Rarest first: `finding` are words that together occur in fewer than `maxScanned` documents, `common` the next few. In
 * a small index all words are in `finding`.
 */
async function splitTerms(
  db: SqlConnection,
  index: WordIndex,
  terms: readonly string[],
): Promise<{ finding: readonly string[]; common: readonly string[] }> {
  const kind = index === 'session_index' ? '=' : '<>';
  const sum = `SELECT coalesce(sum(documents), 0) AS n FROM memory_counts WHERE kind ${kind} 'session'`;
  if (number((await db.get(sum)) ?? {}, 'n') <= maxScanned) return { finding: terms, common: [] };
  const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT ?)`;
  const counted = await mapInTurn(terms, async (term) => ({
    term,
    holding: number((await db.get(sql, [quoted(term), maxScanned])) ?? {}, 'n'),
  }));
  counted.sort((one, other) => one.holding - other.holding);
  let scanned = 0;
  const finding = counted.filter(({ holding }) => (scanned += holding) < maxScanned);
  const common = counted.slice(finding.length, finding.length + maxCommon);
  return { finding: finding.map(({ term }) => term), common: common.map(({ term }) => term) };
}

function rankedFromRow(row: SqlRow): RankedDocument {
  return { id: number(row, 'id'), bm25: number(row, 'bm25') };
}

/** A word of the index in a `tsquery`. */
function lexeme(term: string): string {
  return `'${term.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
}

async function rankPostgres(
  { db, index, terms }: Matching,
  filter: DocumentFilter,
  limit: number,
): Promise<RankedDocument[]> {
  const rows = await db.all(
    `SELECT d.id, d.words, i.title, i.body FROM ${index} i JOIN memory_documents d ON d.id = i.id
     WHERE i.words @@ CAST(? AS tsquery)`,
    [terms.map(lexeme).join(' | ')],
  );
  const hits = rows.map((row): Hit => {
    const [title, body] = [text(row, 'title').split(' '), text(row, 'body').split(' ')];
    const times = (words: readonly string[], term: string): number => words.filter((word) => word === term).length;
    const frequencies = terms.map((term) => titleWeight * times(title, term) + times(body, term));
    return { id: number(row, 'id'), words: number(row, 'words'), frequencies };
  });
  const ranked = (await scoreHits(db, index, hits)).sort((one, other) => other.bm25 - one.bm25 || one.id - other.id);
  return takePassing(db, ranked, filter, limit);
}

interface Hit {
  id: number;
  words: number;
  frequencies: number[];
}

async function rankFts4(
  { db, index, terms }: Matching,
  filter: DocumentFilter,
  limit: number,
): Promise<RankedDocument[]> {
  const rows = await db.all(
    `SELECT d.id, d.words, matchinfo(${index}, 'pcy') AS hits
     FROM ${index} CROSS JOIN memory_documents d ON d.id = ${index}.docid WHERE ${index} MATCH ?`,
    [anyOf(terms)],
  );
  const ranked = (await scoreHits(db, index, rows.map(hitFromRow))).sort(
    (one, other) => other.bm25 - one.bm25 || one.id - other.id,
  );
  return takePassing(db, ranked, filter, limit);
}

async function scoreHits(db: SqlConnection, index: WordIndex, hits: readonly Hit[]): Promise<RankedDocument[]> {
  const among = index === 'session_index' ? `kind = 'session'` : `kind <> 'session'`;
  const totals =
    (await db.get(`SELECT count(*) AS documents, sum(words) AS words FROM memory_documents WHERE ${among}`)) ?? {};
  const documents = numberOr(totals, 'documents', 0);
  const averageWords = numberOr(totals, 'words', 0) / Math.max(1, documents);
  const terms = hits[0]?.frequencies.length ?? 0;
  const weights = Array.from({ length: terms }, (_, term) => {
    const holding = hits.filter((hit) => (hit.frequencies[term] ?? 0) > 0).length;
    const idf = Math.log((documents - holding + 0.5) / (holding + 0.5));
    return idf > 0 ? idf : idfFloor;
  });
  return hits.map((hit) => {
    const length = k1 * (1 - b + (b * hit.words) / averageWords);
    const score = hit.frequencies.reduce(
      (sum, frequency, term) => sum + ((weights[term] ?? 0) * (frequency * (k1 + 1))) / (frequency + length),
      0,
    );
    return { id: hit.id, bm25: score };
  });
}

/** Applies the filter to the best documents in batches until enough match; usually the first batch suffices. */
async function takePassing(
  db: SqlConnection,
  ranked: readonly RankedDocument[],
  filter: DocumentFilter,
  limit: number,
): Promise<RankedDocument[]> {
  const passing: RankedDocument[] = [];
  const batch = Math.max(50, limit);
  for (let start = 0; start < ranked.length && passing.length < limit; start += batch) {
    const slice = ranked.slice(start, start + batch);
    const ids = JSON.stringify(slice.map((document) => document.id));
    const sql = `SELECT d.id FROM json_each(?) j CROSS JOIN memory_documents d ON d.id = CAST(j.value AS BIGINT) WHERE ${filter.sql}`;
    const passed = new Set((await db.all(sql, [ids, ...filter.params])).map((row) => number(row, 'id')));
    passing.push(...slice.filter((document) => passed.has(document.id)));
  }
  return passing.slice(0, limit);
}

/**
 * `matchinfo` is an array of 32-bit numbers: the number of terms, the number of columns, then the occurrences by term
 * and column (title, body).
 */
function hitFromRow(row: SqlRow): Hit {
  const blob = row['hits'];
  const bytes = blob instanceof Uint8Array ? blob : new Uint8Array(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = (index: number): number => view.getUint32(index * 4, true);
  const terms = bytes.byteLength === 0 ? 0 : at(0);
  const frequencies = Array.from({ length: terms }, (_, term) => titleWeight * at(2 + term * 2) + at(3 + term * 2));
  return { id: number(row, 'id'), words: number(row, 'words'), frequencies };
}
