/**
 * Reads a file of JSON lines in chunks, from any line on, so that neither its size nor the length of a line matters.
 * Only line feeds end lines. A last line that is still being written is left for later. Of a damaged line, the whole
 * records are yielded, and the rest as unreadable: zeros, a torn record, two records on a line, a record with raw line
 * feeds in a string. Bytes that are not UTF-8 become replacement characters, because one truncated character should
 * not cost a line.
 */
import type { OpenedFile } from './openedFile.ts';
import { filled, openFile } from './openedFile.ts';
import { ObjectEnd, parsed, parsedObject, salvaged } from './salvage.ts';

export type JsonLine = {
  /** Counted from 1 where reading began, including empty lines. */
  lineNumber: number;
  /** The byte offset at which the record begins in the file. */
  start: number;
  /** The byte offset at which to resume after it: that of its line, unless it is the last one on it. */
  offset: number;
} & ({ value: unknown } | { unreadable: string });

const pieceLength = 256 * 1024;
const maxLineLength = 32 * 1024 * 1024;
/** Bytes that are checked to distinguish text from binary data. */
const judgedLength = 8 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = '\ufeff';
const noText = 'is not UTF-8 text';
const noJson = 'is not JSON; the line may be truncated';
const partlyJson = 'is damaged; the whole records in it were kept';

/**
 * The lines from an offset that an earlier read returned; from the beginning if no line begins there any more. A file
 * that is not text yields one unreadable line only. Rejects with the file system's error, or with `bad_import` for a
 * compressed file that this Node cannot read.
 */
export async function* jsonLinesOf(file: string, from = 0): AsyncGenerator<JsonLine> {
  yield* jsonLinesWithin(file, await placeToGoOn(file, from), Infinity);
}

/** The lines of a byte range. A line cut off by its start is unreadable, and one cut off by its end is omitted. */
export async function* jsonLinesWithin(path: string, from: number, to: number): AsyncGenerator<JsonLine> {
  const file = await openFile(path);
  try {
    if (from === 0 && !(await isText(file))) yield { lineNumber: 1, start: 0, offset: 0, unreadable: noText };
    else yield* recordsOf(linesWithin(file, from, to));
    if (file.isDamaged)
      yield {
        lineNumber: 1,
        start: from,
        offset: from,
        unreadable: 'is followed by damaged compressed data; what precedes that was read',
      };
  } finally {
    await file.close();
  }
}

/** Returns the offset if a line ends there, else 0, because the file was replaced. */
export async function placeToGoOn(path: string, offset: number): Promise<number> {
  if (offset <= 0) return 0;
  const file = await openFile(path);
  try {
    const around = Buffer.alloc(2);
    const length = await filled(file, around, offset - 1);
    if (length === 0) return 0;
    const [before, behind] = around;
    const isLastOfFile = length === 1;
    return before === lineFeed || isLastOfFile || behind === lineFeed || behind === carriageReturn ? offset : 0;
  } finally {
    await file.close();
  }
}

/** Zeros that a crash left do not make a file binary. */
async function isText(file: OpenedFile): Promise<boolean> {
  const beginning = Buffer.alloc(judgedLength);
  const text = beginning.subarray(0, await filled(file, beginning, 0));
  const first = text.length < 2 ? 0 : text.readUInt16BE(0);
  if (first === 0xfffe || first === 0xfeff) return false;
  return !text.includes(0) || text.includes('{"') || text.every((byte) => byte === 0);
}

interface Line {
  lineNumber: number;
  start: number;
  offset: number;
  /** Without zeros; undefined for a line that is too long. */
  text: string | undefined;
  hasZeros: boolean;
  /** False for the last line of the file if it may still grow. */
  isEnded: boolean;
}

