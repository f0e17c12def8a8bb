/**
 * Finds passwords in tables: in Markdown, CSV, TSV and output of databases, a heading such as `password` announces all
 * cells below it, or beside it. Each line is read once.
 */
import type { Span } from '../matching/span.ts';
import { isSecretName, secretNames } from './secretNames.ts';
import { isChosen, isKeyName, isOptionValue } from './secretValues.ts';

interface Cell {
  text: string;
  start: number;
}

const delimiters = ['|', '│', '\t', ';', ','];
const maxLineLength = 4_000;
const heading = new RegExp(
  `^(?<before>[\\p{L}\\p{N}_ ./-]{0,30}?)(?<name>${secretNames})(?:s|er|en)?(?:\\s?（[^）]{0,40}）|\\s[([][^)\\]]{0,40}[)\\]])?$`,
  'iu',
);

/** `places`: where names may be, in order. */
export function passwordTableSpans(text: string, places: readonly number[]): Span[] {
  const spans: Span[] = [];
  let next = 0;
  for (const place of places) {
    if (place < next) continue;
    const start = text.lastIndexOf('\n', place) + 1;
    const line = lineAt(text, start);
    next = start + line.length + 1;
    const delimiter = delimiters.find((one) => line.includes(one));
    if (delimiter === undefined || line.length > maxLineLength) continue;
    const headings = cellsOf(line, start, delimiter);
    const columns = headings.flatMap(({ text: cell }, column) => (isHeading(cell, headings) ? [column] : []));
    if (columns.length === 0 || headings.length < 2 || !isTable(headings, delimiter)) continue;
    const first = headings.findIndex(({ text: cell }) => cell !== '');
    if (delimiter === '|' && columns[0] === first && !isKeyName(headings[first]?.text ?? '')) {
      spans.push(...headings.slice(first + 1).flatMap(spanOf));
    }
    for (; next < text.length;) {
      const row = lineAt(text, next);
      if (row.trim() !== '' && !/^[\s|+:─┼├┤═-]+$/u.test(row)) {
        const cells = row.length > maxLineLength ? [] : cellsOf(row, next, delimiter);
        if (cells.length < 2 || (delimiter === ',' && cells.length < headings.length)) break;
        for (const column of columns) spans.push(...spanOf(cells[column] ?? { text: '', start: 0 }));
      } else if (row.trim() === '') break;
      next += row.length + 1;
    }
  }
  return spans;
}

const inserted = /\binto\s{1,4}[\w."`[\]]{1,120}\s{0,4}\((?<columns>[^()]{1,1000})\)\s{0,4}values\s{0,4}/giu;
const insertedRow = /\s{0,20}\((?<row>(?:'[^'\n]{0,1000}'|[^()'\n]){1,4000})\)\s{0,4},?/uy;

/** `INSERT INTO users (name, password) VALUES ('ann', '…')` */
export function insertedSpans(text: string): Span[] {
  const spans: Span[] = [];
  if (!/values/iu.test(text)) return spans;
  for (const { 0: head, index, groups } of text.matchAll(inserted)) {
    const headings = cellsOf(groups?.['columns'] ?? '', 0, ',');
    const columns = headings.flatMap(({ text: cell }, column) => (isHeading(cell, headings) ? [column] : []));
    if (columns.length === 0) continue;
    insertedRow.lastIndex = index + head.length;
    for (let row = insertedRow.exec(text); row !== null; row = insertedRow.exec(text)) {
      const cells = cellsOf(row.groups?.['row'] ?? '', row.index + row[0].indexOf('(') + 1, ',', "'");
      for (const column of columns) {
        const { text: cell = '', start = 0 } = cells[column] ?? {};
        if (text[start - 1] === "'" && cell.length >= 4 && !/\s/u.test(cell) && isOptionValue(cell)) {
          spans.push({ start, end: start + cell.length, rule: 'password' });
        }
      }
    }
  }
  return spans;
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end);
}

/** Cells without the white space, quotation marks and emphasis around them. */
function cellsOf(line: string, start: number, delimiter: string, quote = '"'): Cell[] {
  const cells: Cell[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    const character = line[at];
    if (character === quote && delimiter !== '|') isQuoted = !isQuoted;
    if (at < line.length && (character !== delimiter || isQuoted || line[at - 1] === '\\')) continue;
    const cell = line.slice(from, at);
    const [lead = ''] = /^[\s"'`*_]*/u.exec(cell) ?? [];
    cells.push({ text: cell.slice(lead.length).replace(/[\s"'`*_]+$/u, ''), start: start + from + lead.length });
    from = at + 1;
  }
  return cells;
}

/** Code and sentences contain these, too; a heading contains few words and no sign of code. */
function isTable(headings: readonly Cell[], delimiter: string): boolean {
  if (delimiter === '\t') return true;
  return headings.every(
    ({ text }, column) =>
      (text === '' && (delimiter === '|' || delimiter === '│') && (column === 0 || column === headings.length - 1)) ||
      (/^[\p{L}\p{M}\p{N}_ .#()（）/:-]{1,40}$/u.test(text) && text.split(' ').length <= 4 && !text.endsWith('.')),
  );
}

const besidePass = /^(?:user|login|name|account|e-?mail|host|server)/iu;

function isHeading(cell: string, headings: readonly Cell[]): boolean {
  const { before = '', name = '' } = heading.exec(cell)?.groups ?? {};
  // Results of tests are in columns of this name, too.
  if (/^pass$/iu.test(cell) && !headings.some(({ text }) => besidePass.test(text))) return false;
  return name !== '' && isSecretName(before, name, '');
}

function spanOf({ text, start }: Cell): Span[] {
  const isSecret = isChosen(text) && !/\s|^(?:min|max)\d/u.test(text);
  return isSecret ? [{ start, end: start + text.length, rule: 'password' }] : [];
}
