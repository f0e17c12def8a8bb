/**
 * Splits a stream of bytes into lines with a maximum length. Of a longer line it keeps both ends, so that the line can
 * be identified, and drops the rest as it arrives. Text after the last line feed is not a line, even at the end of the
 * stream.
 */

/** `bytes` without the line feed. For a line that was too long, `head` and `tail` have up to 512 bytes each. */
export type ReadLine = { kind: 'line'; bytes: Buffer } | { kind: 'tooLong'; head: Buffer; tail: Buffer };

const kept = 512;
const lineFeed = 0x0a;

export class LineReader {
  readonly #max: number;
  #parts: Buffer[] = [];
  #length = 0;
  /** Both ends of the current line, if it is already too long. */
  #long: { head: Buffer; tail: Buffer } | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the lines that these bytes complete. */
  take(bytes: Buffer): ReadLine[] {
    const lines: ReadLine[] = [];
    let from = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
      this.#add(bytes.subarray(from, end));
      lines.push(this.#finished());
      from = end + 1;
    }
    this.#add(bytes.subarray(from));
    return lines;
  }

  #add(part: Buffer): void {
    if (this.#long !== undefined) {
      this.#long.tail = lastOf([this.#long.tail, part]);
      return;
    }
    this.#length += part.length;
    // A copy, because a small part would keep the whole chunk in memory.
    if (part.length > 0) this.#parts.push(Buffer.from(part));
    if (this.#length <= this.#max) return;
    const all = Buffer.concat(this.#parts);
    this.#long = { head: Buffer.from(all.subarray(0, kept)), tail: lastOf([all]) };
    this.#parts = [];
  }

  #finished(): ReadLine {
    const line: ReadLine =
      this.#long === undefined
        ? { kind: 'line', bytes: Buffer.concat(this.#parts) }
        : { kind: 'tooLong', ...this.#long };
    this.#parts = [];
    this.#length = 0;
    this.#long = undefined;
    return line;
  }
}

function lastOf(parts: Buffer[]): Buffer {
  const all = Buffer.concat(parts.map((part) => part.subarray(-kept)));
  return Buffer.from(all.subarray(-kept));
}
