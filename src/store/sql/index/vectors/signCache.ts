/**
 * The signs of each model's vectors as a connection last read them, plus those added since. Ids only increase and are
 * never reused, so cached signs stay valid. A deleted vector is skipped when its row is read. The cache is rebuilt
 * without deleted vectors once they are the majority.
 */
import { count } from '../memoryDocuments.ts';
import { blob, number } from '../../connection/rowReader.ts';
import { SignMatrix } from './signMatrix.ts';
import type { SqlConnection } from '../../connection/sqlConnection.ts';

/** Small enough that the rows need little memory. */
const batch = 2_000;

interface CachedSigns {
  dimensions: number;
  matrix: SignMatrix;
}

export class SignCache {
  /** Keyed by connection, because another connection may be to another file. */
  readonly #byConnection = new WeakMap<SqlConnection, Map<number, CachedSigns>>();

  /** The signs as seen by the current transaction of `db`. */
  async read(db: SqlConnection, modelId: number, dimensions: number): Promise<SignMatrix> {
    const models = this.#modelsOf(db);
    const cached = models.get(modelId);
    const isOfUse = cached?.dimensions === dimensions;
    const matrix = isOfUse ? cached.matrix : new SignMatrix(dimensions);
    const before = matrix.rows;
    const live = await appendNew(db, modelId, matrix);
    const isMostlyGone = live !== undefined && before > 0 && matrix.rows > 2 * live + batch;
    if (isMostlyGone) {
      models.delete(modelId);
      return this.read(db, modelId, dimensions);
    }
    models.set(modelId, { dimensions, matrix });
    return matrix;
  }

  #modelsOf(db: SqlConnection): Map<number, CachedSigns> {
    const known = this.#byConnection.get(db) ?? new Map<number, CachedSigns>();
    this.#byConnection.set(db, known);
    return known;
  }
}

/** The number of vectors of the model; undefined if none were added since the last time. */
async function appendNew(db: SqlConnection, modelId: number, matrix: SignMatrix): Promise<number | undefined> {
  let live: number | undefined;
  for (;;) {
    // The plus stops SQLite from choosing an index that is not ordered by id.
    const sql = `SELECT id, signs FROM embeddings WHERE id > ? AND +model_id = ? ORDER BY id LIMIT ${String(batch)}`;
    const rows = await db.all(sql, [matrix.lastId, modelId]);
    if (rows.length === 0) return live;
    if (live === undefined) {
      live = await count(db, 'SELECT count(*) AS n FROM embeddings WHERE model_id = ?', [modelId]);
      if (matrix.rows === 0) matrix.reserve(live);
    }
    for (const row of rows) matrix.append(number(row, 'id'), blob(row, 'signs'));
    if (rows.length < batch) return live;
  }
}
