/**
 * The positions of the rows of a long list. All rows have the same height, and the first row of a group also has a
 * heading. So a position is computed without touching any row, however many there are.
 */
export class RowLayout {
  readonly total: number;
  readonly #row: number;
  readonly #heading: number;
  readonly #headed: readonly number[];

  /** Heights in pixels; `headed` contains the rows with a heading, in order. */
  constructor(total: number, heights: { row: number; heading: number }, headed: readonly number[]) {
    this.total = total;
    this.#row = heights.row;
    this.#heading = heights.heading;
    this.#headed = headed;
  }

  get height(): number {
    return this.offsetOf(this.total);
  }

  /** Where the row starts, including its heading. */
  offsetOf(index: number): number {
    return index * this.#row + this.#headingsBefore(index) * this.#heading;
  }

  /** Where the row ends. */
  endOf(index: number): number {
    return this.offsetOf(index + 1);
  }

  /** The row at this position; outside of the list, the first or last one. */
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
