/**
 * The word indexes of a server, which only functions of the database reach: they show a caller no other documents, words
 * or counts than those that the caller may read (`postgres/security/wordSql.ts`). The words are ours (`IndexText`), so
 * PostgreSQL's own stems and dictionaries take no part, and documents get the same scores as in SQLite: the server finds
 * the documents, and `bm25.ts` ranks them.
 */
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { number, text } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import type { WordSearch } from './bestDocuments.ts';
import type { IndexSize } from './bm25.ts';
import { frequencyOf, scoreHits, sizeOf } from './bm25.ts';
import type { MemoryDocument } from './memoryDocuments.ts';
import type { WordIndex } from './wordIndexes.ts';

/** Characters of a word that count; PostgreSQL limits its bytes to 2,000. */
const maxLength = 400;
/** Bytes of all words of a document; PostgreSQL allows a megabyte with its own overhead. */
const maxDocumentBytes = 700_000;

/** Documents counted at most for the weight of a common word. */
const maxCounted = 1_000_000;

/** Documents that are added or removed by one statement. */
export const maxAtOnce = 500;

/**
 * Adds up to `maxAtOnce` documents, in their order, in one statement: their triggers count them and add their words
 * (`postgres/security/wordSql.ts`), once for all of them.
 */
export async function addOnServer(
  db: SqlConnection,
  documents: readonly MemoryDocument[],
  wordsOf: (document: MemoryDocument) => IndexedWords,
): Promise<void> {
  const frequencies: string[] = [];
  const rows = documents.map((document, place) => {
    const words = wordsOf(document);
    const { kind, memoryId, userId, projectId, sessionId, createdAt } = document;
    const names = storableOnes({ kind, memoryId, userId, projectId, sessionId, createdAt });
    frequencies.push(`${JSON.stringify(`${names['kind'] ?? ''}:${names['memoryId'] ?? ''}`)}:${frequenciesIn(words)}`);
    return { ...names, place, words: words.count };
  });
  await db.run(
    `WITH given AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(CAST(? AS jsonb)) AS d(place BIGINT, kind TEXT,
       "memoryId" TEXT, "userId" TEXT, "projectId" TEXT, "sessionId" TEXT, "createdAt" TEXT, words BIGINT)),
     frequencies AS MATERIALIZED (SELECT set_config('bigmind.word_frequencies', ?, TRUE))
     INSERT INTO memory_documents (kind, memory_id, user_id, project_id, session_id, created_at, words)
       SELECT kind, "memoryId", "userId", "projectId", "sessionId", "createdAt", words FROM given, frequencies ORDER BY place`,
    [JSON.stringify(rows), `{${frequencies.join(',')}}`],
  );
}

/** Removes the documents of up to `maxAtOnce` memories of one kind, if there are any. */
export async function removeOnServer(db: SqlConnection, kind: MemoryKind, ids: readonly string[]): Promise<void> {
  await db.run('DELETE FROM memory_documents WHERE kind = ? AND memory_id IN (SELECT value FROM json_each(?))', [
    kind,
    JSON.stringify(ids),
  ]);
}

/**
 * Removes the words of all documents, and lets new ones be counted by `countAllWords`, in this transaction. Each change of a count reads all those
 * before it, so that counts took longer than the rest of an index. False for a login that does not own the schema, which
 * counts at once.
 */
export async function countWordsLater(db: SqlConnection): Promise<boolean> {
  const sql = `SELECT set_config('bigmind.word_counts', 'later', TRUE) FROM pg_class
    WHERE oid = to_regclass('scope_words') AND pg_get_userbyid(relowner) = session_user`;
  if (db.dialect !== 'postgres' || (await db.get(sql)) === undefined) return false;
  await db.exec('DELETE FROM document_words WHERE workspace_id = (SELECT bigmind_workspace())');
  return true;
}

/** Counts the words of all documents of the workspace, after `countWordsLater`. */
export async function countAllWords(db: SqlConnection): Promise<void> {
  await db.exec(`DELETE FROM scope_words WHERE workspace_id = (SELECT bigmind_workspace());
    INSERT INTO scope_words (word, documents, workspace_id) SELECT w.word, count(*), d.workspace_id
      FROM document_words d, LATERAL unnest(tsvector_to_array(d.words)) AS w(word)
      WHERE d.workspace_id = (SELECT bigmind_workspace()) GROUP BY w.word, d.workspace_id;
    SET LOCAL bigmind.word_counts = ''`);
}

/** What indexing makes of the text of a document; the words are separated by single spaces. */
export interface IndexedWords {
  title: string;
  body: string;
  count: number;
}

/** As JSON. An object with so many names takes five times the memory of its text, and lives as long as the statement. */
function frequenciesIn({ title, body }: IndexedWords): string {
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
  const counts: string[] = [];
  for (const [word, frequency] of frequencies) counts.push(`${JSON.stringify(word)}:${String(frequency)}`);
  return `{${counts.join(',')}}`;
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
    async ranked({ terms, needs, scored, newest }, limit) {
      if ((await known()).documents === 0) return [];
      const sql = 'SELECT id, words, frequencies FROM bigmind_find_words(?, ?, ?, ?, ?)';
      const [finding, counting] = [terms, scored].map((words) => JSON.stringify(words.map(cut)));
      const rows = await db.all(sql, [index, finding ?? '', needs, counting ?? '', newest ?? null]);
      const hits = rows.map((row) => ({
        id: number(row, 'id'),
        words: number(row, 'words'),
        frequencies: text(row, 'frequencies').split(' ').map(Number),
      }));
      const isAll = needs === 'any' && scored.length === terms.length && newest === undefined;
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

function cut(word: string): string {
  return storable(word.slice(0, maxLength));
}

function storableOnes(texts: Readonly<Record<string, string | null>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text === null ? null : storable(text)]));
}

/** As the server stores the same text outside of JSON. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{fffd}');
}
