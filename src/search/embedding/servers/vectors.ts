/** Vectors out of an answer, once it is certain that they are vectors: numbers that are finite, in rows of one length. */

import type { ModelAnswer } from './provider.ts';
import { fieldOf } from './serverErrors.ts';

/** More than any model gives. */
const maxDimensions = 65_536;

/** A sentence's end instead of vectors, when the rows are of no use; `count` is how many texts were asked about. */
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

/** What an answer with one vector tells of the model that was asked for by the name `asked`. */
export function modelAnswerFrom(
  asked: string,
  { answer, vectors }: { answer: unknown; vectors: readonly Float32Array[] },
): ModelAnswer {
  const name = fieldOf(answer, 'model');
  const dimensions = vectors[0]?.length ?? 0;
  return typeof name === 'string' && !isSameModel(asked, name) ? { dimensions, otherModel: name } : { dimensions };
}

/** Servers add a tag, a date or the path of a file to a name, or leave some of it out. */
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
  // Looked at after the conversion, in which a large number becomes infinite.
  return vector.every((value) => Number.isFinite(value)) ? vector : undefined;
}
