/** The entries from which a block is rendered: those of the files, in bounded time, newest first. */
import { sessionFileName } from '../files/mindFiles.ts';
import type { FileEntry } from '../files/mindProject.ts';
import type { MemoryFile } from '../parsing/memoryFile.ts';

/** In characters. Parsing cannot be interrupted, and people append, so of a longer file only the end is read. */
const maxRead = 256 * 1024;
/** In characters; the goal and the stack are at the beginning. */
const maxBeginning = 16 * 1024;
/** Entries below this are often misclassified. */
const minConfidence = 0.4;

/** `read` parses Markdown. Of a long file, the lines of entries are those of the part that was read. */
export function readForBlock(markdown: string, read: (markdown: string) => MemoryFile): MemoryFile {
  if (markdown.length <= maxRead) return read(markdown);
  const beginning = read(markdown.slice(0, markdown.lastIndexOf('\n', maxBeginning) + 1));
  const end = read(markdown.slice(markdown.indexOf('\n', markdown.length - maxRead) + 1));
  return { ...end, entries: [...beginning.entries.filter(({ kind }) => kind === 'state'), ...end.entries] };
}

/** By their dates, and within a day the last of a file first, because people append to it. Without unsure entries. */
export function newestFirst(entries: readonly FileEntry[]): FileEntry[] {
  const sure = entries.filter(({ confidence }) => confidence >= minConfidence);
  return sure.toReversed().sort((one, other) => dayOf(other).localeCompare(dayOf(one)));
}

/** What stands in `SESSION.md` is of now, also without a date. */
function dayOf({ date, file }: FileEntry): string {
  return date ?? (file.endsWith(sessionFileName) ? '9999' : '');
}
