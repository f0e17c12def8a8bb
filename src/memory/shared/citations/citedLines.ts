/**
 * Finds cited lines in a file as it is today, without storing any code: a fingerprint has one short hash for each line.
 * Indentation, line ends and the amount of white space within a line do not matter; every other change does.
 */
import type { LineRange } from './sourceRef.ts';

/** A longer citation has no fingerprint. */
const maxCitedLines = 200;

/** How many letters and digits make it likely that lines in another place are the same lines. */
const minCertainLetters = 10;
/** How far from their old place lines are looked for first. */
const nearbyLines = 100;
/** In characters; a line of generated code may be very long. */
const inspectedLength = 10_000;

/** Where cited lines are today. */
export type LinesToday = { state: 'there' } | { state: 'moved'; lines: LineRange } | { state: 'gone' };

/** Lines as they were recorded. */
interface RecordedLines {
  /** What `FileLines.fingerprint` returned. */
  fingerprint: string;
  /** The first line at that time, from 1. */
  first: number;
}

/** Whether a stored text has the form of a fingerprint. */
export function isFingerprint(text: string): boolean {
  return text.length <= maxCitedLines * 8 && /^[0-9a-z]{1,7}(?: [0-9a-z]{1,7})*$/u.test(text);
}

/** The lines of a file of today. They are hashed once, when a citation is first looked for in other places. */
export class FileLines {
  readonly #text: string;
  #hashes: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** A line break at the end of the file starts no further line. */
  get count(): number {
    return this.#all.length;
  }

  /**
   * One hash for each line of the range in base 36, with `0` for a blank line, joined by spaces. Null if there is
   * nothing that a comparison could find: no letter or digit, more than 200 lines, or lines that the file lacks.
   */
  fingerprint({ first, last }: LineRange): string | null {
    const length = last - first + 1;
    if (length > maxCitedLines || last > this.count || this.#lettersIn(first, length) === 0) return null;
    return this.#hashesAt(first, length)
      .map((hash) => hash.toString(36))
      .join(' ');
  }

  /**
   * The recorded place if the lines are still there, else the nearest other place. Lines with few letters and digits
   * are found elsewhere only in a single place, and lines without any are not.
   */
  locate({ fingerprint, first }: RecordedLines): LinesToday {
    const wanted = fingerprint.split(' ').map((hash) => parseInt(hash, 36));
    const now = this.#hashesAt(first, wanted.length);
    if (now.length === wanted.length && now.every((hash, at) => hash === wanted[at])) return { state: 'there' };
    const moved = this.#nearby(wanted, first) ?? this.#anywhere(wanted, first);
    if (moved === undefined) return { state: 'gone' };
    return { state: 'moved', lines: { first: moved, last: moved + wanted.length - 1 } };
  }

  /** Most lines move only a little, so most of a file need not be hashed. */
  #nearby(wanted: readonly number[], first: number): number | undefined {
    const from = Math.max(1, first - nearbyLines);
    const hashes = this.#hashesAt(from, first - from + wanted.length + nearbyLines);
    const nearest = nearestOf(placesOf(wanted, hashes, from), first);
    const isCertain = nearest !== undefined && this.#lettersIn(nearest, wanted.length) >= minCertainLetters;
    return isCertain ? nearest : undefined;
  }

  #anywhere(wanted: readonly number[], first: number): number | undefined {
    const places = placesOf(wanted, this.#all, 1);
    const nearest = nearestOf(places, first);
    if (nearest === undefined) return undefined;
    const minLetters = places.length === 1 ? 1 : minCertainLetters;
    return this.#lettersIn(nearest, wanted.length) >= minLetters ? nearest : undefined;
  }

  get #all(): readonly number[] {
    this.#hashes ??= hashLines(this.#text, 0, Infinity);
    return this.#hashes;
  }

  /** Fewer than `length` at the end of the file. */
  #hashesAt(first: number, length: number): readonly number[] {
    return (
      this.#hashes?.slice(first - 1, first - 1 + length) ?? hashLines(this.#text, startOf(this.#text, first), length)
    );
  }

  /** Of a long text, only as many as its start has. */
  #lettersIn(first: number, length: number): number {
    const lines = this.#text.slice(startOf(this.#text, first), startOf(this.#text, first + length));
    return lines.slice(0, inspectedLength).match(/[0-9A-Za-z\u0080-\uffff]/gu)?.length ?? 0;
  }
}

/** The offset of a line, from 1; the end of the text if there is no such line. */
function startOf(text: string, line: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return start;
}

function hashLines(text: string, from: number, maxLines: number): number[] {
  const hashes: number[] = [];
  for (let start = from; start < text.length && hashes.length < maxLines;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    hashes.push(hashLine(text, start, end));
    start = end + 1;
  }
  return hashes;
}

/** 32 bits (FNV-1a over UTF-16 units, then mixed); 0 only for a blank line. Does not resist deliberate collisions. */
function hashLine(text: string, start: number, end: number): number {
  let [from, to] = [start, end];
  while (from < to && isSpace(text.charCodeAt(from))) from += 1;
  while (from < to && isSpace(text.charCodeAt(to - 1))) to -= 1;
  if (from === to) return 0;
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) {
    let unit = text.charCodeAt(at);
    if (isSpace(unit)) {
      unit = 0x20;
      while (isSpace(text.charCodeAt(at + 1))) at += 1;
    }
    hash = Math.imul(hash ^ unit, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}

/** Also every control character, such as the carriage return at the end of a line. */
function isSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0;
}

/**
 * The lines at which a sequence starts, ascending; `from` is the line of the first hash. By Knuth, Morris and Pratt, so
 * that repeated lines cost no more.
 */
function placesOf(wanted: readonly number[], all: readonly number[], from: number): number[] {
  const fallbacks = fallbacksOf(wanted);
  const places: number[] = [];
  let matched = 0;
  for (let at = 0; at < all.length; at += 1) {
    while (matched > 0 && all[at] !== wanted[matched]) matched = fallbacks[matched - 1] ?? 0;
    if (all[at] === wanted[matched]) matched += 1;
    if (matched < wanted.length) continue;
    places.push(from + at + 1 - matched);
    matched = fallbacks[matched - 1] ?? 0;
  }
  return places;
}

/** For each part at the start of a sequence, the length of the longest shorter one that it ends with. */
function fallbacksOf(wanted: readonly number[]): number[] {
  const fallbacks = [0];
  let matched = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    while (matched > 0 && wanted[at] !== wanted[matched]) matched = fallbacks[matched - 1] ?? 0;
    if (wanted[at] === wanted[matched]) matched += 1;
    fallbacks.push(matched);
  }
  return fallbacks;
}

function nearestOf(places: readonly number[], first: number): number | undefined {
  let nearest = places[0];
  for (const place of places) {
    if (Math.abs(place - first) < Math.abs((nearest ?? place) - first)) nearest = place;
  }
  return nearest;
}
