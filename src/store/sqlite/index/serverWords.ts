/**
 * The word indexes of a server: a row for each document with its words, and a GIN index that finds them. The words are
 * ours (`IndexText`), so PostgreSQL's own stems and dictionaries take no part, and documents get the same scores as in
 * SQLite: the server finds the documents, and `bm25.ts` ranks them.
 */
import { mapInTurn } from '../engine/inTurn.ts';
import { number, text } from '../engine/rowReader.ts';
import type { SqlConnection, SqlRow } from '../engine/sqlConnection.ts';
import type { WordSearch } from './bestDocuments.ts';
import type { Hit } from './bm25.ts';
import { frequencyOf, scoreHits } from './bm25.ts';
import { documentGroup } from './memoryCounts.ts';
import type { MemoryDocument } from './memoryDocuments.ts';
import type { WordIndex } from './wordIndexes.ts';
import { wordIndexes } from './wordIndexes.ts';

/** Bytes of a word that PostgreSQL indexes at most; nobody searches for longer ones. */
const maxWordBytes = 2_000;
/** Bytes of all words of a document; PostgreSQL allows a megabyte with its own overhead. */
const maxDocumentBytes = 700_000;

/** Documents counted at most for the weight of a common word. */
const maxCounted = 1_000_000;

/** One statement for all tables, because each one costs the time to the server and back. */
export async function addOnServer(
  db: SqlConnection,
  index: WordIndex,
  document: MemoryDocument,
  indexed: { title: string; body: string; words: number },
): Promise<void> {
  const { kind, memoryId, userId, projectId, sessionId, createdAt } = document;
  const { title, body, words } = indexed;
  await db.run(
    `WITH counted AS (
       INSERT INTO memory_counts (kind, user_id, project_id, documents) VALUES (?, ?, ?, 1)
       ON CONFLICT (kind, user_id, project_id) DO UPDATE SET documents = memory_counts.documents + 1),
     added AS (
       INSERT INTO memory_documents (kind, memory_id, user_id, project_id, session_id, created_at, words)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id)
     INSERT INTO ${index} (id, title, body, words)
     SELECT id, ?, ?, array_to_tsvector(ARRAY(SELECT value FROM json_each(?))) FROM added`,
    [
      ...documentGroup(document),
      ...[kind, memoryId, userId, projectId, sessionId, createdAt, words],
      ...[title, body, JSON.stringify(indexableWords(`${title} ${body}`))],
    ],
  );
}

function indexableWords(words: string): string[] {
  let bytes = 0;
  return [...new Set(words.split(' '))].filter((word) => {
    const length = Buffer.byteLength(word);
    if (length === 0 || length > maxWordBytes || bytes + length > maxDocumentBytes) return false;
    bytes += length + 8;
    return true;
  });
}

/** For each term, the number of documents of any kind that contain it, counted up to `max`. */
export function countOnServer(db: SqlConnection, terms: readonly string[], max: number): Promise<number[]> {
  const holding = wordIndexes.map((index) => `SELECT 1 AS one FROM ${index} WHERE words @@ CAST(?1 AS tsquery)`);
  const sql = `SELECT count(*) AS n FROM (SELECT one FROM (${holding.join(' UNION ALL ')}) h LIMIT ?2) f`;
  return mapInTurn(terms, async (term) => number((await db.get(sql, [lexeme(term), max])) ?? {}, 'n'));
}

/** Ranks at most what one search may read; the caller bounds it by the words that it chooses. */
export function searchOnServer(db: SqlConnection, index: WordIndex): WordSearch {
  const holding = async (term: string, max: number): Promise<number> => {
    const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM ${index} WHERE words @@ CAST(? AS tsquery) LIMIT ?) f`;
    return number((await db.get(sql, [lexeme(term), max])) ?? {}, 'n');
  };
  return {
    holding,
    async ranked({ terms, needs, scored, after }, limit) {
      const rows = await db.all(
        `SELECT d.id, d.words, i.title, i.body FROM ${index} i JOIN memory_documents d ON d.id = i.id
         WHERE i.words @@ CAST(? AS tsquery) AND i.id > ?`,
        [terms.map(lexeme).join(needs === 'any' ? ' | ' : ' & '), after],
      );
      const hits = rows.map((row) => hitFromRow(row, scored));
      const isAll = needs === 'any' && scored.length === terms.length && after < 0;
      const held = isAll ? undefined : await mapInTurn(scored, (term) => holding(term, maxCounted));
      return (await scoreHits(db, index, hits, held)).slice(0, limit);
    },
  };
}

function hitFromRow(row: SqlRow, terms: readonly string[]): Hit {
  const title = countsOf(text(row, 'title'));
  const body = countsOf(text(row, 'body'));
  const frequencies = terms.map((term) => frequencyOf(title.get(term) ?? 0, body.get(term) ?? 0));
  return { id: number(row, 'id'), words: number(row, 'words'), frequencies };
}

function countsOf(words: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Indexed words that start with `prefix`, without duplicates and in byte order. */
export async function wordsOnServer(db: SqlConnection, prefix: string, max: number): Promise<string[]> {
  const each = wordIndexes.map(
    (index) => `SELECT word FROM ${index} i JOIN LATERAL unnest(tsvector_to_array(i.words)) w(word) ON TRUE
      WHERE i.words @@ CAST(?1 AS tsquery) AND starts_with(word, ?2)`,
  );
  const sql = `SELECT word AS term FROM (${each.join(' UNION ')}) w ORDER BY word COLLATE "C" LIMIT ?3`;
  return (await db.all(sql, [`${lexeme(prefix)}:*`, prefix, max])).map((row) => text(row, 'term'));
}

/** A word of the index in a `tsquery`. */
function lexeme(term: string): string {
  return `'${term.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
}
