/**
 * The nearest vectors among those that match a filter. All signs are compared in memory, then the full vectors of the
 * best candidates are read and decide. A narrow filter is applied first instead, so that a user who may see few
 * memories still gets all matches.
 */
import { lookUp } from '../../connection/lookUp.ts';
import type { Neighbour } from '../../../../memory/recall/embeddings.ts';
import type { MemoryRef } from '../../../../memory/shared/memoryRef.ts';
import { memoryKinds } from '../../../../memory/shared/vocabulary.ts';
import { blob, number, text } from '../../connection/rowReader.ts';
import type { SqlConnection } from '../../connection/sqlConnection.ts';
import { count } from '../memoryDocuments.ts';
import type { DocumentFilter } from '../rankDocuments.ts';
import type { SignMatrix } from './signMatrix.ts';

/**
 * At least this many candidates, and at least four per requested result, are compared exactly. bench/vectors.ts
 * measures the recall.
 */
const minDepth = 256;
/** If more rows than this must be read for each match, the filter is applied first. */
const maxRowsForOne = 12;
/** Rows sampled to estimate how many match a filter. */
const sampleSize = 96;
const levels = 4_096;

interface NearestQuery {
  modelId: number;
  /** Normalized to length one. */
  vector: Float32Array;
  filter: DocumentFilter;
  limit: number;
}

export async function findNearest(db: SqlConnection, matrix: SignMatrix, query: NearestQuery): Promise<Neighbour[]> {
  if (await letsFewThrough(db, matrix, query)) return findAmongAllowed(db, matrix, query);
  const estimates = matrix.estimate(query.vector);
  const depth = depthOf(query);
  const found: Neighbour[] = [];
  for (let looked = 0; looked < estimates.length && found.length < depth;) {
    const step = looked === 0 ? depth : Math.ceil(((depth - found.length) * looked * 1.2) / found.length);
    const ids = bestRows(estimates, looked + step)
      .slice(looked)
      .map((row) => matrix.idAt(row));
    found.push(...(await readSimilar(db, ids, query)));
    looked += ids.length;
    const isStarving = found.length < depth && found.length * maxRowsForOne < looked;
    if (isStarving && looked < estimates.length) return findAmongAllowed(db, matrix, query);
  }
  return nearestFirst(found, query.limit);
}

function depthOf({ limit }: NearestQuery): number {
  return Math.max(minDepth, limit * 4);
}

/** Samples rows across the whole matrix: it is ordered by time, and filters often select by time. */
async function letsFewThrough(db: SqlConnection, matrix: SignMatrix, { filter }: NearestQuery): Promise<boolean> {
  if (matrix.rows < minDepth * maxRowsForOne) return false;
  const ids = Array.from({ length: sampleSize }, (_, place) => {
    return matrix.idAt(Math.floor(((place + 0.5) * matrix.rows) / sampleSize));
  });
  const sql = `SELECT count(*) AS n FROM json_each(?) j ${lookUp(db, { table: 'embeddings', alias: 'e', where: 'e.id = CAST(j.value AS BIGINT)' })}
    CROSS JOIN memory_documents d ON d.kind = e.kind AND d.memory_id = e.memory_id WHERE ${filter.sql}`;
  return (await count(db, sql, [JSON.stringify(ids), ...filter.params])) * maxRowsForOne < sampleSize;
}

async function findAmongAllowed(db: SqlConnection, matrix: SignMatrix, query: NearestQuery): Promise<Neighbour[]> {
  const { filter, modelId, vector } = query;
  const allowed = (
    await db.all(
      `SELECT e.id FROM memory_documents d
       CROSS JOIN embeddings e ON e.model_id = ? AND e.kind = d.kind AND e.memory_id = d.memory_id
       WHERE ${filter.sql} ORDER BY e.id`,
      [modelId, ...filter.params],
    )
  ).flatMap((row) => matrix.rowOf(number(row, 'id')) ?? []);
  const best = bestRows(matrix.estimateOf(vector, allowed), depthOf(query));
  const ids = best.map((place) => matrix.idAt(allowed[place] ?? -1));
  return nearestFirst(await readSimilar(db, ids, query), query.limit);
}

