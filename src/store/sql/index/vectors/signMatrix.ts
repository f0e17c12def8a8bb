/**
 * The signs of all vectors of one model in one array, one bit per dimension: 4.8 MB for 50,000 vectors of 768
 * dimensions. The vector of a query keeps its full numbers. Its dot product with the signs finds the nearest vectors
 * much better than a comparison of bits, so few vectors must be read.
 *
 * Rows are only added. The row of a deleted vector stays and refers to nothing.
 */

/** The signs of a vector: bit `i % 8` of byte `i / 8` is set if dimension `i` is positive. */
export function signsOf(vector: Float32Array): Uint8Array {
  const signs = new Uint8Array(bytesOf(vector.length));
  vector.forEach((value, place) => {
    if (value > 0) signs[place >> 3] = (signs[place >> 3] ?? 0) | (1 << (place & 7));
  });
  return signs;
}

function bytesOf(dimensions: number): number {
  return Math.ceil(dimensions / 8);
}

export class SignMatrix {
  readonly #width: number;
  #ids = new Float64Array(64);
  #signs: Uint8Array;
  #rows = 0;

  constructor(dimensions: number) {
    this.#width = bytesOf(dimensions);
    this.#signs = new Uint8Array(64 * this.#width);
  }

  get rows(): number {
    return this.#rows;
  }

  /** The highest id so far; 0 without rows. */
  get lastId(): number {
    return this.#ids[this.#rows - 1] ?? 0;
  }

  idAt(row: number): number {
    return this.#ids[row] ?? 0;
  }

  /** Allocates space for `rows` rows in total. */
  reserve(rows: number): void {
    if (rows <= this.#ids.length) return;
    const ids = new Float64Array(rows);
    ids.set(this.#ids);
    const signs = new Uint8Array(rows * this.#width);
    signs.set(this.#signs);
    this.#ids = ids;
    this.#signs = signs;
  }

  /** Ids must increase from row to row. */
  append(id: number, signs: Uint8Array): void {
    if (this.#rows === this.#ids.length) this.reserve(this.#rows + Math.max(64, this.#rows >> 2));
    this.#ids[this.#rows] = id;
    this.#signs.set(signs.subarray(0, this.#width), this.#rows * this.#width);
    this.#rows += 1;
  }

  /** The row of an id; undefined if the matrix does not contain it. */
  rowOf(id: number): number | undefined {
    let low = 0;
    let high = this.#rows - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.idAt(middle);
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** For each row, a number that increases with its similarity to the vector; useful only for ordering rows. */
  estimate(vector: Float32Array): Float32Array {
    const sums = sumsByByte(vector, this.#width);
    const estimates = new Float32Array(this.#rows);
    for (let row = 0; row < estimates.length; row += 1) estimates[row] = this.#estimateRow(sums, row);
    return estimates;
  }

  /** The same for the given rows, in their order. */
  estimateOf(vector: Float32Array, rows: readonly number[]): Float32Array {
    const sums = sumsByByte(vector, this.#width);
    return Float32Array.from(rows, (row) => this.#estimateRow(sums, row));
  }

  #estimateRow(sums: Float32Array, row: number): number {
    const signs = this.#signs;
    const start = row * this.#width;
    const pairs = this.#width & ~1;
    // Two sums, so that the processor can add to one without waiting for the other.
    let even = 0;
    let odd = 0;
    for (let byte = 0; byte < pairs; byte += 2) {
      even += sums[(byte << 8) | (signs[start + byte] ?? 0)] ?? 0;
      odd += sums[((byte + 1) << 8) | (signs[start + byte + 1] ?? 0)] ?? 0;
    }
    if (pairs < this.#width) even += sums[(pairs << 8) | (signs[start + pairs] ?? 0)] ?? 0;
    return even + odd;
  }
}

/**
 * For each byte position in a row and each value of that byte: the sum of the vector's eight values with those signs.
 */
function sumsByByte(vector: Float32Array, width: number): Float32Array {
  const sums = new Float32Array(width * 256);
  for (let byte = 0; byte < width; byte += 1) {
    const base = byte * 256;
    for (let bit = 0; bit < 8; bit += 1) sums[base] = (sums[base] ?? 0) - (vector[byte * 8 + bit] ?? 0);
    for (let value = 1; value < 256; value += 1) {
      const lowest = 31 - Math.clz32(value & -value);
      sums[base + value] = (sums[base + (value & (value - 1))] ?? 0) + 2 * (vector[byte * 8 + lowest] ?? 0);
    }
  }
  return sums;
}
