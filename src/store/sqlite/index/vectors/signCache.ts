/**
 * The signs of each model's vectors as a connection last read them, updated with those added since. Ids only rise and
 * are never reused, so cached signs stay valid. A deleted vector is noticed when it is read; the cache is rebuilt
 * without deleted vectors once they are the majority.
 */
import { count } from '../memoryDocuments.ts';
import { blob, number } from '../../engine/rowReader.ts';
import { SignMatrix } from './signMatrix.ts';
import type { SqlConnection } from '../../engine/sqlConnection.ts';

/** Few enough that their rows are no burden on the memory. */
const batch = 2_000;

interface CachedSigns {
  dimensions: number;
  matrix: SignMatrix;
}

export class SignCache {
  /** A connection that went away takes its signs along: another one may be to another file. */
  readonly #byConnection = new WeakMap<SqlConnection, Map<number, CachedSigns>>();

  /** As they are in the transaction that `db` is in. */
  read(db: SqlConnection, modelId: number, dimensions: number): SignMatrix {
    const models = this.#modelsOf(db);
    const cached = models.get(modelId);
    const isOfUse = cached?.dimensions === dimensions;
    const matrix = isOfUse ? cached.matrix : new SignMatrix(dimensions);
    const before = matrix.rows;
    const live = appendNew(db, modelId, matrix);
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

/** How many vectors the model has; undefined when none came since the last time. */
function appendNew(db: SqlConnection, modelId: number, matrix: SignMatrix): number | undefined {
  let live: number | undefined;
  for (;;) {
    // The plus keeps SQLite from going through an index that knows no order of ids.
    const sql = `SELECT id, signs FROM embeddings WHERE id > ? AND +model_id = ? ORDER BY id LIMIT ${String(batch)}`;
    const rows = db.all(sql, [matrix.lastId, modelId]);
    if (rows.length === 0) return live;
    if (live === undefined) {
      live = count(db, 'SELECT count(*) AS n FROM embeddings WHERE model_id = ?', [modelId]);
      if (matrix.rows === 0) matrix.reserve(live);
    }
    for (const row of rows) matrix.append(number(row, 'id'), blob(row, 'signs'));
    if (rows.length < batch) return live;
  }
}
