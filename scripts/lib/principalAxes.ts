/** The directions in which vectors differ most (principal component analysis), for the table of word vectors. */

/** The first `count` axes of centered vectors, each of length 1, with the widest spread first. */
export function principalAxes(vectors: readonly Float64Array[], count: number): Float64Array[] {
  const size = vectors[0]?.length ?? 0;
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors) {
    for (let i = 0; i < size; i += 1) {
      for (let j = 0; j < size; j += 1) add(covariance, i, j, at(vector, i) * at(vector, j));
    }
  }
  const { values, axes } = eigenvectorsOf(covariance);
  const order = [...values.keys()].sort((one, other) => at(values, other) - at(values, one));
  return order.slice(0, count).map((place) => Float64Array.from(axes, (row) => at(row, place)));
}

/** Jacobi's method: rotates two axes at a time until only the diagonal remains. Changes `matrix`. */
function eigenvectorsOf(matrix: Float64Array[]): { values: Float64Array; axes: Float64Array[] } {
  const size = matrix.length;
  const axes = matrix.map((_, i) => Float64Array.from({ length: size }, (__, j) => Number(i === j)));
  for (let sweep = 0; sweep < 15; sweep += 1) {
    for (let p = 0; p < size; p += 1) {
      for (let q = p + 1; q < size; q += 1) {
        const { cosine, sine } = rotationOf(cell(matrix, p, p), cell(matrix, q, q), cell(matrix, p, q));
        for (const row of [...matrix, ...axes]) rotate(row, row, [p, q], { cosine, sine });
        const [one, other] = [matrix[p], matrix[q]];
        if (one && other) for (let k = 0; k < size; k += 1) rotate(one, other, [k, k], { cosine, sine });
      }
    }
  }
  return { values: Float64Array.from(matrix, (row, i) => at(row, i)), axes };
}

interface Rotation {
  cosine: number;
  sine: number;
}

function rotationOf(pp: number, qq: number, pq: number): Rotation {
  if (Math.abs(pq) < 1e-15) return { cosine: 1, sine: 0 };
  const slope = (qq - pp) / (2 * pq);
  const tangent = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.hypot(slope, 1));
  const cosine = 1 / Math.hypot(tangent, 1);
  return { cosine, sine: tangent * cosine };
}

function rotate(one: Float64Array, other: Float64Array, [p, q]: [number, number], { cosine, sine }: Rotation): void {
  const [a, b] = [at(one, p), at(other, q)];
  one[p] = cosine * a - sine * b;
  other[q] = sine * a + cosine * b;
}

function at(vector: Float64Array, place: number): number {
  return vector[place] ?? 0;
}

function cell(matrix: readonly Float64Array[], row: number, column: number): number {
  return matrix[row]?.[column] ?? 0;
}

function add(matrix: readonly Float64Array[], row: number, column: number, value: number): void {
  const cells = matrix[row];
  if (cells !== undefined) cells[column] = at(cells, column) + value;
}
