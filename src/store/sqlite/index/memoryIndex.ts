/**
 * The full-text index. `memory_documents` maps documents to memories, `session_index` contains the words of sessions,
 * and `memory_index` those of all other kinds. Sessions are separate because they repeat their messages: in one index
 * they would distort word frequencies and document lengths. `IndexText` normalizes the words, so both dialects split at
 * white space only and rank by the same BM25. All of this is derived: `rebuildIndex` rebuilds it from the canonical
 * rows.
 *
 * FTS5 keeps its own copy of the words. Its contentless tables never lower their document count on a delete, so scores
 * would drift with every session that is summarized again.
 */
import type { IndexText } from '../../../memory/shared/ports.ts';
import { indexTextVersion } from '../../../memory/shared/ports.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { dropVirtualTable } from '../engine/dropVirtualTable.ts';
import { insertRow, number, textOrNull } from '../engine/rowReader.ts';
import type { IndexDialect, SqlConnection } from '../engine/sqlConnection.ts';
import { dropStrayEmbeddings, forgetEmbedding, modelIds, queueEmbedding, reviewEmbedding } from './embeddingQueue.ts';
import { createFactWords, factWordsTable, refreshFactWords } from './factWords.ts';
import { countDocument, createMemoryCounts, memoryCountsTable } from './memoryCounts.ts';
import type { MemoryDocument } from './memoryDocuments.ts';
import { compareDocuments, count, readAllDocuments, readDocument, readNewMessages } from './memoryDocuments.ts';
import { addOnServer } from './serverWords.ts';
import { wordIndexes, wordIndexOf } from './wordIndexes.ts';
import type { WordIndex } from './wordIndexes.ts';
import { everyInTurn } from '../engine/inTurn.ts';

/**
 * Stored in the table definition: an index with another word format, or with sessions and other kinds together, is
 * detected and rebuilt.
 */
const wordsMark = `/* words ${String(indexTextVersion)}, sessions apart */`;

/** Every printable ASCII sign that can occur in a word counts as a letter; bytes above ASCII always do. */
const tokenizers: Record<'fts5' | 'fts4', string> = {
  fts5: `fts5(title, body, tokenize = "ascii tokenchars '_-.+#@/:$&*%!?=~'")`,
  fts4: `fts4(title, body, tokenize=simple words ' ')`,
};
const definitionOf = (index: WordIndex, dialect: IndexDialect): string =>
  dialect === 'postgres' ? '' : `CREATE VIRTUAL TABLE ${index} ${wordsMark} USING ${tokenizers[dialect]}`;

/** Updates the index for one memory after its rows changed, in the same transaction. */
export async function refreshDocument(
  db: SqlConnection,
  indexText: IndexText,
  kind: MemoryKind,
  id: string | number,
): Promise<void> {
  const old = await db.get('SELECT id FROM memory_documents WHERE kind = ? AND memory_id = ?', [kind, String(id)]);
  if (old !== undefined) await removeDocument(db, number(old, 'id'), kind);
  const document = await readDocument(db, kind, id);
  if (document === undefined) await forgetEmbedding(db, kind, id);
  else {
    await addDocument(db, indexText, document);
    await queueEmbedding(db, kind, id);
  }
  if (kind === 'fact') await refreshFactWords(db, indexText, id);
}

/**
 * Updates the documents of sessions after some of their messages were deleted or changed. A vector reveals its text, so
 * the old one is deleted at once instead of when it is replaced.
 */
export async function refreshSessionsWithout(
  db: SqlConnection,
  indexText: IndexText,
  ids: Iterable<string>,
): Promise<void> {
  for (const id of new Set(ids)) {
    await forgetEmbedding(db, 'session', id);
    await refreshDocument(db, indexText, 'session', id);
  }
}

/** For a memory that was inserted in this transaction and has no document yet. Does not index the words of a fact. */
export async function indexNewMemory(
  db: SqlConnection,
  indexText: IndexText,
  kind: MemoryKind,
  id: string | number,
): Promise<void> {
  const document = await readDocument(db, kind, id);
  if (document === undefined) return;
  await addDocument(db, indexText, document);
  await queueEmbedding(db, kind, id);
}

/** The same for all messages of a user with ids greater than `last`, which it reads in batches, not one at a time. */
export async function indexNewMessages(
  db: SqlConnection,
  indexText: IndexText,
  { userId, last }: { userId: string; last: number },
): Promise<void> {
  const hasModels = (await modelIds(db)).length > 0;
  for await (const document of readNewMessages(db, userId, last)) {
    await addDocument(db, indexText, document);
    if (hasModels) await queueEmbedding(db, 'message', document.memoryId);
  }
}

/**
 * Drops and rebuilds all derived data except vectors, which take hours to make: those that still match the text of
 * their memory are kept. Returns the number of documents.
 */
