/**
 * The full-text index: `memory_documents` says which memory a document is, `session_index` has the words of sessions
 * and `memory_index` those of all other kinds. They are two, because a session repeats its messages: in one index it
 * would change how rare words are and how long documents are. The words come normalized from `IndexText`, so both
 * dialects split at white space only, and both rank by the same BM25. All of this is derived: `rebuildIndex` rebuilds
 * it from the canonical rows.
 *
 * FTS5 keeps its own copy of the words: its contentless tables never lower their document count on a delete, so scores
 * would drift with every session that is summarized again.
 */
import type { IndexText } from '../../../memory/shared/ports.ts';
import { indexTextVersion } from '../../../memory/shared/ports.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { dropVirtualTable } from '../engine/dropVirtualTable.ts';
import { number, textOrNull } from '../engine/rowReader.ts';
import type { IndexDialect, SqlConnection } from '../engine/sqlConnection.ts';
import { dropStrayEmbeddings, forgetEmbedding, modelIds, queueEmbedding, reviewEmbedding } from './embeddingQueue.ts';
import { createFactWords, factWordsTable, refreshFactWords } from './factWords.ts';
import { countDocument, createMemoryCounts, memoryCountsTable } from './memoryCounts.ts';
import type { MemoryDocument } from './memoryDocuments.ts';
import { compareDocuments, count, readAllDocuments, readDocument, readDocumentsAfter } from './memoryDocuments.ts';

/** The virtual tables that hold words; rows are keyed by the id of the document. */
export const wordIndexes = ['memory_index', 'session_index'] as const;
export type WordIndex = (typeof wordIndexes)[number];

/** Where the words of a kind are. */
export const wordIndexOf = (kind: MemoryKind): WordIndex => (kind === 'session' ? 'session_index' : 'memory_index');

/** Kept with the table, so that an index of other words, or one that holds sessions too, is noticed and rebuilt. */
const wordsMark = `/* words ${String(indexTextVersion)}, sessions apart */`;

/** Every printable ASCII sign that could stand in a word counts as a letter; bytes above ASCII always do. */
const tokenizers: Record<IndexDialect, string> = {
  fts5: `fts5(title, body, tokenize = "ascii tokenchars '_-.+#@/:$&*%!?=~'")`,
  fts4: `fts4(title, body, tokenize=simple words ' ')`,
};
const definitionOf = (index: WordIndex, dialect: IndexDialect): string =>
  `CREATE VIRTUAL TABLE ${index} ${wordsMark} USING ${tokenizers[dialect]}`;

/** Brings the index up to date with one memory after its rows changed, in the same transaction. */
export function refreshDocument(db: SqlConnection, indexText: IndexText, kind: MemoryKind, id: string | number): void {
  const old = db.get('SELECT id FROM memory_documents WHERE kind = ? AND memory_id = ?', [kind, String(id)]);
  if (old !== undefined) removeDocument(db, number(old, 'id'), kind);
  const document = readDocument(db, kind, id);
  if (document === undefined) forgetEmbedding(db, kind, id);
  else {
    addDocument(db, indexText, document);
    queueEmbedding(db, kind, id);
  }
  if (kind === 'fact') refreshFactWords(db, indexText, id);
}

/**
 * Brings the documents of sessions up to date after some of their messages were deleted or changed. A vector tells of
 * its text, so the old one goes at once rather than when there is another.
 */
export function refreshSessionsWithout(db: SqlConnection, indexText: IndexText, ids: Iterable<string>): void {
  for (const id of new Set(ids)) {
    forgetEmbedding(db, 'session', id);
    refreshDocument(db, indexText, 'session', id);
  }
}

/** For a memory that was inserted in this transaction and cannot have a document yet. A fact's words are its own affair. */
export function indexNewMemory(db: SqlConnection, indexText: IndexText, kind: MemoryKind, id: string | number): void {
  const document = readDocument(db, kind, id);
  if (document === undefined) return;
  addDocument(db, indexText, document);
  queueEmbedding(db, kind, id);
}

/** The same for all messages with ids above `last`, which reads them at once rather than one by one. */
export function indexNewMessages(db: SqlConnection, indexText: IndexText, last: number): void {
  const hasModels = modelIds(db).length > 0;
  for (const document of readDocumentsAfter(db, 'message', last)) {
    addDocument(db, indexText, document);
    if (hasModels) queueEmbedding(db, 'message', document.memoryId);
  }
}

