/** Signs of vectors: their product with a query vector, and which rows are the best. */
import { strict as assert } from 'node:assert';
import { bestRows } from '../../src/store/sql/index/vectors/nearestVectors.ts';
import { SignMatrix, signsOf } from '../../src/store/sql/index/vectors/signMatrix.ts';

/** Returns the same numbers in every run, from -1 to 1. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2_147_483_648 - 1;
  });
}

describe('the signs of vectors', () => {
  for (const dimensions of [3, 8, 26, 768]) {
    it(`give the product of a query vector with the signs, in ${String(dimensions)} dimensions`, () => {
      const matrix = new SignMatrix(dimensions);
      const vectors = Array.from({ length: 200 }, (_, row) => numbers(dimensions, row + 1));
      vectors.forEach((vector, row) => matrix.append(row * 3 + 5, signsOf(vector)));
      const question = numbers(dimensions, 99);
      const expected = vectors.map((vector) =>
        vector.reduce((sum, value, place) => sum + (value > 0 ? 1 : -1) * (question[place] ?? 0), 0),
      );
      const estimates = matrix.estimate(question);
      expected.forEach((value, row) => assert.ok(Math.abs(value - (estimates[row] ?? NaN)) < 1e-3));
      assert.deepEqual([...matrix.estimateOf(question, [7, 3])], [estimates[7], estimates[3]]);
      assert.deepEqual(
        [matrix.rows, matrix.lastId, matrix.rowOf(5 + 3 * 120), matrix.rowOf(6)],
        [200, 602, 120, undefined],
      );
    });
  }
});

describe('the best rows', () => {
  const sorted = (values: Float32Array): number[] =>
    [...values.keys()].sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0) || one - other);

  it('have the highest values, and among equal values the earlier rows are first', () => {
    for (const values of [
      numbers(5_000, 1),
      Float32Array.from({ length: 900 }, (_, row) => row % 3),
      new Float32Array(40),
    ]) {
      for (const count of [0, 1, 17, 300, 899, 10_000]) {
        assert.deepEqual(bestRows(values, count), sorted(values).slice(0, count));
      }
    }
  });

  it('are an empty list if there are no values', () => assert.deepEqual(bestRows(new Float32Array(0), 5), []));
});
