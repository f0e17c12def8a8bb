/**
 * Full-text ranking, the same on all engines: BM25 with double weight for words of the title. FTS5 has the formula built
 * in. For FTS4, whose own statistics are per column and rounded, and for a server it is in `bm25.ts`.
 */
import { lookUp } from '../connection/lookUp.ts';
import { mapInTurn } from '../connection/inTurn.ts';
import { number, text } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import type { WordMatch, WordSearch } from './bestDocuments.ts';
import { bestDocuments } from './bestDocuments.ts';
import type { Hit, RankedDocument } from './bm25.ts';
import { frequencyOf, scoreHits, sizeInFile, titleWeight } from './bm25.ts';
import { countAll } from './memoryCounts.ts';
import type { FilteredDocument } from './serverWords.ts';
import { ServerWords } from './serverWords.ts';
import type { WordIndex } from './wordIndexes.ts';
import { wordIndexes } from './wordIndexes.ts';

export interface DocumentFilter {
  /** A condition on `memory_documents d`, with one `?` per parameter. */
  sql: string;
  params: readonly SqlValue[];
}

/** A document with the memory that it is of. */
interface RankedMemory extends RankedDocument {
  kind: string;
  memoryId: string;
}

/** The words of a store, for one transaction. */
export interface StoreWords {
  db: SqlConnection;
  onServer: ServerWords;
}

export function wordsOfStore(db: SqlConnection): StoreWords {
  return { db, onServer: new ServerWords(db) };
}

/** The best documents of an index that contain at least one term and match the filter; in a tie the older one wins. */
export async function rankDocuments(
  words: StoreWords,
  index: WordIndex,
  terms: readonly string[],
  filter: DocumentFilter,
  limit: number,
): Promise<RankedMemory[]> {
  const unique = [...new Set(terms)].filter((term) => term !== '');
  if (unique.length === 0) return [];
  const rank = { fts5: rankFts5, fts4: rankFts4, postgres: rankOnServer }[words.db.dialect];
  return rank({ ...words, index, terms: unique }, filter, limit);
}

/** All memories, and for each term the number of documents of any kind that contain it, counted up to `max`. */
export async function countHolding(
  { db, onServer }: StoreWords,
  terms: readonly string[],
  max: number,
): Promise<{ documents: number; holding: number[] }> {
  if (db.dialect === 'postgres') return onServer.statistics(terms, max);
  const matching = wordIndexes.map((index) => `SELECT 1 FROM ${index} WHERE ${index} MATCH ?1`).join(' UNION ALL ');
  const sql = `SELECT count(*) AS n FROM (${matching} LIMIT ?2)`;
  const holding = await mapInTurn(terms, async (term) => number((await db.get(sql, [quoted(term), max])) ?? {}, 'n'));
  return { documents: await countAll(db), holding };
}

interface Matching extends StoreWords {
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
): Promise<RankedMemory[]> {
  const best = Math.max(200, limit * 4);
  const { ranked, isAll } = await bestDocuments({ terms, search: searchFts5(db, index) }, best);
  const passing = await takePassing(db, ranked, filter, limit);
  if (passing.length === limit || isAll) return passing;
  const all = `SELECT d.id, d.kind, d.memory_id, ${bm25Of(index)} CROSS JOIN memory_documents d ON d.id = ${index}.rowid
     WHERE ${index} MATCH ? AND ${filter.sql} ORDER BY bm25 DESC, d.id LIMIT ?`;
  return (await db.all(all, [anyOf(terms), ...filter.params, limit])).map((row) => withMemory(rankedFromRow(row), row));
}

