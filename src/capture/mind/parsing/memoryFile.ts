/**
 * Reads a memory file, `MEMORY.md` or `SESSION.md`: its entries with line and date, whatever else a person wrote there.
 * Comments, code, questions and what the rules do not understand give none. Reading changes nothing.
 */
import { createTextComparer } from '../../../memory/shared/similarity/similarity.ts';
import type { ReadText } from '../../../memory/shared/similarity/similarity.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { blocksOf, linesOutsideCode } from '../../notes/markdownBlocks.ts';
import type { Box, MarkdownBlock } from '../../notes/markdownBlocks.ts';
import { takeOutConflicts } from './conflicts.ts';
import type { Entry, EntryKind } from './entry.ts';
import { webMark } from './entry.ts';
import { dateInHeading } from './headingDate.ts';
import { labelledIn, sectionKind } from './labels.ts';
import { entriesIn } from './statement.ts';
import type { StatementEntry } from './statement.ts';

export interface MemoryFile {
  /** In the order of the file. */
  entries: Entry[];
  /** Lines, from 1, of unresolved merge conflicts; the entries of both sides are read. */
  conflicts: number[];
}

const nestedBullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;
const endsStatement = /[.!?:;。！？：；]["')\]]?$/u;
/** A shorter line was not broken by an editor. */
const minBrokenLine = 60;
/** In characters; a longer line is a paste. It keeps a text of one line from taking long. */
const maxStatement = 1_500;
/** Words that a fix and the problem that it resolves must share. */
const minOverlap = 0.5;
/** How far a fix must say what the problem says; see `compareWithin`. */
const minSaid = 0.4;
/** Texts of files that a reader keeps. */
const maxCachedFiles = 8;
/** A fix is compared with the last open problems. */
const maxOpenProblems = 20;
const isFix = /^(?:\*\*)?(?:fixed|fix|solved|resolved|behoben|gelöst|gefixt|已?修复|已?解决)(?![\p{Script=Latin}])/iu;

/** Caches the last results by text. */
export function createMemoryFileReader(indexText: IndexText): (markdown: string) => MemoryFile {
  const known = new Map<string, MemoryFile>();
  return (markdown) => {
    const file = known.get(markdown) ?? readMemoryFile(markdown, indexText);
    if (known.size >= maxCachedFiles) known.clear();
    known.set(markdown, file);
    return file;
  };
}

/** `markdown` may begin with a byte order mark and have any line ends. */
export function readMemoryFile(markdown: string, indexText: IndexText): MemoryFile {
  const lines = markdown.replace(/^\ufeff/u, '').split(/\r\n|\r|\n/u);
  const conflicts = takeOutConflicts(lines);
  const blocks = blocksOf(lines.join('\n'), () => true);
  const dateIn = memoized(dateInHeading);
  const kindIn = memoized(sectionKind);
  const hasMark = markdown.includes(webMark);
  const found = blocks.flatMap((block) => {
    const date = block.headings.flatMap((heading) => dateIn(heading) ?? []).at(-1) ?? null;
    // A section of another name within `## Decisions`, such as `### Consequences`, holds no decisions.
    const section = kindIn(block.headings.findLast((heading) => dateIn(heading) === undefined) ?? '');
    const statements = statementsOf(block);
    return statements.flatMap(({ text, line }, place) => {
      // A statement of its own below a task is none of the task.
      const entries = entriesOf(text, place === 0 ? block.box : undefined, section);
      if (entries.length === 0) return [];
      const last = block.line + block.text.split('\n').length;
      const isFromWeb =
        hasMark && isMarked(lines.slice(line - 1, (statements[place + 1]?.line ?? last) - 1), lines[last - 1]);
      return entries.map((entry) => ({ entry: { ...entry, line, date, isFromWeb }, isFix: isFix.test(text) }));
    });
  });
  resolveProblems(found, indexText);
  return { entries: found.map(({ entry }) => entry), conflicts };
}

/** The mark is behind the text; an editor may have moved it to a line of its own, behind `lines`. */
function isMarked(lines: readonly string[], next: string | undefined): boolean {
  return lines.some((line) => line.includes(webMark)) || next?.trim() === webMark;
}

/** Many blocks are below the same headings. */
function memoized<T>(read: (heading: string) => T | undefined): (heading: string) => T | undefined {
  const known = new Map<string, T | undefined>();
  return (heading) => {
    if (!known.has(heading)) known.set(heading, read(heading));
    return known.get(heading);
  };
}

/**
 * An open box is a task, which says something only as a problem or a next step. A ticked one is done: its problem is
 * resolved, and its step was taken. A struck-out statement no longer applies.
 */
function entriesOf(text: string, box: Box | undefined, section: EntryKind | undefined): StatementEntry[] {
  if (text.length > maxStatement || struckOut.test(text)) return [];
  if (box === 'open' && section !== 'problem' && section !== 'next') return [];
  const entries = entriesIn(text, section);
  if (box !== 'ticked') return entries;
  const isOnlyDone = entries.length === 0 && labelledIn(text) === undefined;
  return (isOnlyDone ? entriesIn(text, 'progress') : entries).map(whenDone);
}

const struckOut = /^~~[^~]+~~[.!]?$/u;

function whenDone(entry: StatementEntry): StatementEntry {
  if (entry.kind === 'problem') return { ...entry, status: 'resolved' };
  return entry.kind === 'next' ? { ...entry, kind: 'progress' } : entry;
}

/** The statements of a block: a line each, together with the lines that an editor broke off. */
function statementsOf({ text, line: first }: MarkdownBlock): { text: string; line: number }[] {
  const statements: { text: string; line: number }[] = [];
  let before = '';
  for (const { line: written, place } of linesOutsideCode(text)) {
    const line = written.replace(nestedBullet, '').trim();
    const last = statements.at(-1);
    if (line !== '' && last !== undefined && continues(written, before)) last.text += ` ${line}`;
    else if (line !== '') statements.push({ text: line, line: first + place });
    before = written.trim();
  }
  return statements;
}

function continues(line: string, before: string): boolean {
  if (before === '' || nestedBullet.test(line)) return false;
  const mayContinue = /^\s/u.test(line) || (before.length >= minBrokenLine && !endsStatement.test(before));
  return mayContinue && labelledIn(line.trim()) === undefined;
}

/** What `resolveProblems` reads, and changes in a problem. */
type Resolvable = Pick<Entry, 'text' | 'resolution'> & { kind: string; status: string | null };

/** A later `fixed: …` resolves the last open problem with the same words. Oldest first. */
export function resolveProblems(found: readonly { entry: Resolvable; isFix: boolean }[], indexText: IndexText): void {
  const { read, overlapOf, compareWithin } = createTextComparer(indexText);
  const wordsOf = new Map<Resolvable, ReadText>();
  const words = (entry: Resolvable): ReadText => {
    const known = wordsOf.get(entry) ?? read(entry.text);
    wordsOf.set(entry, known);
    return known;
  };
  // `fixed: login fails on iOS` is about another problem than `login fails on Android`.
  const isAbout = (fix: ReadText, problem: ReadText): boolean =>
    overlapOf(problem, fix) >= minOverlap && compareWithin(fix, problem).similarity >= minSaid;
  const open: Resolvable[] = [];
  for (const { entry, isFix: fixes } of found) {
    if (entry.kind === 'problem' && entry.status !== 'resolved') open.push(entry);
    if (open.length > maxOpenProblems) open.shift();
    if (entry.kind !== 'progress' || !fixes) continue;
    const fix = read(entry.text);
    const place = open.findLastIndex((problem) => isAbout(fix, words(problem)));
    const [resolved] = place < 0 ? [] : open.splice(place, 1);
    if (resolved !== undefined) Object.assign(resolved, { status: 'resolved', resolution: entry.text });
  }
}
