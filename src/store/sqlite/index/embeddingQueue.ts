/**
 * Keeps vectors and the queue consistent with the documents. Each function runs in the transaction that changes a
 * memory. If no model is in use, two empty tables make this almost free. Whether the text really changed is checked
 * when the task is claimed, so that writes do not wait for it.
 */
import { maxEmbeddedTextLength } from '../../../memory/recall/embeddings.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { fingerprint } from '../../../util/fingerprint.ts';
import { number, text } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import type { MemoryDocument } from './memoryDocuments.ts';

/** The text of a memory that is sent to a model: the original words, headline first. Empty if there is no text. */
export function embeddedText({ title, body }: Pick<MemoryDocument, 'title' | 'body'>): string {
  const whole = [title.trim(), body.trim()].filter((part) => part !== '').join('\n');
  // Drops a surrogate pair that the cut splits: half a character cannot be sent.
  return whole.slice(0, maxEmbeddedTextLength).replace(/[\ud800-\udbff]$/u, '');
}

/**
 * Queues a memory again for every model in use. A task that is in progress for it becomes invalid.
 *
 * This is neither one statement for all models nor a REPLACE. SQLite wraps a statement that may write several rows in a
 * savepoint, and FTS5 flushes its buffered words at each savepoint, which halved the speed of imports.
 */
export async function queueEmbedding(db: SqlConnection, kind: MemoryKind, id: string | number): Promise<void> {
  for (const model of await modelIds(db)) await queueAgain(db, [model, kind, String(id)]);
}

async function queueAgain(
  db: SqlConnection,
  key: readonly [model: number, kind: MemoryKind, memoryId: string],
): Promise<void> {
  await db.run('DELETE FROM embedding_queue WHERE model_id = ? AND kind = ? AND memory_id = ?', key);
  await db.run('INSERT INTO embedding_queue (model_id, kind, memory_id) VALUES (?, ?, ?)', key);
}

/** For a memory that searches must no longer find. */
export async function forgetEmbedding(db: SqlConnection, kind: MemoryKind, id: string | number): Promise<void> {
  for (const model of await modelIds(db)) {
    for (const table of ['embedding_queue', 'embeddings']) {
      await db.run(`DELETE FROM ${table} WHERE model_id = ? AND kind = ? AND memory_id = ?`, [model, kind, String(id)]);
    }
  }
}

/** The ids of all models in use. `reviewEmbedding` takes them as a parameter, so that they are read only once. */
export async function modelIds(db: SqlConnection): Promise<number[]> {
  return (await db.all('SELECT id FROM embedding_models ORDER BY id')).map((row) => number(row, 'id'));
}

/** During an index rebuild: queues a document for each model that has no vector for exactly this text. */
export async function reviewEmbedding(
  db: SqlConnection,
  models: readonly number[],
  document: MemoryDocument,
): Promise<void> {
  if (models.length === 0) return;
  const said = fingerprint(embeddedText(document));
  for (const model of models) {
    const key = [model, document.kind, document.memoryId] as const;
    const known = await db.get(
      'SELECT fingerprint FROM embeddings WHERE model_id = ? AND kind = ? AND memory_id = ?',
      key,
    );
    if (known !== undefined && text(known, 'fingerprint') === said) continue;
    await queueAgain(db, key);
  }
}

/** After an index rebuild: deletes tasks and vectors that have no document. */
export async function dropStrayEmbeddings(db: SqlConnection): Promise<void> {
  for (const table of ['embedding_queue', 'embeddings']) {
    await db.run(
      `DELETE FROM ${table} WHERE NOT EXISTS
         (SELECT 1 FROM memory_documents d WHERE d.kind = ${table}.kind AND d.memory_id = ${table}.memory_id)`,
    );
  }
}
