/** The files of a project's memory without a disk, which a test edits. */
import { join } from 'node:path';
import type { MindFiles } from '../../src/markdown/files/mindFiles.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';

export const home = join('/', 'home', 'ada');
export const project = join('/', 'work', 'shop');
export const listFile = join(home, '.mind', 'projects.json');
export const memoryFile = join(project, '.mind', 'MEMORY.md');
export const sessionFile = join(project, '.mind', 'SESSION.md');

/** The content of the list with these folders. */
export const listOf = (...folders: string[]): string => JSON.stringify({ projects: folders.map((path) => ({ path })) });

/** Reads from `texts` by absolute path; `refused` are files that may not be read. */
export function filesWith(texts: Record<string, string | undefined>, refused: readonly string[] = []): MindFiles {
  return {
    read: (file) => {
      if (refused.includes(file)) {
        return Promise.reject(
          new BigMindError('not_allowed', `${file} is a symbolic link.`, { remedy: 'Replace it.' }),
        );
      }
      return Promise.resolve(texts[file] === undefined ? undefined : Buffer.from(texts[file]));
    },
    modified: () => Promise.resolve(undefined),
    version: () => Promise.resolve(undefined),
    exclusively: (_, work) => work(() => true),
    realPath: (path) => Promise.resolve(path),
    write: () => Promise.reject(new Error('nothing is written')),
    remove: () => Promise.reject(new Error('nothing is removed')),
  };
}
