/**
 * The word indexes of a server, which only functions of the database reach: they show a caller no other documents, words
 * or counts than those that the caller may read (`postgres/security/wordSql.ts`). The words are ours (`IndexText`), so
 * PostgreSQL's own stems and dictionaries take no part, and documents get the same scores as in SQLite: the server finds
 * the documents, and `bm25.ts` ranks them.
 */
import { number, text } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import type { WordSearch } from './bestDocuments.ts';
import type { IndexSize } from './bm25.ts';
import { frequencyOf, scoreHits, sizeOf } from './bm25.ts';
import { documentGroup } from './memoryCounts.ts';
import type { MemoryDocument } from './memoryDocuments.ts';
import type { WordIndex } from './wordIndexes.ts';

/** Characters of a word that count; PostgreSQL limits its bytes to 2,000. */
const maxLength = 400;
/** Bytes of all words of a document; PostgreSQL allows a megabyte with its own overhead. */
const maxDocumentBytes = 700_000;

/** Documents counted at most for the weight of a common word. */
const maxCounted = 1_000_000;

/** One statement for all tables, because each one costs the time to the server and back. */
export async function addOnServer(
  db: SqlConnection,
  document: MemoryDocument,
  indexed: { title: string; body: string; words: number },
): Promise<void> {
  const { kind, memoryId, userId, projectId, sessionId, createdAt } = document;
  await db.all(
    `WITH counted AS (
       INSERT INTO memory_counts (kind, user_id, project_id, documents) VALUES (?, ?, ?, 1)
       ON CONFLICT (kind, user_id, project_id) DO UPDATE SET documents = memory_counts.documents + 1),
     added AS (
       INSERT INTO memory_documents (kind, memory_id, user_id, project_id, session_id, created_at, words)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id)
     SELECT bigmind_put_words(id, ?) FROM added`,
    [
      ...documentGroup(document),
      ...[kind, memoryId, userId, projectId, sessionId, createdAt, indexed.words],
      JSON.stringify(Object.fromEntries(frequenciesIn(indexed))),
    ],
  );
}

function frequenciesIn({ title, body }: { title: string; body: string }): Map<string, number> {
  const frequencies = new Map<string, number>();
  let bytes = 0;
  const add = (words: string, frequency: number): void => {
    for (const word of words.split(' ').map(cut)) {
      const known = frequencies.get(word);
      if (word === '' || (known === undefined && (bytes += Buffer.byteLength(word) + 16) > maxDocumentBytes)) continue;
      frequencies.set(word, (known ?? 0) + frequency);
    }
  };
  add(title, frequencyOf(1, 0));
  add(body, frequencyOf(0, 1));
  return frequencies;
}

/** For each term, the number of documents of any kind that contain it, counted up to `max`. */
export function countOnServer(db: SqlConnection, terms: readonly string[], max: number): Promise<number[]> {
  return holdersOf(db, null, terms, max);
}

async function holdersOf(
  db: SqlConnection,
  index: WordIndex | null,
  terms: readonly string[],
  max: number,
): Promise<number[]> {
  const sql = 'SELECT n FROM bigmind_count_holding(?, ?, ?)';
  return (await db.all(sql, [index, JSON.stringify(terms.map(cut)), max])).map((row) => number(row, 'n'));
}

/** Ranks at most what one search may read; the caller bounds it by the words that it chooses. */
export function searchOnServer(db: SqlConnection, index: WordIndex): WordSearch {
  let size: Promise<IndexSize> | undefined;
  const known = (): Promise<IndexSize> => (size ??= sizeOf(db, index));
  return {
    documents: async () => (await known()).documents,
    holding: (terms, max) => holdersOf(db, index, terms, max),
    async ranked({ terms, needs, scored, after }, limit) {
      if ((await known()).documents === 0) return [];
      const sql = 'SELECT id, words, frequencies FROM bigmind_find_words(?, ?, ?, ?, ?)';
      const [finding, counting] = [terms, scored].map((words) => JSON.stringify(words.map(cut)));
      const rows = await db.all(sql, [index, finding ?? '', needs, counting ?? '', after]);
      const hits = rows.map((row) => ({
        id: number(row, 'id'),
        words: number(row, 'words'),
        frequencies: text(row, 'frequencies').split(' ').map(Number),
      }));
      const isAll = needs === 'any' && scored.length === terms.length && after < 0;
      const held = isAll ? undefined : await holdersOf(db, index, scored, maxCounted);
      return scoreHits(await known(), hits, held).slice(0, limit);
    },
  };
}

/** Indexed words that start with `prefix`, without duplicates and in byte order. */
export async function wordsOnServer(db: SqlConnection, prefix: string, max: number): Promise<string[]> {
  const sql = 'SELECT word FROM bigmind_words_from(?, ?) AS w(word)';
  return (await db.all(sql, [cut(prefix), max])).map((row) => text(row, 'word'));
}

/** Valid in JSON and in the words of PostgreSQL. */
function cut(word: string): string {
  return word.slice(0, maxLength).toWellFormed().replaceAll('\0', '\u{fffd}');
}
