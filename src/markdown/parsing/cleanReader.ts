/**
 * Reads memory files for chats and the store: without secrets, in bounded time, with the lines of the file. Keys and
 * private passages have several lines, so a text is redacted as a whole before it is parsed, and each statement once
 * more, because an editor may have broken it.
 */
import { isNoStatement } from '../../memory/shared/intake.ts';
import type { IndexText, Redact } from '../../memory/shared/ports.ts';
import type { EntryWithLines } from './entry.ts';
import { readMemoryFile } from './memoryFile.ts';
import type { MemoryFile } from './memoryFile.ts';

/** In characters. Parsing cannot be interrupted, and people append, so of a longer file the end is read. */
export const maxRead = 256 * 1024;
/** In characters; the goal and the stack are at the beginning. */
const maxBeginning = 16 * 1024;
/** Texts of files that a reader keeps. */
const maxCached = 8;

export type ReadMemory = (markdown: string) => MemoryFile;

/** Caches the last results by text. */
export function createCleanReader(indexText: IndexText, redact: Redact): ReadMemory {
  const known = new Map<string, MemoryFile>();
  return (markdown) => {
    const file = known.get(markdown) ?? readClean(markdown, (text) => readMemoryFile(text, indexText), redact);
    if (known.size >= maxCached) known.clear();
    known.set(markdown, file);
    return file;
  };
}

/** `parse` reads Markdown. */
export function readClean(markdown: string, parse: ReadMemory, redact: Redact): MemoryFile {
  if (markdown.length <= maxRead) return readPart(markdown, 0, parse, redact);
  const start = markdown.indexOf('\n', markdown.length - maxRead) + 1;
  const beginning = readPart(markdown.slice(0, markdown.lastIndexOf('\n', maxBeginning) + 1), 0, parse, redact);
  const end = readPart(markdown.slice(start), linesOf(markdown.slice(0, start)).length - 1, parse, redact);
  return { ...end, entries: [...beginning.entries.filter(({ kind }) => kind === 'state'), ...end.entries] };
}

/** `skipped` lines of the file are before `part`. */
function readPart(part: string, skipped: number, parse: ReadMemory, redact: Redact): MemoryFile {
  const clean = redact(part).text;
  const lineOf = linesBefore(part, clean);
  const { entries, conflicts } = parse(clean);
  return {
    entries: entries
      .map((entry) => {
        const line = lineOf(entry.line);
        return { ...cleaned(entry, redact), line: line + skipped, lines: lineOf(entry.line + entry.lines) - line };
      })
      .filter(({ text }) => !isNoStatement(text)),
    conflicts: conflicts.map((line) => lineOf(line) + skipped),
  };
}

function cleaned(entry: EntryWithLines, redact: Redact): EntryWithLines {
  const cut = (text: string): string => redact(text).text;
  const { text, reason, alternatives, resolution } = entry;
  return {
    ...entry,
    text: cut(text),
    reason: reason === null ? null : cut(reason),
    alternatives: alternatives.map(cut),
    resolution: resolution === null ? null : cut(resolution),
  };
}

/**
 * From a line of the redacted text, from 1, to that of the text; they differ behind a secret of several lines. The line
 * behind the last one is behind the last one of the text.
 */
export function linesBefore(whole: string, clean: string): (line: number) => number {
  const [written, left] = [linesOf(whole), linesOf(clean)];
  const more = written.length - left.length;
  if (more === 0) return (line) => line;
  let same = 0;
  while (same < left.length && written.at(-1 - same) === left.at(-1 - same)) same += 1;
  let place = 0;
  const places = left.map((line) => {
    const found = written.indexOf(line, place);
    // A line that lost a part is the next one.
    place = (found < 0 ? place : found) + 1;
    return place;
  });
  // Behind the last secret, the lines are the same, also if one within it is like them.
  return (line) => (line > left.length - same ? line + more : (places[line - 1] ?? line));
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/u);
}
