/**
 * The models that memories are embedded with. For a model that is new to the store, all memories are queued, in short
 * transactions. Each can be repeated, so a crash between two loses nothing. A model that is unused for
 * `daysOfUnusedModel` days is deleted with its vectors.
 */
import { daysOfUnusedModel } from '../../../../memory/recall/embeddings.ts';
import type { MemoryKind } from '../../../../memory/shared/vocabulary.ts';
import { memoryKinds } from '../../../../memory/shared/vocabulary.ts';
import { flag, number, numberOrNull, text } from '../../connection/rowReader.ts';
import type { SqlConnection, SqlEngine } from '../../connection/sqlConnection.ts';

const batch = 2_000;
const day = 86_400_000;

export interface ModelRow {
  id: number;
  /** Null until the first vector is stored. */
  dimensions: number | null;
}

export async function findModel(db: SqlConnection, name: string): Promise<ModelRow | undefined> {
  const row = await db.get('SELECT id, dimensions FROM embedding_models WHERE name = ?', [name]);
  return row === undefined ? undefined : { id: number(row, 'id'), dimensions: numberOrNull(row, 'dimensions') };
}

export async function useModel(engine: SqlEngine, name: string, now: Date): Promise<void> {
  const at = now.toISOString();
  const noted = new Date(now.getTime() - day).toISOString();
  const unused = new Date(now.getTime() - daysOfUnusedModel * day).toISOString();
  const state = await engine.read(async (db) => {
    const row = await db.get('SELECT last_used, is_filled FROM embedding_models WHERE name = ?', [name]);
    return {
      isNoted: row !== undefined && text(row, 'last_used') > noted,
      isFilled: row !== undefined && flag(row, 'is_filled'),
      unused: (await db.all('SELECT id FROM embedding_models WHERE last_used < ? AND name <> ?', [unused, name])).map(
        (old) => number(old, 'id'),
      ),
    };
  });
  if (!state.isNoted) {
    const note = `INSERT INTO embedding_models (name, last_used) VALUES (?, ?)
                  ON CONFLICT (name) DO UPDATE SET last_used = excluded.last_used`;
    await engine.write((db) => db.run(note, [name, at]));
  }
  if (!state.isFilled) await fillQueue(engine, name);
  for (const id of state.unused) await dropModel(engine, id, unused);
}

async function fillQueue(engine: SqlEngine, name: string): Promise<void> {
  for (const kind of memoryKinds) {
    let last: string | undefined = '';
    while (last !== undefined) {
      const after: string = last;
      last = await engine.write((db) => queueBatch(db, name, kind, after));
    }
  }
  await engine.write((db) => db.run('UPDATE embedding_models SET is_filled = 1 WHERE name = ?', [name]));
}

/** Queues the next documents of a kind. Returns the id of the last one, or undefined if there are no more. */
async function queueBatch(
  db: SqlConnection,
  name: string,
  kind: MemoryKind,
  after: string,
): Promise<string | undefined> {
  const model = await findModel(db, name);
  if (model === undefined) return undefined;
  const next = `SELECT memory_id FROM memory_documents WHERE kind = ? AND memory_id > ? ORDER BY memory_id LIMIT ${String(batch)}`;
  const end = (await db.get(`SELECT max(memory_id) AS last FROM (${next}) AS batch`, [kind, after])) ?? {};
  if (end['last'] === null || end['last'] === undefined) return undefined;
  const last = text(end, 'last');
  await db.run(
    `INSERT INTO embedding_queue (model_id, kind, memory_id)
     SELECT ?, d.kind, d.memory_id FROM memory_documents d
     WHERE d.kind = ? AND d.memory_id > ? AND d.memory_id <= ? AND NOT EXISTS
       (SELECT 1 FROM embeddings e WHERE e.model_id = ? AND e.kind = d.kind AND e.memory_id = d.memory_id)
     ORDER BY d.id ON CONFLICT DO NOTHING`,
    [model.id, kind, after, last, model.id],
  );
  return last;
}

/** Stops if the model is used again in the meantime; `useModel` then queues the deleted memories again. */
async function dropModel(engine: SqlEngine, id: number, unused: string): Promise<void> {
  for (;;) {
    const dropped = await engine.write(async (db) => {
      const row = await db.get('SELECT last_used FROM embedding_models WHERE id = ?', [id]);
      if (row === undefined || text(row, 'last_used') >= unused) return 0;
      await db.run('UPDATE embedding_models SET is_filled = 0 WHERE id = ?', [id]);
      return dropVectors(db, id, batch);
    });
    if (dropped < batch) break;
  }
  await engine.write((db) => db.run('DELETE FROM embedding_models WHERE id = ? AND last_used < ?', [id, unused]));
}

/** Deletes at most `max` vectors of one model (-1: all) and returns how many. */
export async function dropVectors(db: SqlConnection, modelId: number, max: number): Promise<number> {
  const some = `SELECT id FROM embeddings WHERE model_id = ? LIMIT ${String(max < 0 ? Number.MAX_SAFE_INTEGER : max)}`;
  return (await db.run(`DELETE FROM embeddings WHERE id IN (${some})`, [modelId])).changes;
}
