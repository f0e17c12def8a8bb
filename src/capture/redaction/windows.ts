/**
 * Looking closely only where it is worth it: most of a text is prose, and dozens of rules over all of it would cost more
 * than storing it. What every key of an issuer has is a long run without a space; what every assigned secret has is one of
 * a few words before it.
 */
import type { Span } from './span.ts';

export interface Stretch {
  start: number;
  end: number;
}

/** Letters, digits, and what base64 adds to them in both its alphabets. */
const runCharacters = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-') {
  runCharacters[character.charCodeAt(0)] = 1;
}

export const shortestRun = 16;

export function isInRun(text: string, at: number): boolean {
  return runCharacters[text.charCodeAt(at)] === 1;
}

/** Runs of these characters, at least 16 long. */
export function longRuns(text: string): Stretch[] {
  const runs: Stretch[] = [];
  const { length } = text;
  // Looks at every 16th character only: a run that is long enough holds at least one of those.
  let at = shortestRun - 1;
  while (at < length) {
    if (runCharacters[text.charCodeAt(at)] !== 1) {
      at += shortestRun;
      continue;
    }
    let start = at;
    while (start > 0 && runCharacters[text.charCodeAt(start - 1)] === 1) start -= 1;
    let end = at + 1;
    while (end < length && runCharacters[text.charCodeAt(end)] === 1) end += 1;
    if (end - start >= shortestRun) runs.push({ start, end });
    at = end + shortestRun;
  }
  return runs;
}

/** Stretches with so much around each; those that touch become one. */
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

/** What `find` finds in these parts of a text, by places in the whole. */
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

/** A long text in parts that overlap, for expressions whose time may grow with the square of what they search. */
export function pieces(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  for (let start = 0; start === 0 || start + overlap < text.length; start += pieceLength - overlap) {
    stretches.push({ start, end: start + pieceLength });
  }
  return stretches;
}
