/** Validates the vectors of a response: finite numbers in rows of one length. */

import type { ModelAnswer } from './provider.ts';
import { fieldOf } from './serverErrors.ts';

/** More than any model has. */
const maxDimensions = 65_536;

/** The end of an error message instead of vectors, if the rows are invalid; `count` is the number of texts sent. */
export function vectorsFrom(rows: readonly unknown[], count: number): Float32Array[] | string {
  if (rows.length !== count) return `it has ${String(rows.length)} vectors for ${String(count)} texts`;
  const vectors: Float32Array[] = [];
  for (const row of rows) {
    const vector = vectorFrom(row);
    if (vector === undefined) return 'a vector is not a list of finite numbers';
    if (vector.length !== (vectors[0] ?? vector).length) return 'its vectors differ in length';
    vectors.push(vector);
  }
  return vectors;
}

/** What a response with one vector reveals about the model that was requested as `asked`. */
export function modelAnswerFrom(
  asked: string,
  { answer, vectors }: { answer: unknown; vectors: readonly Float32Array[] },
): ModelAnswer {
  const name = fieldOf(answer, 'model');
  const dimensions = vectors[0]?.length ?? 0;
  return typeof name === 'string' && !isSameModel(asked, name) ? { dimensions, otherModel: name } : { dimensions };
}

/** Servers add a tag, a date or a file path to a name, or omit parts of it. */
function isSameModel(asked: string, name: string): boolean {
  const [one, other] = [asked, name].map((whole) => whole.toLowerCase().replace(/[^a-z0-9]+/gu, '')) as [
    string,
    string,
  ];
  return one.includes(other) || other.includes(one);
}

function vectorFrom(row: unknown): Float32Array | undefined {
  if (!Array.isArray(row) || row.length === 0 || row.length > maxDimensions) return undefined;
  const vector = new Float32Array(row.length);
  for (const [place, value] of row.entries()) {
    if (typeof value !== 'number') return undefined;
    vector[place] = value;
  }
  // Checked after the conversion, which turns large numbers into infinity.
  return vector.every((value) => Number.isFinite(value)) ? vector : undefined;
}
