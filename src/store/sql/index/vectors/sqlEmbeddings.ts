/**
 * The queue of memories to embed, and their vectors. A task is a row of the queue; its lease is the time when it is due
 * again.
 */
import { amongNumbers } from '../../connection/among.ts';
import type {
  EmbeddingProgress,
  EmbeddingState,
  EmbeddingStore,
  EmbeddingTask,
  FinishedEmbedding,
} from '../../../../memory/recall/embeddings.ts';
import { maxEmbeddingAttempts } from '../../../../memory/recall/embeddings.ts';
import type { MemoryRef } from '../../../../memory/shared/memoryRef.ts';
import { memoryKinds } from '../../../../memory/shared/vocabulary.ts';
import { fingerprint } from '../../../../util/fingerprint.ts';
import { flag, insertRow, number, numberOr, text, textOrNull } from '../../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../../connection/sqlConnection.ts';
import { filterFromQuery } from '../documentFilter.ts';
import { embeddedText } from '../embeddingQueue.ts';
import { expiredFacts } from '../liveFacts.ts';
import { count, readDocument } from '../memoryDocuments.ts';
import type { ModelRow } from './modelsInUse.ts';
import { dropVectors, findModel, useModel } from './modelsInUse.ts';
import { bytesFromVector, findNearest, normalised, similaritiesOf } from './nearestVectors.ts';
import { SignCache } from './signCache.ts';
import { signsOf } from './signMatrix.ts';
import { allAtOnce, filterInTurn, mapInTurn } from '../../connection/inTurn.ts';

/** `now` decides which tasks are due. */
export function createSqlEmbeddings(engine: SqlEngine, now: () => Date): EmbeddingStore {
  const signs = new SignCache();
  return {
    useModel: (model) => useModel(engine, model, now()),
    async claim(model, limit, leaseSeconds) {
      const at = now();
      const due = { model, limit, at: at.toISOString(), ahead: new Date(at.getTime() + maxWait).toISOString() };
      // Most polls find nothing, and then need not wait for the write lock.
      if (!(await engine.read((db) => isAnyDue(db, due)))) return [];
      const until = new Date(at.getTime() + leaseSeconds * 1_000).toISOString();
      return engine.write((db) => claimTasks(db, { ...due, until }));
    },
    renew: (tasks, leaseSeconds) =>
      changeTasks(engine, tasks, 'not_before = ?', [new Date(now().getTime() + leaseSeconds * 1_000).toISOString()]),
    complete: (model, finished) => engine.write((db) => storeVectors(db, model, finished)),
    postpone: (tasks, notBefore, error) =>
      changeTasks(engine, tasks, 'attempts = attempts + 1, not_before = ?, last_error = ?', [notBefore, error]),
    release: (tasks, error) =>
      changeTasks(engine, tasks, 'not_before = NULL, last_error = coalesce(?, last_error)', [error]),
    retryFailing: (model) =>
      engine.write(async (db) => {
        const set = 'attempts = 0, not_before = NULL';
        const where = 'model_id = (SELECT id FROM embedding_models WHERE name = ?) AND attempts > 0';
        return (await db.run(`UPDATE embedding_queue SET ${set} WHERE ${where}`, [model])).changes;
      }),
    progress: (model) => engine.read((db) => readProgress(db, model, now())),
    report: () =>
      engine.read(async (db) => {
        const models = await db.all('SELECT name FROM embedding_models ORDER BY last_used DESC, id DESC');
        return await mapInTurn(models, (row) => readProgress(db, text(row, 'name'), now()));
      }),
    nearest: (model, vector, filter, limit) =>
      engine.read(async (db) => {
        const known = await findModel(db, model);
        const direction = normalised(vector);
        if (known === undefined || direction === undefined || known.dimensions !== vector.length) return [];
        const matrix = await signs.read(db, known.id, vector.length);
        return findNearest(db, matrix, {
          modelId: known.id,
          vector: direction,
          filter: filterFromQuery(filter, now().toISOString()),
          limit,
        });
      }),
    similarities: (model, vector, refs) =>
      engine.read(async (db) => {
        const known = await findModel(db, model);
        const direction = normalised(vector);
        if (known === undefined || direction === undefined || known.dimensions !== vector.length)
          return refs.map(() => undefined);
        return similaritiesOf(db, known.id, direction, refs);
      }),
    stateOf: (ref) => engine.read((db) => readState(db, ref)),
    coversAny: (model) =>
      engine.read(async (db) => {
        const sql =
          'SELECT 1 FROM embeddings WHERE model_id = (SELECT id FROM embedding_models WHERE name = ?) LIMIT 1';
        return (await db.get(sql, [model])) !== undefined;
      }),
  };
}

