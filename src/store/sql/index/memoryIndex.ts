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
import { dropVirtualTable } from '../connection/dropVirtualTable.ts';
import { insertRow, number, textOrNull } from '../connection/rowReader.ts';
import type { IndexDialect, SqlConnection } from '../connection/sqlConnection.ts';
import type { EmbeddingKey } from './embeddingQueue.ts';
import {
  dropStrayEmbeddings,
  findOutdatedEmbeddings,
  forgetEmbeddings,
  modelIds,
  queueAllEmbeddings,
  queueEmbeddings,
} from './embeddingQueue.ts';
import { addWordsOfFacts, createFactWords, factWordsTable, refreshFactWords } from './factWords.ts';
import { countDocument, createMemoryCounts, memoryCountsTable } from './memoryCounts.ts';
import type { MemoryDocument } from './memoryDocuments.ts';
import { compareDocuments, count, readAllDocuments, readDocuments, readNewMessages } from './memoryDocuments.ts';
import type { IndexedWords } from './serverWords.ts';
import { addOnServer, countAllWords, countWordsLater, maxAtOnce, removeOnServer } from './serverWords.ts';
import { wordIndexes, wordIndexOf } from './wordIndexes.ts';
import type { WordIndex } from './wordIndexes.ts';
import { allAtOnce, everyInTurn, inBatches } from '../connection/inTurn.ts';

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
export function refreshDocument(
  db: SqlConnection,
  indexText: IndexText,
  kind: MemoryKind,
  id: string | number,
): Promise<void> {
  return refreshDocuments(db, indexText, kind, [id]);
}

/** The same for several memories of one kind, of which a server gets many at once. */
export async function refreshDocuments(
  db: SqlConnection,
  indexText: IndexText,
  kind: MemoryKind,
  ids: readonly (string | number)[],
): Promise<void> {
  for await (const batch of inBatches(ids, db.dialect === 'postgres' ? maxAtOnce : 1)) {
    await removeDocuments(db, kind, batch.map(String));
    const documents = await readDocuments(db, kind, batch);
    await addDocuments(db, indexText, documents);
    const known = new Set(documents.map(({ memoryId }) => memoryId));
    await forgetEmbeddings(
      db,
      kind,
      batch.map(String).filter((id) => !known.has(id)),
    );
    await queueEmbeddings(db, kind, [...known]);
    if (kind === 'fact') await refreshFactWords(db, indexText, batch);
  }
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
  const sessions = [...new Set(ids)];
  await forgetEmbeddings(db, 'session', sessions);
  await refreshDocuments(db, indexText, 'session', sessions);
}

/**
 * For a memory that was inserted in this transaction and has no document yet. Does not index the words of a fact. Returns
 * whether it waits for an embedding model.
 */
export async function indexNewMemory(
  db: SqlConnection,
  indexText: IndexText,
  kind: MemoryKind,
  id: string | number,
): Promise<boolean> {
  const [document] = await readDocuments(db, kind, [id]);
  return document !== undefined && indexNewDocument(db, indexText, document);
}

/** The same for a document that the caller has read already. */
export async function indexNewDocument(
  db: SqlConnection,
  indexText: IndexText,
  document: MemoryDocument,
): Promise<boolean> {
  const [models] = await allAtOnce([modelIds(db), addDocuments(db, indexText, [document])]);
  await queueEmbeddings(db, document.kind, [document.memoryId], models);
  return models.length > 0;
}

/** The same for all messages of a user with ids greater than `last`, which it reads in batches, not one at a time. */
export async function indexNewMessages(
  db: SqlConnection,
  indexText: IndexText,
  { userId, last }: { userId: string; last: number },
): Promise<void> {
  const models = await modelIds(db);
  for await (const batch of inBatches(readNewMessages(db, userId, last), maxAtOnce, lengthOf)) {
    await addDocuments(db, indexText, batch);
    const ids = batch.map(({ memoryId }) => memoryId);
    await queueEmbeddings(db, 'message', ids, models);
  }
}

