/** Reads what a context block needs from the files of the caller's project. */
import type { FilePart, FileStatement, ReadFileStatements } from '../../memory/recall/fileSection.ts';
import type { IndexText } from '../../memory/shared/ports.ts';
import type { MemoryFile } from './parsing/memoryFile.ts';
import { createMemoryFileReader } from './parsing/memoryFile.ts';
import type { FileEntry } from './files/mindProject.ts';
import { readMind } from './files/mindProject.ts';
import type { MindFiles } from './files/mindFiles.ts';
import { sessionFileName } from './files/mindFiles.ts';
import { isListed } from './files/projectList.ts';

/** Milliseconds; a chat waits for its context. */
const timeoutMs = 300;
/** In characters. Parsing cannot be interrupted, and people append, so of a longer file only the end is read. */
const maxRead = 256 * 1024;
/** Entries below this are often misclassified. */
const minConfidence = 0.4;

/** Only projects on the user's list are read; see `projectList.ts`. */
export function createReadFileStatements(files: MindFiles, home: string, indexText: IndexText): ReadFileStatements {
  const readFile = createMemoryFileReader(indexText);
  const readEnd = (markdown: string): MemoryFile => {
    const start = markdown.length <= maxRead ? 0 : markdown.indexOf('\n', markdown.length - maxRead) + 1;
    const { entries, conflicts } = readFile(markdown.slice(start));
    const skipped = start === 0 ? 0 : markdown.slice(0, start).split('\n').length - 1;
    return { entries: entries.map((entry) => ({ ...entry, line: entry.line + skipped })), conflicts };
  };
  const read = async (folder: string): Promise<FileStatement[] | undefined> => {
    const content = (await isListed(files, home, folder)) ? await readMind(files, folder, readEnd) : undefined;
    return content && statementsFrom(content.entries);
  };
  return async ({ files: cited }) => {
    if (cited?.folder === undefined) return undefined;
    const limit = cited.limitTime(timeoutMs);
    try {
      return await Promise.race([read(cited.folder), limit.over.then(() => undefined)]);
    } catch {
      // Files that cannot be read must not cost a chat its context; the status of the file memory names them.
      return undefined;
    } finally {
      limit.end();
    }
  };
}

/** Newest first: by their dates, and within a day the last of a file, because people append to it. */
function statementsFrom(entries: readonly FileEntry[]): FileStatement[] {
  const newest = entries.toReversed().sort((one, other) => dayOf(other).localeCompare(dayOf(one)));
  return newest.flatMap((entry): FileStatement[] => {
    const part = partOf(entry);
    if (part === undefined || entry.confidence < minConfidence) return [];
    return [{ part, text: entry.text, date: entry.date, place: `${entry.file}:${String(entry.line)}` }];
  });
}

/** What stands in `SESSION.md` is of now, also without a date. */
function dayOf({ date, file }: FileEntry): string {
  return date ?? (file.endsWith(sessionFileName) ? '9999' : '');
}

/** Undefined for entries that a chat does not begin with, such as progress. */
function partOf({ kind, status }: FileEntry): FilePart | undefined {
  if (kind === 'decision' || kind === 'gotcha' || kind === 'next') return kind;
  return kind === 'problem' && status !== 'resolved' ? 'problem' : undefined;
}