/**
 * Milliseconds; longer than any lease or delay, so a task due later was written with a wrong clock and counts as due.
 */
const maxWait = 86_400_000;

interface Due {
  model: string;
  at: string;
  ahead: string;
  limit: number;
}

const dueRows = `FROM embedding_queue WHERE model_id = (SELECT id FROM embedding_models WHERE name = ?)
                 AND attempts < ${String(maxEmbeddingAttempts)} AND (not_before IS NULL OR not_before <= ? OR not_before > ?)`;

async function isAnyDue(db: SqlConnection, { model, at, ahead }: Due): Promise<boolean> {
  return (await db.get(`SELECT 1 ${dueRows} LIMIT 1`, [model, at, ahead])) !== undefined;
}

async function claimTasks(db: SqlConnection, due: Due & { until: string }): Promise<EmbeddingTask[]> {
  const tasks: EmbeddingTask[] = [];
  for (;;) {
    const { model, at, ahead, limit } = due;
    const rows = await db.all(`SELECT * ${dueRows} ORDER BY id LIMIT ?`, [model, at, ahead, limit - tasks.length]);
    for (const row of rows) {
      const task = await taskFromRow(db, row, at);
      if (task === undefined) await db.run('DELETE FROM embedding_queue WHERE id = ?', [number(row, 'id')]);
      else {
        await db.run('UPDATE embedding_queue SET not_before = ? WHERE id = ?', [due.until, task.id]);
        tasks.push(task);
      }
    }
    if (rows.length === 0 || tasks.length >= due.limit) return tasks;
  }
}

/**
 * Undefined if there is nothing to do: the memory was deleted or expired, has no text, or has not changed since it was
 * embedded.
 */
async function taskFromRow(db: SqlConnection, row: SqlRow, at: string): Promise<EmbeddingTask | undefined> {
  const kind = memoryKinds.find((known) => known === text(row, 'kind'));
  if (kind === undefined) return undefined;
  const memoryId = text(row, 'memory_id');
  const said = await textNow(db, kind, memoryId);
  if (said === '' || (kind === 'fact' && (await hasExpired(db, memoryId, at)))) return undefined;
  const key = [number(row, 'model_id'), kind, memoryId];
  const known = await db.get(
    'SELECT fingerprint FROM embeddings WHERE model_id = ? AND kind = ? AND memory_id = ?',
    key,
  );
  if (known !== undefined && text(known, 'fingerprint') === fingerprint(said)) return undefined;
  return { id: number(row, 'id'), kind, memoryId, text: said, attempts: number(row, 'attempts') };
}

async function hasExpired(db: SqlConnection, id: string, at: string): Promise<boolean> {
  return (await db.get('SELECT 1 FROM facts WHERE id = ? AND expires_at <= ?', [Number(id), at])) !== undefined;
}

async function textNow(db: SqlConnection, kind: EmbeddingTask['kind'], memoryId: string): Promise<string> {
  const document = await readDocument(db, kind, kind === 'session' ? memoryId : Number(memoryId));
  return document === undefined ? '' : embeddedText(document);
}

async function storeVectors(db: SqlConnection, name: string, finished: readonly FinishedEmbedding[]): Promise<number> {
  const model = await findModel(db, name);
  const dimensions = finished[0]?.vector.length;
  if (model === undefined || dimensions === undefined) return 0;
  if (model.dimensions !== dimensions) await setDimensions(db, model, dimensions);
  return (
    await filterInTurn(
      finished,
      async (one) => one.vector.length === dimensions && (await storeVector(db, model.id, one)),
    )
  ).length;
}

async function setDimensions(db: SqlConnection, model: ModelRow, dimensions: number): Promise<void> {
  const isFilled = model.dimensions === null ? 'is_filled' : '0';
  if (model.dimensions !== null) await dropVectors(db, model.id, -1);
  await db.run(`UPDATE embedding_models SET dimensions = ?, is_filled = ${isFilled} WHERE id = ?`, [
    dimensions,
    model.id,
  ]);
}