/** Documents that a rebuild adds at once. Node moves long texts of larger batches to where they stay for minutes. */
const maxRebuiltAtOnce = 100;

/**
 * Drops and rebuilds all derived data except vectors, which take hours to make: those that still match the text of
 * their memory are kept. Returns the number of documents.
 */
export async function rebuildIndex(db: SqlConnection, indexText: IndexText): Promise<number> {
  // One statement deletes or queues all that there is, which may take minutes.
  if (db.dialect === 'postgres') await db.exec('SET LOCAL statement_timeout = 0');
  const countsLater = await countWordsLater(db);
  await emptyWords(db);
  await db.exec('DELETE FROM memory_documents');
  const models = await modelIds(db);
  const outdated: EmbeddingKey[] = [];
  let documents = 0;
  for await (const batch of inBatches(readAllDocuments(db), maxRebuiltAtOnce, lengthOf)) {
    await addDocuments(db, indexText, batch);
    const facts = batch.filter(({ kind }) => kind === 'fact').map(({ memoryId }) => Number(memoryId));
    await addWordsOfFacts(db, indexText, facts);
    outdated.push(...(await findOutdatedEmbeddings(db, models, batch)));
    documents += batch.length;
  }
  if (countsLater) await countAllWords(db);
  await dropStrayEmbeddings(db);
  await queueAllEmbeddings(db, outdated);
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

async function removeDocuments(db: SqlConnection, kind: MemoryKind, ids: readonly string[]): Promise<void> {
  // On a server the words follow their document.
  if (db.dialect === 'postgres') return removeOnServer(db, kind, ids);
  for (const memoryId of ids) {
    const old = await db.get('SELECT id, user_id, project_id FROM memory_documents WHERE kind = ? AND memory_id = ?', [
      kind,
      memoryId,
    ]);
    if (old === undefined) continue;
    const group = { kind, userId: textOrNull(old, 'user_id'), projectId: textOrNull(old, 'project_id') };
    await countDocument(db, group, -1);
    await db.run(`DELETE FROM ${wordIndexOf(kind)} WHERE rowid = ?`, [number(old, 'id')]);
    await db.run('DELETE FROM memory_documents WHERE id = ?', [number(old, 'id')]);
  }
}

async function addDocuments(
  db: SqlConnection,
  indexText: IndexText,
  documents: readonly MemoryDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  if (db.dialect === 'postgres') return addOnServer(db, documents, (document) => wordsOf(indexText, document));
  for (const document of documents) await addInFile(db, document, wordsOf(indexText, document));
}

async function addInFile(db: SqlConnection, document: MemoryDocument, words: IndexedWords): Promise<void> {
  const { kind, memoryId, userId, projectId, sessionId, createdAt } = document;
  const id = await insertRow(
    db,
    `INSERT INTO memory_documents (kind, memory_id, user_id, project_id, session_id, created_at, words)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [kind, memoryId, userId, projectId, sessionId, createdAt, words.count],
  );
  const into = `INSERT INTO ${wordIndexOf(kind)} (rowid, title, body) VALUES (?, ?, ?)`;
  await db.run(into, [id, words.title, words.body]);
  await countDocument(db, document, 1);
}

/** Of a document, in characters: long ones make smaller batches. */
const lengthOf = ({ title, body, keywords }: MemoryDocument): number => title.length + body.length + keywords.length;

function wordsOf(indexText: IndexText, document: MemoryDocument): IndexedWords {
  const { keywords } = document;
  const text = keywords === '' ? document.body : `${document.body}\n${keywords}`;
  const [title, body] = [indexText(document.title), indexText(text)];
  return { title, body, count: countWords(title) + countWords(body) };
}

/** The words must be separated by single spaces. */
function countWords(words: string): number {
  if (words === '') return 0;
  let count = 1;
  for (let space = words.indexOf(' '); space !== -1; space = words.indexOf(' ', space + 1)) count += 1;
  return count;
}