async function* linesWithin(file: OpenedFile, from: number, to: number): AsyncGenerator<Line> {
  const piece = Buffer.allocUnsafe(pieceLength);
  const unfinished = new UnfinishedLine();
  let lineNumber = 1;
  let start = from;
  for (let at = from; at < to;) {
    const length = await file.read(piece.subarray(0, Math.min(pieceLength, to - at)), at);
    if (length === 0) break;
    const bytes = piece.subarray(0, length);
    let begin = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, begin)) {
      const offset = at + end + 1;
      yield { lineNumber, start, offset, ...textOf(unfinished.endedBy(bytes.subarray(begin, end))), isEnded: true };
      lineNumber += 1;
      start = offset;
      begin = end + 1;
    }
    unfinished.add(bytes.subarray(begin));
    at += length;
  }
  const offset = start + unfinished.length;
  yield { lineNumber, start, offset, ...textOf(unfinished.endedBy(Buffer.alloc(0))), isEnded: false };
}

function textOf(bytes: Buffer | undefined): Pick<Line, 'text' | 'hasZeros'> {
  const text = bytes?.toString('utf8').replaceAll('\0', '');
  const hasZeros = bytes?.includes(0) === true;
  return { text: text?.startsWith(byteOrderMark) === true ? text.slice(1) : text, hasZeros };
}

/** A record whose string contains raw line feeds, as far as it was read; longer ones are given up. */
interface OpenRecord {
  text: string;
  lines: Line[];
  end: ObjectEnd;
}
const maxOpenLength = 1024 * 1024;
const maxOpenLines = 10_000;

async function* recordsOf(lines: AsyncIterable<Line>): AsyncGenerator<JsonLine> {
  let open: OpenRecord | undefined;
  for await (const line of lines) {
    const { text } = line;
    const whole = text === undefined ? undefined : parsed(text);
    const isWhole = typeof whole === 'object';
    if (open !== undefined && text !== undefined && !isWhole) {
      open.text += `\n${text}`;
      open.lines.push(line);
      const value = open.end.find(`\n${text}`) === undefined ? undefined : parsedObject(open.text);
      if (value !== undefined) {
        yield { ...placeOf(open.lines[0] ?? line), offset: line.offset, value };
        open = undefined;
      } else if (open.text.length > maxOpenLength || open.lines.length > maxOpenLines) {
        yield* piecesOf(open.lines);
        open = undefined;
      }
      continue;
    }
    if (open !== undefined) yield* piecesOf(open.lines);
    open = undefined;
    if (text === undefined) yield { ...placeOf(line), unreadable: 'is longer than 32 MB' };
    else if (isWhole) yield { ...placeOf(line), value: whole };
    else if (text.trim() === '') {
      if (line.hasZeros && line.isEnded) yield { ...placeOf(line), unreadable: noText };
    } else if (text.trimStart().startsWith('{') && line.isEnded) {
      open = { text, lines: [line], end: new ObjectEnd() };
      open.end.find(text);
    } else yield* piecesOf([line]);
  }
  if (open !== undefined) yield* piecesOf(open.lines);
}

/** The whole records of lines that together are none, and what could not be read. */
function* piecesOf(lines: readonly Line[]): Generator<JsonLine> {
  for (const line of lines) {
    const { text = '', start } = line;
    if (text.trim() === '') continue;
    const value = parsed(text);
    if (value !== undefined && line.isEnded) {
      yield { ...placeOf(line), value };
      continue;
    }
    const { records, hasLoss } = salvaged(text);
    // The rest may still be written.
    if (!line.isEnded && hasLoss) continue;
    let [bytes, counted] = [0, 0];
    for (const [place, { at, value: record }] of records.entries()) {
      const isLast = place === records.length - 1 && !hasLoss;
      bytes += Buffer.byteLength(text.slice(counted, at));
      counted = at;
      yield { ...placeOf(line), start: start + bytes, offset: isLast ? line.offset : start, value: record };
    }
    if (hasLoss) yield { ...placeOf(line), unreadable: records.length === 0 ? noJson : partlyJson };
  }
}

function placeOf({ lineNumber, start, offset }: Line): Pick<JsonLine, 'lineNumber' | 'start' | 'offset'> {
  return { lineNumber, start, offset };
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