async function storeVector(db: SqlConnection, modelId: number, { task, vector }: FinishedEmbedding): Promise<boolean> {
  const direction = normalised(vector);
  if (direction === undefined) return false;
  const { changes } = await db.run('DELETE FROM embedding_queue WHERE id = ? AND model_id = ?', [task.id, modelId]);
  if (changes === 0) return false;
  const key = [modelId, task.kind, task.memoryId];
  await db.run('DELETE FROM embeddings WHERE model_id = ? AND kind = ? AND memory_id = ?', key);
  const inserted = await insertRow(
    db,
    'INSERT INTO embeddings (model_id, kind, memory_id, fingerprint, signs) VALUES (?, ?, ?, ?, ?)',
    [...key, fingerprint(task.text), signsOf(direction)],
  );
  const row = [inserted, bytesFromVector(direction)];
  await db.run('INSERT INTO embedding_vectors (id, vector) VALUES (?, ?)', row);
  return true;
}

/** `set` is a constant of this file, with one `?` for each value. */
async function changeTasks(
  engine: SqlEngine,
  tasks: readonly EmbeddingTask[],
  set: string,
  values: readonly SqlValue[],
): Promise<void> {
  if (tasks.length === 0) return;
  const ids = JSON.stringify(tasks.map((task) => task.id));
  const where = `id ${amongNumbers()}`;
  await engine.write((db) => db.run(`UPDATE embedding_queue SET ${set} WHERE ${where}`, [...values, ids]));
}

async function readState(
  db: SqlConnection,
  { kind, id }: MemoryRef,
): Promise<{ isIndexed: boolean; models: EmbeddingState[] }> {
  const [document, rows] = await allAtOnce([
    db.get('SELECT 1 FROM memory_documents WHERE kind = ? AND memory_id = ?', [kind, id]),
    db.all(
      `SELECT m.name, q.attempts, q.last_error, q.id IS NOT NULL AS is_queued FROM embedding_models m
       LEFT JOIN embedding_queue q ON q.model_id = m.id AND q.kind = ?1 AND q.memory_id = ?2
       WHERE q.id IS NOT NULL OR EXISTS
         (SELECT 1 FROM embeddings e WHERE e.model_id = m.id AND e.kind = ?1 AND e.memory_id = ?2)
       ORDER BY m.last_used DESC, m.id DESC`,
      [kind, id],
    ),
  ]);
  return { isIndexed: document !== undefined, models: rows.map(stateFromRow) };
}

/** A queued memory that changed still has its old vector, which counts as queued. */
function stateFromRow(row: SqlRow): EmbeddingState {
  const retries = numberOr(row, 'attempts', 0);
  const isQueued = flag(row, 'is_queued');
  const state = !isQueued ? 'embedded' : retries >= maxEmbeddingAttempts ? 'failed' : 'queued';
  return { model: text(row, 'name'), state, retries, lastError: isQueued ? textOrNull(row, 'last_error') : null };
}

async function readProgress(db: SqlConnection, model: string, now: Date): Promise<EmbeddingProgress> {
  const known = await findModel(db, model);
  const id = known?.id ?? -1;
  const tally = (from: string, ...params: SqlValue[]): Promise<number> =>
    count(db, `SELECT count(*) AS n FROM ${from}`, params);
  const isLive = `NOT (kind = 'fact' AND memory_id IN (${expiredFacts}))`;
  const queue = 'embedding_queue WHERE model_id = ?';
  const failing = await tally(`${queue} AND attempts >= ${String(maxEmbeddingAttempts)}`, id);
  const last = await db.get(
    `SELECT last_error FROM ${queue} AND last_error IS NOT NULL ORDER BY not_before DESC NULLS LAST, id DESC LIMIT 1`,
    [id],
  );
  // Postponed tasks have attempts. A task without attempts that is not due is leased.
  const ahead = new Date(now.getTime() + maxWait).toISOString();
  const held = await db.get(
    `SELECT count(*) AS n, max(not_before) AS until FROM ${queue} AND attempts = 0 AND not_before > ? AND not_before <= ?`,
    [id, now.toISOString(), ahead],
  );
  return {
    model,
    embedded: await tally(`embeddings WHERE model_id = ? AND ${isLive}`, id, now.toISOString()),
    waiting: (await tally(queue, id)) - failing,
    failing,
    held: held === undefined ? 0 : number(held, 'n'),
    heldUntil: held === undefined ? null : textOrNull(held, 'until'),
    dimensions: known?.dimensions ?? null,
    total: await tally(`memory_documents WHERE ${isLive}`, now.toISOString()),
    lastError: last === undefined ? null : textOrNull(last, 'last_error'),
  };
}