function searchFts5(db: SqlConnection, index: WordIndex): WordSearch {
  return {
    async documents() {
      const kind = index === 'session_index' ? '=' : '<>';
      const sum = `SELECT coalesce(sum(documents), 0) AS n FROM memory_counts WHERE kind ${kind} 'session'`;
      return number((await db.get(sum)) ?? {}, 'n');
    },
    async ranked(match, limit) {
      const after = match.newest === undefined ? -1 : (await lastId(db)) - match.newest;
      const sql = `SELECT rowid AS id, ${bm25Of(index)} WHERE ${index} MATCH ? AND rowid > ? ORDER BY bm25 DESC, id LIMIT ?`;
      return (await db.all(sql, [expressionOf(match), after, limit])).map(rankedFromRow);
    },
    holding(terms, max) {
      const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT ?)`;
      return mapInTurn(terms, async (term) => number((await db.get(sql, [quoted(term), max])) ?? {}, 'n'));
    },
  };
}

async function lastId(db: SqlConnection): Promise<number> {
  return number((await db.get('SELECT max(id) AS n FROM memory_documents')) ?? {}, 'n');
}

/** FTS5 counts every word of the expression for the score. */
function expressionOf({ terms, needs, scored }: WordMatch): string {
  if (needs === 'all') return terms.map(quoted).join(' AND ');
  return scored.length > terms.length ? `(${anyOf(terms)}) AND (${anyOf(scored)})` : anyOf(terms);
}

function bm25Of(index: WordIndex): string {
  return `-bm25(${index}, ${titleWeight.toFixed(1)}, 1.0) AS bm25 FROM ${index}`;
}

function rankedFromRow(row: SqlRow): RankedDocument {
  return { id: number(row, 'id'), bm25: number(row, 'bm25') };
}

/** As for FTS5, except that the server applies the filter to each document that it ranks. */
async function rankOnServer(
  { onServer, index, terms }: Matching,
  filter: DocumentFilter,
  limit: number,
): Promise<RankedMemory[]> {
  const best = Math.max(200, limit * 4);
  const { ranked, isAll } = await bestDocuments({ terms, search: onServer.searchOf(index, filter) }, best);
  const passing = ranked.flatMap(memoryOf).slice(0, limit);
  if (passing.length === limit || isAll) return passing;
  return (await onServer.passing(index, terms, filter, limit)).flatMap(memoryOf);
}

function memoryOf({ memory, ...document }: FilteredDocument): RankedMemory[] {
  return memory === undefined ? [] : [{ ...document, ...memory }];
}

async function rankFts4(
  { db, index, terms }: Matching,
  filter: DocumentFilter,
  limit: number,
): Promise<RankedMemory[]> {
  const rows = await db.all(
    `SELECT d.id, d.words, matchinfo(${index}, 'pcy') AS hits
     FROM ${index} CROSS JOIN memory_documents d ON d.id = ${index}.docid WHERE ${index} MATCH ?`,
    [anyOf(terms)],
  );
  return takePassing(db, scoreHits(await sizeInFile(db, index), rows.map(hitFromRow)), filter, limit);
}

/** Applies the filter to the best documents in batches until enough match; usually the first batch suffices. */
async function takePassing(
  db: SqlConnection,
  ranked: readonly RankedDocument[],
  filter: DocumentFilter,
  limit: number,
): Promise<RankedMemory[]> {
  const passing: RankedMemory[] = [];
  const batch = Math.max(50, limit);
  for (let start = 0; start < ranked.length && passing.length < limit; start += batch) {
    const slice = ranked.slice(start, start + batch);
    const ids = JSON.stringify(slice.map((document) => document.id));
    const sql = `SELECT d.id, d.kind, d.memory_id FROM json_each(?) j
      ${lookUp(db, { table: 'memory_documents', alias: 'd', where: 'd.id = CAST(j.value AS BIGINT)' })} WHERE ${filter.sql}`;
    const rows = await db.all(sql, [ids, ...filter.params]);
    const passed = new Map(rows.map((row) => [number(row, 'id'), row]));
    for (const document of slice) {
      const row = passed.get(document.id);
      if (row !== undefined) passing.push(withMemory(document, row));
    }
  }
  return passing.slice(0, limit);
}

function withMemory(document: RankedDocument, row: SqlRow): RankedMemory {
  return { ...document, kind: text(row, 'kind'), memoryId: text(row, 'memory_id') };
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
  const frequencies = Array.from({ length: terms }, (_, term) => frequencyOf(at(2 + term * 2), at(3 + term * 2)));
  return { id: number(row, 'id'), words: number(row, 'words'), frequencies };
}
