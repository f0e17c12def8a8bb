/** Reads the entries of a memory file for the store: bounded, and without secrets. */
import type { ReadEntry } from '../../memory/entries/entryStore.ts';
import type { Redact } from '../../memory/shared/ports.ts';
import { saysNothing } from '../../memory/shared/intake.ts';
import type { MemoryFile } from './parsing/memoryFile.ts';

/** Increase this whenever a text gives other entries, so that every file is read again. */
export const entryRulesVersion = 1;

/** In characters. Parsing cannot be interrupted, and people append, so of a longer file only the end is read. */
const maxRead = 256 * 1024;
/** The last ones of a file, because a transaction blocks its process. */
const maxEntries = 2_000;

/** `parse` reads Markdown. */
export function readEntries(markdown: string, parse: (markdown: string) => MemoryFile, redact: Redact): ReadEntry[] {
  const start = markdown.length <= maxRead ? 0 : markdown.indexOf('\n', markdown.length - maxRead) + 1;
  const end = markdown.slice(start);
  // The file as a whole, because keys and private passages have several lines.
  const clean = redact(end).text;
  const lineOf = linesBefore(end, clean);
  const skipped = start === 0 ? 0 : linesOf(markdown.slice(0, start)).length - 1;
  const cut = (text: string): string => redact(text).text;
  return parse(clean)
    .entries.slice(-maxEntries)
    .map(({ line, kind, text, date, confidence, reason, alternatives, status, resolution, isFromWeb }) => ({
      line: lineOf(line) + skipped,
      kind,
      text: cut(text),
      date,
      confidence,
      reason: reason === null ? null : cut(reason),
      alternatives: alternatives.map(cut),
      status,
      resolution: resolution === null ? null : cut(resolution),
      origin: isFromWeb ? ('web' as const) : ('agent' as const),
      commit: null,
    }))
    .filter(({ text }) => !saysNothing(text));
}

/** From a line of the redacted text, from 1, to that of the text; they differ behind a secret of several lines. */
export function linesBefore(whole: string, clean: string): (line: number) => number {
  const [written, left] = [linesOf(whole), linesOf(clean)];
  if (written.length === left.length) return (line) => line;
  let place = 0;
  const places = left.map((line) => {
    const found = written.indexOf(line, place);
    // A line that lost a part is the next one.
    place = (found < 0 ? place : found) + 1;
    return place;
  });
  return (line) => places[line - 1] ?? line;
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/u);
}
