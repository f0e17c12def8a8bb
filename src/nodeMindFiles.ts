/** The files of project memories on this machine's disks. */
import { existsSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BlockParts, RefreshedBlocks } from './capture/mind/block/memoryBlocks.ts';
import type { MindFiles } from './capture/mind/files/mindFiles.ts';
import { readIfThere, replaceFile } from './clients/files/replaceFile.ts';
import type { ReadFileStatements } from './memory/recall/fileSection.ts';
import { BigMindError } from './memory/shared/errors.ts';
import { indexText } from './search/query/words.ts';
import { nodeClientHost } from './nodeHostFacts.ts';
import { systemClock } from './systemClock.ts';
import { codeOf } from './util/fileTrouble.ts';

/** A link in a repository of strangers may lead to any file of the user, so none is followed. */
export const nodeMindFiles: MindFiles = {
  async read(file, maxBytes) {
    const folder = dirname(file);
    const [inside, found] = [await statIfThere(folder), await statIfThere(file)];
    if (inside?.isFile() === true) throw refused(folder, 'is a file, where a folder is needed', 'Rename that file.');
    if (inside?.isSymbolicLink() === true) throw refused(folder, 'is a symbolic link', 'Use a real folder.');
    if (found?.isSymbolicLink() === true) throw refused(file, 'is a symbolic link', 'Replace the link with a file.');
    if (found?.isFile() === false && !found.isDirectory()) {
      throw refused(file, 'is not a regular file', 'Put a file in its place.');
    }
    if (found !== undefined && found.size > maxBytes) {
      const limit = `has more than ${String(Math.round(maxBytes / 2 ** 20))} MB`;
      throw refused(file, limit, 'Move old parts of it to another file.');
    }
    return readIfThere(file);
  },
  realPath: (path) => realpath(path).catch(() => path),
  write: (file, text, within) => replaceFile(file, Buffer.from(text), within),
};

/** The blocks of project memories in instruction files. Loads the parser and the writers of other programs' files. */
export async function nodeBlockParts(): Promise<BlockParts> {
  const [{ createMemoryBlockFiles }, { createMemoryFileReader }] = await Promise.all([
    import('./clients/memoryBlockFiles.ts'),
    import('./capture/mind/parsing/memoryFile.ts'),
  ]);
  const host = nodeClientHost();
  const blocks = createMemoryBlockFiles({
    host,
    read: (file, max) => nodeMindFiles.read(file, max),
    now: () => systemClock.now(),
  });
  return {
    files: nodeMindFiles,
    blocks,
    home: host.home,
    read: createMemoryFileReader(indexText),
    due: () => Promise.resolve([]),
  };
}

/** As `refreshBlocks`, for the folder of a project. Loads nothing for a user who started file memory nowhere. */
export async function refreshNodeBlocks(project: string): Promise<RefreshedBlocks | undefined> {
  if (!existsSync(join(homedir(), '.mind', 'projects.json'))) return undefined;
  const { refreshBlocks } = await import('./capture/mind/block/memoryBlocks.ts');
  return refreshBlocks(await nodeBlockParts(), project);
}

let reader: Promise<ReadFileStatements> | undefined;

/** Loads the parser only for a user who started file memory somewhere. */
export const readNodeFileStatements: ReadFileStatements = async (caller) => {
  const home = homedir();
  if (!existsSync(join(home, '.mind', 'projects.json'))) return undefined;
  reader ??= import('./capture/mind/fileStatements.ts').then(({ createReadFileStatements }) =>
    createReadFileStatements(nodeMindFiles, home, indexText),
  );
  return (await reader)(caller);
};

/** Undefined if there is nothing; another error comes up again when the file is read. */
async function statIfThere(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((thrown: unknown) => {
    if (codeOf(thrown) === 'ELOOP') throw refused(path, 'is reached through links in a circle', 'Remove the links.');
    return undefined;
  });
}

function refused(path: string, what: string, remedy: string): BigMindError {
  const options = { remedy: `Nothing was changed. ${remedy}`, details: { file: path } };
  return new BigMindError('not_allowed', `${path} ${what}.`, options);
}
