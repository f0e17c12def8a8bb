/**
 * Reads a memory file, `MEMORY.md` or `SESSION.md`: its entries with line and date, whatever else a person wrote there.
 * Comments, code, questions and what the rules do not understand give none. Reading changes nothing.
 */
import type { IndexText } from '../../memory/shared/ports.ts';
import { linesOf } from '../../util/text.ts';
import { blocksOf, linesOutsideCode } from '../../capture/notes/markdownBlocks.ts';
import type { Box, MarkdownBlock } from '../../capture/notes/markdownBlocks.ts';
import { takeOutConflicts } from './conflicts.ts';
import type { EntryKind, EntryWithLines } from './entry.ts';
import { webMark } from './entry.ts';
import { dateInHeading } from './headingDate.ts';
import { withoutIndentedCode } from './indentedCode.ts';
import { labelledIn, sectionKind } from './labels.ts';
import { resolveProblems } from './resolveProblems.ts';
import { entriesIn } from './statement.ts';
import type { StatementEntry } from './statement.ts';

export interface MemoryFile {
  /** In the order of the file. */
  entries: EntryWithLines[];
  /** Lines, from 1, of unresolved merge conflicts; the entries of both sides are read. */
  conflicts: number[];
}

const nestedBullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;
const endsStatement = /[.!?:;。！？：；]["')\]]?$/u;
/** A shorter line was not broken by an editor. */
const minBrokenLine = 60;
/** In characters; a longer line is a paste. It keeps a text of one line from taking long. */
const maxStatement = 1_500;
const isFix = /^(?:\*\*)?(?:fixed|fix|solved|resolved|behoben|gelöst|gefixt|已?修复|已?解决)(?![\p{Script=Latin}])/iu;

/** `markdown` may begin with a byte order mark and have any line ends. */
export function readMemoryFile(markdown: string, indexText: IndexText): MemoryFile {
  const lines = linesOf(markdown.replace(/^\ufeff/u, ''));
  const conflicts = takeOutConflicts(lines);
  const blocks = blocksOf(withoutIndentedCode(lines.join('\n')), () => true);
  const placeBelow = createPlaceReader();
  const marks = marksIn(lines);
  const found = blocks.flatMap((block) => {
    const { date, section } = placeBelow(block.headings);
    const statements = statementsOf(block);
    const last = block.line + block.text.split('\n').length;
    return statements.flatMap(({ text, line, lines }, place) => {
      // A statement of its own below a task is none of the task.
      const entries = entriesOf(text, place === 0 ? block.box : undefined, section);
      if (entries.length === 0) return [];
      const isFromWeb = isMarked(marks, line, statements[place + 1]?.line ?? last, last);
      const own = { line, lines: marks.get(line + lines) === true ? lines + 1 : lines, date, isFromWeb };
      return entries.map((entry) => ({ entry: { ...entry, ...own }, isFix: isFix.test(text) }));
    });
  });
  resolveProblems(found, indexText);
  return { entries: found.map(({ entry }) => entry), conflicts };
}

/** The lines, from 1, with the mark, and whether each has nothing else. */
function marksIn(lines: readonly string[]): ReadonlyMap<number, boolean> {
  return new Map(
    lines.flatMap((line, place) => (line.includes(webMark) ? [[place + 1, line.trim() === webMark] as const] : [])),
  );
}

/** The mark is behind the text, before line `end`; an editor may have moved it to a line of its own, `next`. */
function isMarked(marks: ReadonlyMap<number, boolean>, first: number, end: number, next: number): boolean {
  if (marks.size === 0) return false;
  for (let line = first; line < end; line += 1) if (marks.has(line)) return true;
  return marks.get(next) === true;
}

interface Place {
  date: string | null;
  section: EntryKind | undefined;
}

/** What headings say about the blocks below them. Many blocks share a list of headings. */
function createPlaceReader(): (headings: readonly string[]) => Place {
  const known = new WeakMap<readonly string[], Place>();
  const dates = new Map<string, string | undefined>();
  const dateIn = (heading: string): string | undefined => {
    if (!dates.has(heading)) dates.set(heading, dateInHeading(heading));
    return dates.get(heading);
  };
  return (headings) => {
    const place = known.get(headings) ?? placeFrom(headings, dateIn);
    known.set(headings, place);
    return place;
  };
}

function placeFrom(headings: readonly string[], dateIn: typeof dateInHeading): Place {
  const dates = headings.map(dateIn);
  // A section of another name within `## Decisions`, such as `### Consequences`, holds no decisions.
  const named = headings.findLast((_heading, level) => dates[level] === undefined);
  return {
    date: dates.findLast((date) => date !== undefined) ?? null,
    section: sectionKind(named ?? ''),
  };
}

/**
 * An open box is a task, which says something only as a problem or a next step. A ticked one is done: its problem is
 * resolved, and its step was taken. Struck-out words no longer apply.
 */
function entriesOf(written: string, box: Box | undefined, section: EntryKind | undefined): StatementEntry[] {
  if (written.length > maxStatement) return [];
  const text = (written.includes('~~') ? written.replace(struckOut, '') : written).trim();
  if (text.length < written.length && !/[\p{L}\p{N}]/u.test(text)) return [];
  if (box === 'open' && section !== 'problem' && section !== 'next') return [];
  const entries = entriesIn(text, section);
  if (box !== 'ticked') return entries;
  const isOnlyDone = entries.length === 0 && labelledIn(text) === undefined;
  return (isOnlyDone ? entriesIn(text, 'progress') : entries).map(whenDone);
}

const struckOut = /~~[^~]+~~/gu;

function whenDone(entry: StatementEntry): StatementEntry {
  if (entry.kind === 'problem') return { ...entry, status: 'resolved' };
  return entry.kind === 'next' ? { ...entry, kind: 'progress' } : entry;
}

interface Statement {
  text: string;
  /** Its first line, from 1, and how many it has, with code between them. */
  line: number;
  lines: number;
}

/** The statements of a block: a line each, together with the lines that an editor broke off. */
function statementsOf({ text, line: first }: MarkdownBlock): Statement[] {
  // Most blocks are one line.
  if (!text.includes('\n') && !text.includes('```') && !text.includes('~~~')) {
    const only = text.replace(nestedBullet, '').trim();
    return only === '' ? [] : [{ text: only, line: first, lines: 1 }];
  }
  const statements: Statement[] = [];
  let before = '';
  for (const { line: written, place } of linesOutsideCode(text)) {
    const line = written.replace(nestedBullet, '').trim();
    const last = statements.at(-1);
    if (line !== '' && last !== undefined && continues(written, before)) {
      last.text += ` ${line}`;
      last.lines = first + place + 1 - last.line;
    } else if (line !== '') statements.push({ text: line, line: first + place, lines: 1 });
    before = written.trim();
  }
  return statements;
}

function continues(line: string, before: string): boolean {
  if (before === '' || nestedBullet.test(line)) return false;
  const mayContinue = /^\s/u.test(line) || (before.length >= minBrokenLine && !endsStatement.test(before));
  return mayContinue && labelledIn(line.trim()) === undefined;
}