/** The vectors that still exist and match the filter, in no particular order. */
async function readSimilar(
  db: SqlConnection,
  ids: readonly number[],
  { vector, filter }: NearestQuery,
): Promise<Neighbour[]> {
  const rows = await db.all(
    `SELECT e.kind, e.memory_id, v.vector FROM json_each(?) j
     ${lookUp(db, { table: 'embeddings', alias: 'e', where: 'e.id = CAST(j.value AS BIGINT)' })}
     CROSS JOIN memory_documents d ON d.kind = e.kind AND d.memory_id = e.memory_id
     CROSS JOIN embedding_vectors v ON v.id = e.id WHERE ${filter.sql}`,
    [JSON.stringify(ids), ...filter.params],
  );
  return rows.flatMap((row) => {
    const kind = memoryKinds.find((known) => known === text(row, 'kind'));
    if (kind === undefined) return [];
    return [{ kind, id: text(row, 'memory_id'), similarity: product(vector, vectorFromBytes(blob(row, 'vector'))) }];
  });
}

/** For each memory, the cosine of its vector and `vector`, which has length one; undefined if it has no vector. */
export async function similaritiesOf(
  db: SqlConnection,
  modelId: number,
  vector: Float32Array,
  refs: readonly MemoryRef[],
): Promise<(number | undefined)[]> {
  const similarities: (number | undefined)[] = refs.map(() => undefined);
  const rows = await db.all(
    `SELECT j.key AS place, v.vector FROM json_each(?) j
     CROSS JOIN embeddings e ON e.model_id = ? AND e.kind = json_extract(j.value, '$[0]') AND e.memory_id = json_extract(j.value, '$[1]')
     CROSS JOIN embedding_vectors v ON v.id = e.id`,
    [JSON.stringify(refs.map(({ kind, id }) => [kind, id])), modelId],
  );
  for (const row of rows) similarities[number(row, 'place')] = product(vector, vectorFromBytes(blob(row, 'vector')));
  return similarities;
}

function nearestFirst(found: Neighbour[], limit: number): Neighbour[] {
  return found.sort((one, other) => other.similarity - one.similarity).slice(0, limit);
}

/** The indexes of the highest values, highest first; in a tie the lower index first. Sorts only possible candidates. */
export function bestRows(values: Float32Array, count: number): number[] {
  const rows = count < values.length ? rowsAbove(values, lowestLevel(values, count)) : [...values.keys()];
  return rows.sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0) || one - other).slice(0, count);
}

/** A threshold that at least `count` values reach, and not many more unless values repeat. */
function lowestLevel(values: Float32Array, count: number): number {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const scale = highest > lowest ? (levels - 1) / (highest - lowest) : 0;
  const tally = new Uint32Array(levels);
  for (const value of values) {
    const level = Math.floor((value - lowest) * scale);
    tally[level] = (tally[level] ?? 0) + 1;
  }
  let level = levels - 1;
  for (let above = tally[level] ?? 0; above < count && level > 0; above += tally[level] ?? 0) level -= 1;
  return scale === 0 ? lowest : lowest + (level - 0.5) / scale;
}

function rowsAbove(values: Float32Array, min: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row += 1) if ((values[row] ?? 0) >= min) rows.push(row);
  return rows;
}

/**
 * The vector scaled to length one; undefined if it has no direction: empty, all zero, or with a value that is not
 * finite.
 */
export function normalised(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(product(vector, vector));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : undefined;
}

/** The numbers in the byte order of the machine, which is little-endian wherever VS Code runs. */
export function bytesFromVector(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function vectorFromBytes(bytes: Uint8Array): Float32Array {
  // Copied, because the driver's bytes may not be aligned to four bytes.
  return new Float32Array(bytes.slice().buffer);
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place += 1) sum += (one[place] ?? 0) * (other[place] ?? 0);
  return sum;
}
