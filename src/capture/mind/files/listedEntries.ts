/** Reads the entries of a project for a chat, which waits for them: only of a listed project, and in bounded time. */
import type { IndexText } from '../../../memory/shared/ports.ts';
import type { FileEntry } from './mindProject.ts';
import { readMind } from './mindProject.ts';
import type { MindFiles } from './mindFiles.ts';
import { isListed } from './projectList.ts';
import type { MemoryFile } from '../parsing/memoryFile.ts';
import { createMemoryFileReader } from '../parsing/memoryFile.ts';

/** In characters. Parsing cannot be interrupted, and people append, so of a longer file only the end is read. */
const maxRead = 256 * 1024;

/** Undefined for a folder without file memory, and for one that is not on the user's list; see `projectList.ts`. */
export function createListedEntriesReader(
  files: MindFiles,
  home: string,
  indexText: IndexText,
): (folder: string) => Promise<FileEntry[] | undefined> {
  const readFile = createMemoryFileReader(indexText);
  const readEnd = (markdown: string): MemoryFile => {
    const start = markdown.length <= maxRead ? 0 : markdown.indexOf('\n', markdown.length - maxRead) + 1;
    const { entries, conflicts } = readFile(markdown.slice(start));
    const skipped = start === 0 ? 0 : markdown.slice(0, start).split('\n').length - 1;
    return { entries: entries.map((entry) => ({ ...entry, line: entry.line + skipped })), conflicts };
  };
  return async (folder) =>
    (await isListed(files, home, folder)) ? (await readMind(files, folder, readEnd))?.entries : undefined;
}
