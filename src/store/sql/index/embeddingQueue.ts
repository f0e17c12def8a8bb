/**
 * Keeps vectors and the queue consistent with the documents. Each function runs in the transaction that changes a
 * memory. If no model is in use, two empty tables make this almost free. Whether the text really changed is checked
 * when the task is claimed, so that writes do not wait for it.
 */
import { amongKeys } from '../connection/among.ts';
import { maxEmbeddedTextLength } from '../../../memory/recall/embeddings.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { fingerprint } from '../../../util/fingerprint.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import type { MemoryDocument } from './memoryDocuments.ts';

/** The text of a memory that is sent to a model: the original words, headline first. Empty if there is no text. */
export function embeddedText({ title, body }: Pick<MemoryDocument, 'title' | 'body'>): string {
  const whole = [title.trim(), body.trim()].filter((part) => part !== '').join('\n');
  // Drops a surrogate pair that the cut splits: half a character cannot be sent.
  return whole.slice(0, maxEmbeddedTextLength).replace(/[\ud800-\udbff]$/u, '');
}

export type EmbeddingKey = readonly [model: number, kind: MemoryKind, memoryId: string];

const ofOne = 'model_id = ? AND kind = ? AND memory_id = ?';
const ofSeveral = `model_id = ? AND kind = ? AND memory_id ${amongKeys()}`;

/**
 * Queues memories again for every model in use, which a caller may know already. A task that is in progress for one
 * becomes invalid.
 *
 * In a file this is neither one statement for all of them nor a REPLACE. SQLite wraps a statement that may write several
 * rows in a savepoint, and FTS5 flushes its buffered words at each savepoint, which halved the speed of imports.
 */
export async function queueEmbeddings(
  db: SqlConnection,
  kind: MemoryKind,
  ids: readonly string[],
  models?: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const model of models ?? (await modelIds(db))) {
    if (db.dialect === 'postgres') await queueOnServer(db, model, kind, ids);
    else for (const id of ids) await queueAgain(db, [model, kind, id]);
  }
}

async function queueAgain(db: SqlConnection, key: EmbeddingKey): Promise<void> {
  await db.run(`DELETE FROM embedding_queue WHERE ${ofOne}`, key);
  await db.run('INSERT INTO embedding_queue (model_id, kind, memory_id) VALUES (?, ?, ?)', key);
}

async function queueOnServer(
  db: SqlConnection,
  model: number,
  kind: MemoryKind,
  ids: readonly string[],
): Promise<void> {
  await deleteFrom(db, 'embedding_queue', [model, kind], ids);
  await db.run(
    `INSERT INTO embedding_queue (model_id, kind, memory_id)
     SELECT CAST(? AS BIGINT), CAST(? AS TEXT), value FROM json_each(?) ORDER BY key`,
    [model, kind, JSON.stringify(ids)],
  );
}

/** For memories that searches must no longer find. */
export async function forgetEmbeddings(db: SqlConnection, kind: MemoryKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const model of await modelIds(db)) {
    for (const table of ['embedding_queue', 'embeddings']) {
      await deleteFrom(db, table, [model, kind], ids);
    }
  }
}

async function deleteFrom(
  db: SqlConnection,
  table: string,
  group: readonly [model: number, kind: MemoryKind],
  ids: readonly string[],
): Promise<void> {
  if (db.dialect === 'postgres')
    await db.run(`DELETE FROM ${table} WHERE ${ofSeveral}`, [...group, JSON.stringify(ids)]);
  else for (const id of ids) await db.run(`DELETE FROM ${table} WHERE ${ofOne}`, [...group, id]);
}

/** The ids of all models in use. A rebuild reads them only once. */
export async function modelIds(db: SqlConnection): Promise<number[]> {
  return (await db.all('SELECT id FROM embedding_models ORDER BY id')).map((row) => number(row, 'id'));
}

/** During an index rebuild: the keys of the vectors that were made from another text than that of their document. */
export async function findOutdatedEmbeddings(
  db: SqlConnection,
  models: readonly number[],
  documents: readonly MemoryDocument[],
): Promise<EmbeddingKey[]> {
  if (models.length === 0) return [];
  const outdated: EmbeddingKey[] = [];
  for (const kind of new Set(documents.map((document) => document.kind))) {
    const ofKind = documents.filter((document) => document.kind === kind);
    const said = new Map(ofKind.map((document) => [document.memoryId, fingerprint(embeddedText(document))]));
    for (const model of models) {
      for (const row of await db.all(fingerprints, [model, kind, JSON.stringify([...said.keys()])])) {
        const [id, known] = [text(row, 'memory_id'), textOrNull(row, 'fingerprint')];
        if (known !== null && known !== said.get(id)) outdated.push([model, kind, id]);
      }
    }
  }
  return outdated;
}

/** Null for a memory without a vector. */
const fingerprints = `SELECT j.value AS memory_id, (SELECT fingerprint FROM embeddings
    WHERE model_id = ? AND kind = ? AND memory_id = j.value LIMIT 1) AS fingerprint FROM json_each(?) j`;

/** After the documents of an index are rebuilt: queues each document that has no vector, or an outdated one. */
export async function queueAllEmbeddings(db: SqlConnection, outdated: readonly EmbeddingKey[]): Promise<void> {
  await db.run('DELETE FROM embedding_queue');
  await db.run(`INSERT INTO embedding_queue (model_id, kind, memory_id)
    SELECT m.id, d.kind, d.memory_id FROM embedding_models m JOIN memory_documents d ON TRUE
    WHERE (SELECT 1 FROM embeddings e WHERE e.model_id = m.id AND e.kind = d.kind AND e.memory_id = d.memory_id LIMIT 1) IS NULL
    ORDER BY d.id, m.id`);
  for (const key of outdated) await queueAgain(db, key);
}

/** After the documents of an index are rebuilt: deletes tasks and vectors that have no document. */
export async function dropStrayEmbeddings(db: SqlConnection): Promise<void> {
  for (const table of ['embedding_queue', 'embeddings']) {
    await db.run(
      `DELETE FROM ${table} WHERE
         (SELECT 1 FROM memory_documents d WHERE d.kind = ${table}.kind AND d.memory_id = ${table}.memory_id LIMIT 1) IS NULL`,
    );
  }
}
