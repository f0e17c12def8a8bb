/**
 * Limits the search to the relevant parts of a text: most of it is prose, and dozens of rules over all of it would
 * cost more than storing it. Every key of an issuer contains a long run without spaces, and one of a few words
 * precedes every assigned secret.
 */
import type { Span } from './span.ts';

export interface Stretch {
  start: number;
  end: number;
}

/** Letters, digits, and the additional characters of both base64 alphabets. */
const runCharacters = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-') {
  runCharacters[character.charCodeAt(0)] = 1;
}

const minRunLength = 16;

export function isInRun(text: string, at: number): boolean {
  return runCharacters[text.charCodeAt(at)] === 1;
}

/** Runs of these characters, at least 16 long. */
export function longRuns(text: string): Stretch[] {
  const runs: Stretch[] = [];
  const { length } = text;
  // Checks only every 16th character: a run that is long enough includes at least one of those.
  let at = minRunLength - 1;
  while (at < length) {
    if (runCharacters[text.charCodeAt(at)] !== 1) {
      at += minRunLength;
      continue;
    }
    let start = at;
    while (start > 0 && runCharacters[text.charCodeAt(start - 1)] === 1) start -= 1;
    let end = at + 1;
    while (end < length && runCharacters[text.charCodeAt(end)] === 1) end += 1;
    if (end - start >= minRunLength) runs.push({ start, end });
    at = end + minRunLength;
  }
  return runs;
}

/** Where an expression with the flag `g` matches. Most texts are short, and `matchAll` would copy the expression. */
export function placesOf(text: string, pattern: RegExp): number[] {
  const places: number[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) places.push(match.index);
  return places;
}

/** The text around each place; parts that touch are merged. */
export function around(places: readonly number[], before: number, after: number): Stretch[] {
  return widened(
    places.map((at) => ({ start: at, end: at })),
    before,
    after,
  );
}

/** Extends each stretch on both sides; stretches that touch are merged. */
export function widened(stretches: readonly Stretch[], before: number, after: number): Stretch[] {
  const wide: Stretch[] = [];
  for (const { start, end } of stretches) {
    const last = wide.at(-1);
    const from = Math.max(0, start - before);
    if (last !== undefined && from <= last.end) last.end = Math.max(last.end, end + after);
    else wide.push({ start: from, end: end + after });
  }
  return wide;
}

/** The spans that `find` returns in these parts of a text, with positions in the whole text. */
export function spansWithin(
  text: string,
  stretches: readonly Stretch[],
  find: (part: string) => readonly Span[],
): Span[] {
  return stretches.flatMap(({ start, end }) =>
    find(text.slice(start, end)).map((span) => ({ ...span, start: span.start + start, end: span.end + start })),
  );
}

const pieceLength = 2_048;
const overlap = 512;

/** A long text in overlapping parts, for expressions that may take quadratic time. */
export function pieces(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  for (let start = 0; start === 0 || start + overlap < text.length; start += pieceLength - overlap) {
    stretches.push({ start, end: start + pieceLength });
  }
  return stretches;
}
