/**
 * Where the rows of a long list stand: every row is equally high, and those that begin a group are higher by the height
 * of a heading. So a place is found without touching any row, however many there are.
 */
export class RowLayout {
  readonly total: number;
  readonly #row: number;
  readonly #heading: number;
  readonly #headed: readonly number[];

  /** Heights in pixels; `headed` are the rows that have a heading, in order. */
  constructor(total: number, heights: { row: number; heading: number }, headed: readonly number[]) {
    this.total = total;
    this.#row = heights.row;
    this.#heading = heights.heading;
    this.#headed = headed;
  }

  get height(): number {
    return this.offsetOf(this.total);
  }

  /** Where the row begins, with its heading. */
  offsetOf(index: number): number {
    return index * this.#row + this.#headingsBefore(index) * this.#heading;
  }

  /** Where the row ends. */
  endOf(index: number): number {
    return this.offsetOf(index + 1);
  }

  /** The row at this place; the first or last one beyond them. */
  indexAt(offset: number): number {
    let low = 0;
    let high = Math.max(0, this.total - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.offsetOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #headingsBefore(index: number): number {
    let low = 0;
    let high = this.#headed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#headed[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