/**
 * Drops and refills everything derived, but the vectors, which cost hours to make: one that belongs to what its memory
 * still says is kept. Answers with the number of documents.
 */
export function rebuildIndex(db: SqlConnection, indexText: IndexText): number {
  for (const index of wordIndexes) {
    dropVirtualTable(db, index);
    db.exec(definitionOf(index, db.dialect));
  }
  db.exec('DELETE FROM memory_documents');
  createMemoryCounts(db);
  createFactWords(db);
  const models = modelIds(db);
  let documents = 0;
  for (const document of readAllDocuments(db)) {
    addDocument(db, indexText, document);
    if (document.kind === 'fact') refreshFactWords(db, indexText, document.memoryId);
    reviewEmbedding(db, models, document);
    documents += 1;
  }
  dropStrayEmbeddings(db);
  return documents;
}

/** False when there is no index, or another engine or an older program defined it or cut its words. */
export function isIndexCurrent(db: SqlConnection): boolean {
  const definition = (table: string): string | null | undefined => {
    const row = db.get('SELECT sql FROM sqlite_schema WHERE name = ?', [table]);
    return row === undefined ? undefined : textOrNull(row, 'sql');
  };
  return (
    [factWordsTable, memoryCountsTable].every((table) => definition(table) !== undefined) &&
    wordIndexes.every((index) => definition(index) === definitionOf(index, db.dialect))
  );
}

/**
 * Makes this connection look at the index as it stands. FTS5 checks its integrity against what the connection read of
 * it last, and would report damage after another program's write; only a query reads it anew.
 */
export function rebuildWordIndex(db: SqlConnection): void {
  for (const index of wordIndexes) db.all(`SELECT rowid FROM ${index} WHERE ${index} MATCH 'anything' LIMIT 1`);
}

/** Memories that the index lacks, and entries of the index that no memory stands behind. */
export function inspectIndex(db: SqlConnection): { missing: number; orphans: number } {
  let { missing, orphans } = compareDocuments(db);
  const key = db.dialect === 'fts5' ? 'id' : 'docid';
  for (const index of wordIndexes) {
    const documents = `SELECT id FROM memory_documents WHERE (kind = 'session') = ${index === 'session_index' ? '1' : '0'}`;
    const words = `SELECT ${key} AS id FROM ${index}_docsize`;
    missing += count(db, `SELECT count(*) AS n FROM (${documents}) WHERE id NOT IN (${words})`);
    orphans += count(db, `SELECT count(*) AS n FROM (${words}) WHERE id NOT IN (${documents})`);
  }
  return { missing, orphans };
}

function removeDocument(db: SqlConnection, id: number, kind: MemoryKind): void {
  const owner = db.get('SELECT user_id, project_id FROM memory_documents WHERE id = ?', [id]) ?? {};
  countDocument(db, { kind, userId: textOrNull(owner, 'user_id'), projectId: textOrNull(owner, 'project_id') }, -1);
  db.run(`DELETE FROM ${wordIndexOf(kind)} WHERE rowid = ?`, [id]);
  db.run('DELETE FROM memory_documents WHERE id = ?', [id]);
}

function addDocument(db: SqlConnection, indexText: IndexText, document: MemoryDocument): void {
  const title = indexText(document.title);
  const body = indexText(document.body);
  const { lastInsertRowid } = db.run(
    `INSERT INTO memory_documents (kind, memory_id, user_id, project_id, session_id, created_at, words)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [
      document.kind,
      document.memoryId,
      document.userId,
      document.projectId,
      document.sessionId,
      document.createdAt,
      countWords(title) + countWords(body),
    ],
  );
  const index = wordIndexOf(document.kind);
  db.run(`INSERT INTO ${index} (rowid, title, body) VALUES (?, ?, ?)`, [lastInsertRowid, title, body]);
  countDocument(db, document, 1);
}

/** Of words with one space between them. */
function countWords(words: string): number {
  if (words === '') return 0;
  let count = 1;
  for (let space = words.indexOf(' '); space !== -1; space = words.indexOf(' ', space + 1)) count += 1;
  return count;
}
