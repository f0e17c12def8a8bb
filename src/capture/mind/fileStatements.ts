/** Reads what a context block needs from the files of the caller's project. */
import type { FileStatement, ReadFileStatements } from '../../memory/recall/fileSection.ts';
import type { IndexText } from '../../memory/shared/ports.ts';
import { createMemoryFileReader } from './memoryFile.ts';
import type { FileEntry } from './mindProject.ts';
import { readMind } from './mindProject.ts';
import type { MindFiles } from './mindFiles.ts';
import { listedProjects } from './projectList.ts';

/** Milliseconds; a chat waits for its context. */
const patienceMs = 300;
/** Less sure entries are seldom what they seem. */
const minConfidence = 0.4;

/** Only projects on the user's list are read; see `projectList.ts`. */
export function createReadFileStatements(files: MindFiles, home: string, indexText: IndexText): ReadFileStatements {
  const readFile = createMemoryFileReader(indexText);
  const read = async (folder: string): Promise<FileStatement[] | undefined> => {
    const isListed = (await listedProjects(files, home)).some(({ path }) => path === folder);
    const content = isListed ? await readMind(files, folder, readFile) : undefined;
    return content && statementsFrom(content.entries);
  };
  return async ({ files: cited }) => {
    if (cited?.folder === undefined) return undefined;
    const limit = cited.limitTime(patienceMs);
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

/** The last ones of a file come first, because people append to it. */
function statementsFrom(entries: readonly FileEntry[]): FileStatement[] {
  return entries.toReversed().flatMap(({ kind, status, text, date, confidence, file, line }): FileStatement[] => {
    const isShown = kind === 'decision' || kind === 'gotcha' || kind === 'next' || isOpen(status);
    if (!isShown || confidence < minConfidence) return [];
    const part = kind === 'decision' || kind === 'gotcha' || kind === 'next' ? kind : 'problem';
    return [{ part, text, date, place: `${file}:${String(line)}` }];
  });
}

function isOpen(status: FileEntry['status']): boolean {
  return status === 'open' || status === 'blocked';
}
