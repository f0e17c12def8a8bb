/** The lines of a Markdown file for edits that leave every other byte as it is. */
import { headingIn, linesOutsideCode, withoutComments } from '../../capture/notes/markdownBlocks.ts';

export interface Heading {
  /** Its line, from 0. */
  place: number;
  /** 1 to 6. */
  level: number;
  /** Without its closing marks and emphasis. */
  title: string;
}

/** The lines with their line ends; joined, they are the text. */
export function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/gu) ?? [];
}

/** The line end that the text uses first. */
export function lineEndOf(text: string): string {
  return /\r\n|\r|\n/u.exec(text)?.[0] ?? '\n';
}

/** The lines that are neither code nor comment; what is in a comment is empty. */
export function proseOf(lines: readonly string[]): ReadonlyMap<number, string> {
  const text = lines.map((line) => line.replace(/[\r\n]+$/u, '')).join('\n');
  const plain = withoutComments(text.replace(/^\ufeff/u, ''));
  return new Map(linesOutsideCode(plain).map(({ line, place }) => [place, line]));
}

export function headingsOf(prose: ReadonlyMap<number, string>): Heading[] {
  return [...prose].flatMap(([place, line]): Heading[] => {
    const found = headingIn(line);
    return found === undefined || found.title === '' ? [] : [{ place, ...found }];
  });
}

/** Where the section of a heading ends: the line of the next heading of its level or above, or the end of the file. */
export function endOfSection(headings: readonly Heading[], of: Heading, length: number): number {
  return headings.find(({ place, level }) => place > of.place && level <= of.level)?.place ?? length;
}

const ruler = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/u;

/**
 * Behind the last line between `from` and `end` that says something. A code block that nobody closed would swallow what
 * follows, so the place is before it.
 */
export function endOfContent(lines: readonly string[], from: number, end: number): number {
  const prose = proseOf(lines);
  let place = end;
  while (place > from && isEmpty(lines[place - 1] ?? '')) place -= 1;
  const last = lines[place - 1] ?? '';
  if (place === from || prose.has(place - 1) || /^\s*(?:`{3,}|~{3,})\s*$/u.test(last)) return place;
  while (place > from && !prose.has(place - 1)) place -= 1;
  return place;
}

function isEmpty(line: string): boolean {
  return line.trim() === '' || ruler.test(line.trimEnd());
}

/** The text with `added` before line `place`, and the line number of the last one that is not empty, from 1. */
export function insertLines(
  lines: readonly string[],
  place: number,
  added: readonly string[],
): { text: string; line: number } {
  const end = lineEndOf(lines.join(''));
  const before = lines.slice(0, place).join('');
  const isCutShort = before !== '' && !/[\r\n]$/u.test(before);
  const text = `${before}${isCutShort ? end : ''}${added.map((line) => line + end).join('')}${lines.slice(place).join('')}`;
  return { text, line: place + added.findLastIndex((line) => line !== '') + 1 };
}
