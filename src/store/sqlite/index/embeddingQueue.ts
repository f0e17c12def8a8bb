/**
 * Keeps vectors and queue true to the documents. Each function runs in the transaction that changes a memory; when no
 * model is in use, they touch two empty tables and cost next to nothing. Whether the text is really another one is looked
 * at when the task is claimed, so that a write does not wait for it.
 */
import { maxEmbeddedTextLength } from '../../../memory/recall/embeddings.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { fingerprint } from '../../../util/fingerprint.ts';
import { number, text } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import type { MemoryDocument } from './memoryDocuments.ts';

/** What a model is shown of a memory: the words as they were said, the headline first. Empty when nothing was said. */
export function embeddedText({ title, body }: Pick<MemoryDocument, 'title' | 'body'>): string {
  const whole = [title.trim(), body.trim()].filter((part) => part !== '').join('\n');
  // A character that the cut would halve is left out, because half of it is no text that can be sent.
  return whole.slice(0, maxEmbeddedTextLength).replace(/[\ud800-\udbff]$/u, '');
}

/**
 * Queues a memory anew for every model in use. A task of it that somebody is working on is no longer the memory's.
 *
 * Neither one statement over all models nor a REPLACE: SQLite guards a statement that may write several rows with a
 * savepoint, and at each savepoint FTS5 writes out what it has gathered, which made imports half as fast.
 */
export function queueEmbedding(db: SqlConnection, kind: MemoryKind, id: string | number): void {
  for (const model of modelIds(db)) queueAgain(db, [model, kind, String(id)]);
}

function queueAgain(db: SqlConnection, key: readonly [model: number, kind: MemoryKind, memoryId: string]): void {
  db.run('DELETE FROM embedding_queue WHERE model_id = ? AND kind = ? AND memory_id = ?', key);
  db.run('INSERT INTO embedding_queue (model_id, kind, memory_id) VALUES (?, ?, ?)', key);
}

/** For a memory that nobody is to find any more. */
export function forgetEmbedding(db: SqlConnection, kind: MemoryKind, id: string | number): void {
  for (const model of modelIds(db)) {
    for (const table of ['embedding_queue', 'embeddings']) {
      db.run(`DELETE FROM ${table} WHERE model_id = ? AND kind = ? AND memory_id = ?`, [model, kind, String(id)]);
    }
  }
}

/** What `reviewEmbedding` needs to know of each model, read once for all documents. */
export function modelIds(db: SqlConnection): number[] {
  return db.all('SELECT id FROM embedding_models ORDER BY id').map((row) => number(row, 'id'));
}

/** While the index is rebuilt: queues a document for each model that has no vector of just this text. */
export function reviewEmbedding(db: SqlConnection, models: readonly number[], document: MemoryDocument): void {
  if (models.length === 0) return;
  const said = fingerprint(embeddedText(document));
  for (const model of models) {
    const key = [model, document.kind, document.memoryId] as const;
    const known = db.get('SELECT fingerprint FROM embeddings WHERE model_id = ? AND kind = ? AND memory_id = ?', key);
    if (known !== undefined && text(known, 'fingerprint') === said) continue;
    queueAgain(db, key);
  }
}

/** After the index was rebuilt: drops what belongs to no document any more. */
export function dropStrayEmbeddings(db: SqlConnection): void {
  for (const table of ['embedding_queue', 'embeddings']) {
    db.run(
      `DELETE FROM ${table} WHERE NOT EXISTS
         (SELECT 1 FROM memory_documents d WHERE d.kind = ${table}.kind AND d.memory_id = ${table}.memory_id)`,
    );
  }
}
