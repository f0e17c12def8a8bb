/**
 * Reads a file of JSON lines in chunks, from any line on, so that neither its size nor the length of a line matters.
 * Only line feeds end lines. A last line that is still being written is left for later; a line that is not JSON is
 * yielded as unreadable. Bytes that are not UTF-8 become replacement characters, because one truncated character
 * should not cost a line.
 */
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

export type JsonLine = {
  /** Counted from 1 where reading began, including empty lines. */
  lineNumber: number;
  /** The byte offset at which the line begins in the file. */
  start: number;
  /** The byte offset at which to resume after it. */
  offset: number;
} & ({ value: unknown } | { unreadable: string });

const pieceLength = 256 * 1024;
const maxLineLength = 32 * 1024 * 1024;
/** UTF-8 text has no NUL within this many bytes; binary files do. */
const judgedLength = 8 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = '\ufeff';
const noText = 'is not UTF-8 text';

/**
 * The lines from an offset that an earlier read returned; from the beginning if no line begins there any more. A file
 * that is not text yields one unreadable line only. Rejects with the file system's error.
 */
export async function* jsonLinesOf(file: string, from = 0): AsyncGenerator<JsonLine> {
  yield* jsonLinesWithin(file, await placeToGoOn(file, from), Infinity);
}

/** The lines of a byte range. A line cut off by its start is unreadable, and one cut off by its end is omitted. */
export async function* jsonLinesWithin(file: string, from: number, to: number): AsyncGenerator<JsonLine> {
  const handle = await open(file, 'r');
  try {
    if (from === 0 && !(await isText(handle))) yield { lineNumber: 1, start: 0, offset: 0, unreadable: noText };
    else yield* linesWithin(handle, from, to);
  } finally {
    await handle.close();
  }
}

/** Returns the offset if a line ends there, else 0, because the file was replaced. */
export async function placeToGoOn(file: string, offset: number): Promise<number> {
  if (offset <= 0) return 0;
  const handle = await open(file, 'r');
  try {
    const around = Buffer.alloc(2);
    const { bytesRead } = await handle.read(around, 0, 2, offset - 1);
    if (bytesRead === 0) return 0;
    const [before, behind] = around;
    const isLastOfFile = bytesRead === 1;
    return before === lineFeed || isLastOfFile || behind === lineFeed || behind === carriageReturn ? offset : 0;
  } finally {
    await handle.close();
  }
}

async function isText(handle: FileHandle): Promise<boolean> {
  const beginning = Buffer.alloc(judgedLength);
  const { bytesRead } = await handle.read(beginning, 0, judgedLength, 0);
  const first = bytesRead < 2 ? 0 : beginning.readUInt16BE(0);
  return !beginning.subarray(0, bytesRead).includes(0) && first !== 0xfffe && first !== 0xfeff;
}

async function* linesWithin(handle: FileHandle, from: number, to: number): AsyncGenerator<JsonLine> {
  const piece = Buffer.allocUnsafe(pieceLength);
  const unfinished = new UnfinishedLine();
  let lineNumber = 1;
  let start = from;
  for (let at = from; at < to;) {
    const { bytesRead } = await handle.read(piece, 0, Math.min(pieceLength, to - at), at);
    if (bytesRead === 0) break;
    const bytes = piece.subarray(0, bytesRead);
    let begin = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, begin)) {
      const read = readLine(unfinished.endedBy(bytes.subarray(begin, end)), start === 0);
      const offset = at + end + 1;
      if (read !== undefined) yield { lineNumber, start, offset, ...read };
      lineNumber += 1;
      start = offset;
      begin = end + 1;
    }
    unfinished.add(bytes.subarray(begin));
    at += bytesRead;
  }
  const offset = start + unfinished.length;
  const last = readLine(unfinished.endedBy(Buffer.alloc(0)), start === 0);
  if (last !== undefined && 'value' in last && typeof last.value === 'object') {
    yield { lineNumber, start, offset, ...last };
  }
}

/** The start of a line that ends in a later chunk. Of a line that gets too long, only the length is kept. */
class UnfinishedLine {
  length = 0;
  #parts: Buffer[] = [];

  /** Copies the bytes, because the chunk's memory is reused. */
  add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.length += bytes.length;
    if (this.length > maxLineLength) this.#parts = [];
    else this.#parts.push(Buffer.from(bytes));
  }

  /** Returns the whole line, or undefined if it is too long, and resets the buffer. */
  endedBy(bytes: Buffer): Buffer | undefined {
    if (this.length === 0) return bytes;
    this.add(bytes);
    const line = this.length > maxLineLength ? undefined : Buffer.concat(this.#parts);
    this.length = 0;
    this.#parts = [];
    return line;
  }
}

/** Undefined for an empty line. */
function readLine(
  bytes: Buffer | undefined,
  isFirst: boolean,
): { value: unknown } | { unreadable: string } | undefined {
  if (bytes === undefined) return { unreadable: 'is longer than 32 MB' };
  const text = bytes.toString('utf8');
  const line = isFirst && text.startsWith(byteOrderMark) ? text.slice(1) : text;
  if (line.trim() === '') return undefined;
  try {
    return { value: JSON.parse(line) as unknown };
  } catch {
    // The caller reports the line; the parser's own message would not help.
    return { unreadable: bytes.includes(0) ? noText : 'is not JSON; the line may be truncated' };
  }
}