export async function rebuildIndex(db: SqlConnection, indexText: IndexText): Promise<number> {
  await emptyWords(db);
  await db.exec('DELETE FROM memory_documents');
  const models = await modelIds(db);
  let documents = 0;
  for await (const document of readAllDocuments(db)) {
    await addDocument(db, indexText, document);
    if (document.kind === 'fact') await refreshFactWords(db, indexText, document.memoryId);
    await reviewEmbedding(db, models, document);
    documents += 1;
  }
  await dropStrayEmbeddings(db);
  return documents;
}

/** SQLite defines the tables again: an older version, or another engine, may have defined them otherwise. */
async function emptyWords(db: SqlConnection): Promise<void> {
  const { dialect } = db;
  if (dialect === 'postgres') {
    for (const table of [memoryCountsTable, factWordsTable]) await db.exec(`DELETE FROM ${table}`);
    return;
  }
  for (const index of wordIndexes) {
    await dropVirtualTable(db, index);
    await db.exec(definitionOf(index, dialect));
  }
  await createMemoryCounts(db);
  await createFactWords(db);
}

/** False if there is no index, or if another engine or an older version defined it or split its words. */
export async function isIndexCurrent(db: SqlConnection): Promise<boolean> {
  const definition = async (table: string): Promise<string | null | undefined> => {
    const row = await db.get('SELECT sql FROM sqlite_schema WHERE name = ?', [table]);
    return row === undefined ? undefined : textOrNull(row, 'sql');
  };
  return (
    (await everyInTurn(
      [factWordsTable, memoryCountsTable],
      async (table) => (await definition(table)) !== undefined,
    )) &&
    (await everyInTurn(wordIndexes, async (index) => (await definition(index)) === definitionOf(index, db.dialect)))
  );
}

/**
 * Makes this connection reload the state of the indexes; it rebuilds nothing. FTS5 checks integrity against what the
 * connection last read, and would report damage after a write by another program. Only a query reloads it.
 */
export async function reloadWordIndex(db: SqlConnection): Promise<void> {
  if (db.dialect === 'postgres') return;
  for (const index of wordIndexes) await db.all(`SELECT rowid FROM ${index} WHERE ${index} MATCH 'anything' LIMIT 1`);
}

/** `missing`: memories that the index lacks; `orphans`: index entries without a memory. */
export async function inspectIndex(db: SqlConnection): Promise<{ missing: number; orphans: number }> {
  let { missing, orphans } = await compareDocuments(db);
  if (db.dialect === 'postgres') {
    return { missing: missing + (await count(db, 'SELECT bigmind_stray_words() AS n')), orphans };
  }
  const key = db.dialect === 'fts4' ? 'docid' : 'id';
  for (const index of wordIndexes) {
    const documents = `SELECT id FROM memory_documents WHERE kind ${index === 'session_index' ? '=' : '<>'} 'session'`;
    const words = `SELECT ${key} AS id FROM ${index}_docsize`;
    missing += await count(db, `SELECT count(*) AS n FROM (${documents}) AS documents WHERE id NOT IN (${words})`);
    orphans += await count(db, `SELECT count(*) AS n FROM (${words}) AS words WHERE id NOT IN (${documents})`);
  }
  return { missing, orphans };
}

async function removeDocument(db: SqlConnection, id: number, kind: MemoryKind): Promise<void> {
  const owner = (await db.get('SELECT user_id, project_id FROM memory_documents WHERE id = ?', [id])) ?? {};
  await countDocument(
    db,
    { kind, userId: textOrNull(owner, 'user_id'), projectId: textOrNull(owner, 'project_id') },
    -1,
  );
  // On a server the words follow their document.
  if (db.dialect !== 'postgres') await db.run(`DELETE FROM ${wordIndexOf(kind)} WHERE rowid = ?`, [id]);
  await db.run('DELETE FROM memory_documents WHERE id = ?', [id]);
}

async function addDocument(db: SqlConnection, indexText: IndexText, document: MemoryDocument): Promise<void> {
  const [title, body] = [indexText(document.title), indexText(document.body)];
  const index = wordIndexOf(document.kind);
  const words = countWords(title) + countWords(body);
  if (db.dialect === 'postgres') return addOnServer(db, document, { title, body, words });
  const { kind, memoryId, userId, projectId, sessionId, createdAt } = document;
  const id = await insertRow(
    db,
    `INSERT INTO memory_documents (kind, memory_id, user_id, project_id, session_id, created_at, words)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [kind, memoryId, userId, projectId, sessionId, createdAt, words],
  );
  await db.run(`INSERT INTO ${index} (rowid, title, body) VALUES (?, ?, ?)`, [id, title, body]);
  await countDocument(db, document, 1);
}

/** The words must be separated by single spaces. */
function countWords(words: string): number {
  if (words === '') return 0;
  let count = 1;
  for (let space = words.indexOf(' '); space !== -1; space = words.indexOf(' ', space + 1)) count += 1;
  return count;
}
