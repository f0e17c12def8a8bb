/**
 * The word indexes of a server, which only functions of the database reach: they show a caller no other documents, words
 * or counts than those that the caller may read (`postgres/security/wordSql.ts`). The words are ours (`IndexText`), so
 * PostgreSQL's own stems and dictionaries take no part, and documents get the same scores as in SQLite: the server ranks
 * by the weights that `bm25.ts` gives the words.
 */
import { amongKeys } from '../connection/among.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { lookUp } from '../connection/lookUp.ts';
import { number, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import type { WordMatch, WordSearch } from './bestDocuments.ts';
import type { IndexSize, RankedDocument } from './bm25.ts';
import { frequencyOf, sizeFrom, weightOf } from './bm25.ts';
import type { DocumentFilter } from './rankDocuments.ts';
import type { MemoryDocument } from './memoryDocuments.ts';
import type { WordIndex } from './wordIndexes.ts';

/** Characters of a word that count; PostgreSQL limits its bytes to 2,000. */
const maxLength = 400;
/** Bytes of all words of a document; PostgreSQL allows a megabyte with its own overhead. */
const maxDocumentBytes = 700_000;

/**
 * Documents of a common word are looked up if they are at most this many times as many as the found ones. To look for
 * the word in a found document takes longer, but most of these cannot be one of the best anyway.
 */
const maxTimesFound = 2;

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
  await db.run(`DELETE FROM memory_documents WHERE kind = ? AND memory_id ${amongKeys()}`, [kind, JSON.stringify(ids)]);
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

type ByIndex<T> = Readonly<Record<WordIndex, T>>;

/** What a transaction knows about the words of a server: one statement asks for all of it, and once for each word. */
export class ServerWords {
  readonly #db: SqlConnection;
  readonly #holding = new Map<string, ByIndex<number>>();
  #memories = 0;
  #sizes: ByIndex<IndexSize> | undefined;

  constructor(db: SqlConnection) {
    this.#db = db;
  }

  /** The number of memories that the caller may read, and for each term the number of documents that contain it. */
  async statistics(terms: readonly string[], max: number): Promise<{ documents: number; holding: number[] }> {
    await this.#learn(terms);
    const holding = terms.map((term) => {
      const { memory_index: memories, session_index: sessions } = this.#holdingOf(term);
      return Math.min(max, memories + sessions);
    });
    return { documents: this.#memories, holding };
  }

  /** Finds documents with a memory if they pass the filter. */
  searchOf(index: WordIndex, filter: DocumentFilter): WordSearch<FilteredDocument> {
    const document = `SELECT d.kind, d.memory_id FROM (SELECT * FROM memory_documents WHERE id = r.id OFFSET 0) d WHERE ${filter.sql}`;
    const sql = `SELECT r.id, r.bm25, d.kind, d.memory_id FROM ${rankedByServer} r LEFT JOIN LATERAL (${document}) d ON TRUE
      ORDER BY r.bm25 DESC, r.id`;
    return {
      documents: async () => (await this.#sizeOf(index)).documents,
      holding: async (terms, max) => {
        await this.#learn(terms);
        return terms.map((term) => Math.min(max, this.#holdingOf(term)[index]));
      },
      ranked: async (match, limit) => {
        const asked = await this.#askedOf(index, match, limit);
        return asked === undefined ? [] : (await this.#db.all(sql, [...asked, ...filter.params])).map(filteredFromRow);
      },
    };
  }

  /** The best documents that pass the filter, of all that contain one of the terms. */
  async passing(
    index: WordIndex,
    terms: readonly string[],
    filter: DocumentFilter,
    limit: number,
  ): Promise<FilteredDocument[]> {
    const asked = await this.#askedOf(index, { terms, needs: 'any', scored: terms }, null);
    if (asked === undefined) return [];
    const document = { table: 'memory_documents', alias: 'd', where: 'd.id = r.id' };
    const ordered = `(SELECT * FROM ${rankedByServer} ORDER BY bm25 DESC, id OFFSET 0) r`;
    const sql = `SELECT r.id, r.bm25, d.kind, d.memory_id FROM ${ordered} ${lookUp(this.#db, document)} WHERE ${filter.sql}
      ORDER BY r.bm25 DESC, r.id LIMIT ?`;
    return (await this.#db.all(sql, [...asked, ...filter.params, limit])).map(filteredFromRow);
  }

  /** The values for `rankedByServer`; undefined if the caller may read no document. */
  async #askedOf(
    index: WordIndex,
    { terms, needs, scored, newest }: WordMatch,
    best: number | null,
  ): Promise<SqlValue[] | undefined> {
    await this.#learn(scored);
    const { documents, averageWords } = await this.#sizeOf(index);
    if (documents === 0) return undefined;
    const holding = scored.map((term) => this.#holdingOf(term)[index]);
    const weights = holding.map((holders) => weightOf(documents, holders));
    const found = holding.slice(0, terms.length).reduce((sum, holders) => sum + holders, 0);
    const tooCommon = holding.findIndex((holders, place) => place >= terms.length && holders > found * maxTimesFound);
    const lookup = tooCommon < 0 ? scored.length : tooCommon;
    const words = [JSON.stringify(scored.map(cut)), JSON.stringify(weights)];
    return [index, ...words, terms.length, lookup, needs, averageWords, newest ?? null, best];
  }

  async #sizeOf(index: WordIndex): Promise<IndexSize> {
    if (this.#sizes === undefined) await this.#ask([]);
    return this.#sizes?.[index] ?? { documents: 0, averageWords: 0 };
  }

  #holdingOf(term: string): ByIndex<number> {
    return this.#holding.get(term) ?? { memory_index: 0, session_index: 0 };
  }

  async #learn(terms: readonly string[]): Promise<void> {
    const unknown = terms.filter((term) => !this.#holding.has(term));
    if (unknown.length > 0 || this.#sizes === undefined) await this.#ask(unknown);
  }

  async #ask(terms: readonly string[]): Promise<void> {
    const list = JSON.stringify(terms.map(cut));
    const row = (await this.#db.get(countsOnServer, [list, Number.MAX_SAFE_INTEGER])) ?? {};
    const sizeOf = (name: string): IndexSize =>
      sizeFrom({ documents: row[`${name}_documents`] ?? null, words: row[`${name}_words`] ?? null });
    this.#sizes = { memory_index: sizeOf('memory'), session_index: sizeOf('session') };
    this.#memories = number(row, 'memories');
    const numbers = (name: string): number[] => textOr(row, name, '').split(' ').map(Number);
    const [memories, sessions] = [numbers('memory_holding'), numbers('session_holding')];
    for (const [place, term] of terms.entries()) {
      this.#holding.set(term, { memory_index: memories[place] ?? 0, session_index: sessions[place] ?? 0 });
    }
  }
}

/** A document that was ranked; without a memory if it does not pass the filter. */
export interface FilteredDocument extends RankedDocument {
  memory?: { kind: string; memoryId: string };
}

function filteredFromRow(row: SqlRow): FilteredDocument {
  const [kind, memoryId] = [textOrNull(row, 'kind'), textOrNull(row, 'memory_id')];
  const ranked = { id: number(row, 'id'), bm25: number(row, 'bm25') };
  return kind === null || memoryId === null ? ranked : { ...ranked, memory: { kind, memoryId } };
}

const rankedByServer = 'bigmind_rank_words(?, ?, ?, ?, ?, ?, ?, ?, ?)';

const holdingOn = (index: WordIndex): string =>
  `(SELECT string_agg(CAST(h.n AS TEXT), ' ' ORDER BY h.place) FROM bigmind_count_holding('${index}', ?1, ?2) WITH ORDINALITY AS h(n, place))`;

const countsOnServer = `SELECT m.documents AS memory_documents, m.words AS memory_words, s.documents AS session_documents,
    s.words AS session_words, (SELECT coalesce(sum(documents), 0) FROM memory_counts) AS memories,
    ${holdingOn('memory_index')} AS memory_holding, ${holdingOn('session_index')} AS session_holding
  FROM bigmind_word_totals('memory_index') m, bigmind_word_totals('session_index') s`;

/** For each prefix, the indexed words that start with it, without duplicates and in byte order. */
export async function wordsOnServer(db: SqlConnection, prefixes: readonly string[], max: number): Promise<string[][]> {
  const found = 'CROSS JOIN LATERAL bigmind_words_from(asked.value, ?) AS w(word)';
  const sql = `SELECT asked.key AS place, w.word FROM json_each(?) asked ${found} ORDER BY asked.key, w.word COLLATE "C"`;
  const words = prefixes.map((): string[] => []);
  for (const row of await db.all(sql, [JSON.stringify(prefixes.map(cut)), max])) {
    words[number(row, 'place')]?.push(text(row, 'word'));
  }
  return words;
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
