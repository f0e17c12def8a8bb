/**
 * The rows of a file, each with the line break after it, for edits that leave every other byte as it is: mixed line
 * breaks, and an end without one.
 */
import { headingsOf, proseOf } from '../writing/markdownLines.ts';

export interface Row {
  text: string;
  /** Empty after the last row only. */
  end: string;
}

export function rowsOf(text: string): Row[] {
  const pieces = text.split(/(\r?\n)/u);
  return pieces.flatMap((piece, place) => (place % 2 === 0 ? [{ text: piece, end: pieces[place + 1] ?? '' }] : []));
}

export function textOf(rows: readonly Row[]): string {
  return rows.map(({ text, end }) => text + end).join('');
}

/** Inserts texts before the row at `place`; each gets the line break of the row above. */
export function insertRows(rows: readonly Row[], place: number, texts: readonly string[]): Row[] {
  const usual = rows.find(({ end }) => end !== '')?.end ?? '\n';
  const above = rows[place - 1];
  const end = above === undefined || above.end === '' ? usual : above.end;
  const added = texts.map((text) => ({ text, end }));
  if (above?.end !== '') return [...rows.slice(0, place), ...added, ...rows.slice(place)];
  const last = added.at(-1);
  if (last !== undefined) last.end = '';
  return [...rows.slice(0, place - 1), { ...above, end: usual }, ...added];
}

/** Removes rows; a file that ended without a line break still does. */
export function removeRows(rows: readonly Row[], place: number, count: number): Row[] {
  const left = [...rows.slice(0, place), ...rows.slice(place + count)];
  const last = left.at(-1);
  return last === undefined ? [] : [...left.slice(0, -1), { ...last, end: '' }];
}

/** A section without its subsections: its heading is at `start`, and the row at `end` is no longer in it. */
interface Section {
  title: string;
  start: number;
  end: number;
}

/** By their headings, in order; headings in code and in comments are none. */
export function sectionsOf(rows: readonly Row[]): Section[] {
  const starts = headingsOf(proseOf(rows.map(({ text }) => text))).map(({ title, place }) => ({ title, start: place }));
  return starts.map((one, index) => ({ ...one, end: starts[index + 1]?.start ?? rows.length }));
}

/** Where a list goes on that ends before the row at `end`: above empty rows and rules, but not above `start`. */
export function listEnd(rows: readonly Row[], start: number, end: number): number {
  let place = end;
  while (place > start && /^(?:\s*[-*_]){0,80}\s*$/u.test(rows[place - 1]?.text ?? '')) place -= 1;
  return place;
}
