/**
 * The folder of a Markdown archive on a disk. Files are written completely or not at all, and only their owner can read
 * them. Links inside the folder are refused, because a file behind one is not in the folder. One process at a time works
 * on an archive.
 */
import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lockFolder, ownerFile } from '../../../clients/files/folderLock.ts';
import type { FolderLock } from '../../../clients/files/folderLock.ts';
import { makeFolder } from '../../../clients/files/makeFolder.ts';
import { outsideOwnFolder } from '../../../clients/files/ownFolder.ts';
import { refuseUnlessReplaceable, removeFile, writeWhole } from '../../../clients/files/replaceFile.ts';
import type { ArchiveFolder } from '../../../memory/markdown/archiveRun.ts';
import type { ArchiveState } from '../../../memory/markdown/archiveState.ts';
import { emptyState, stateFile, stateFrom, stateText } from '../../../memory/markdown/archiveState.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { codeOf, fileTrouble, isFileTrouble } from '../../../util/fileTrouble.ts';

interface FolderChoice {
  /** As the user named it. */
  folder: string;
  /** BigMind's folder, and the file of the store, near which no archive may be. */
  home: string;
  databaseFile: string;
  /** The id of the user whose memories it gets. */
  user: string;
  /** What happens to a folder with files of others: they stay, or nothing is done. */
  ifForeign: 'use' | 'refuse';
}

const lockFile = '.bigmind-archive.lock';

/** Drafts of `writeWhole`. */
const draftPath =
  /^(?:(?:\.bigmind-archive\.json|index\.md)|(?:\d{4}\/\d{4}-\d{2}-\d{2}-|projects\/)[^/]*\.md)\.\d+\.tmp$/u;

/**
 * Runs `work` on the archive in the folder, which is created if necessary. Rejects with `not_allowed` for a folder that
 * must not be used, and with `conflict` if another process works on it.
 */
export async function withMarkdownFolder<T>(
  choice: FolderChoice,
  work: (folder: ArchiveFolder, state: ArchiveState) => Promise<T>,
): Promise<T> {
  try {
    const root = await usableFolder(choice);
    const lock = await lockFolder(join(root, lockFile));
    try {
      await removeDrafts(root);
      return await work(folderAt(root, lock), await stateIn(root, choice.user));
    } finally {
      await lock.release();
    }
  } catch (cause) {
    if (!isFileTrouble(cause)) throw cause;
    throw refused(`${choice.folder} cannot be used: ${fileTrouble(cause)}.`, 'Choose another folder.', cause);
  }
}

/** Its real path. */
async function usableFolder({ folder, home, databaseFile, ifForeign }: FolderChoice): Promise<string> {
  const wanted = await outsideOwnFolder(folder, { home, databaseFile });
  await makeFolder(wanted, 0o700);
  const names = await readdir(wanted);
  const isForeign = names.length > 0 && !names.includes(stateFile) && !names.every(isOwnRemnant);
  if (isForeign && ifForeign === 'refuse')
    throw refused(
      `${folder} has files that BigMind did not write.`,
      'Choose an empty folder, or add --force to keep them there.',
    );
  return wanted;
}

/** All that a first run leaves if it is killed before it has a state. */
function isOwnRemnant(name: string): boolean {
  return name === lockFile || name === ownerFile(lockFile) || (name.startsWith(stateFile) && draftPath.test(name));
}

async function stateIn(root: string, user: string): Promise<ArchiveState> {
  const text = await readIfRegular(join(root, stateFile));
  return text === undefined ? emptyState(user) : stateFrom(text, user);
}

function folderAt(root: string, lock: FolderLock): ArchiveFolder {
  const at = (path: string): string => join(root, ...path.split('/'));
  const write = async (path: string, text: string): Promise<void> => {
    await lock.requireHeld();
    await refuseUnlessReplaceable(at(path), root);
    await makeFolder(dirname(at(path)), 0o700);
    await orRefused(at(path), writeWhole(at(path), text, 0o600));
  };
  return {
    list: () => filesIn(root),
    read: (path) => readIfRegular(at(path)),
    write,
    rename: async (from, to) => {
      await lock.requireHeld();
      await refuseUnlessReplaceable(at(from), root);
      await orRefused(at(from), rename(at(from), at(to)));
    },
    remove: async (path) => {
      await lock.requireHeld();
      await removeFile(at(path), root);
    },
    saveState: (state) => write(stateFile, stateText(state)),
  };
}

/** Windows has these errors for a file that another program has open. */
async function orRefused(file: string, work: Promise<unknown>): Promise<void> {
  await work.catch((cause: unknown) => {
    if (!['EACCES', 'EPERM', 'EBUSY', 'EISDIR'].includes(codeOf(cause) ?? '')) throw cause;
    throw refused(`${file} cannot be changed: ${fileTrouble(cause)}.`, 'Close it in other programs.', cause);
  });
}

/** What a process that was killed has left of our files; each has the full text of a file. */
async function removeDrafts(root: string): Promise<void> {
  for (const path of await filesIn(root)) if (draftPath.test(path)) await rm(join(root, path), { force: true });
}

/** Of the folder itself and the folders in it, not deeper. */
async function filesIn(root: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && /^(?:\d{4}|projects)$/u.test(entry.name));
  const nested = await Promise.all(
    folders.map(async ({ name }) => (await readdir(join(root, name))).map((file) => `${name}/${file}`)),
  );
  const paths = [...entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name), ...nested.flat()];
  return new Set(paths.map((path) => path.normalize('NFC')));
}

async function readIfRegular(file: string): Promise<string | undefined> {
  try {
    if ((await lstat(file)).isSymbolicLink())
      throw refused(`${file} is a symbolic link.`, 'Replace the link with a file.');
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    if (!isFileTrouble(cause)) throw cause;
    throw refused(`${file} cannot be read: ${fileTrouble(cause)}.`, 'Move it away, and try again.', cause);
  }
}

function refused(message: string, remedy: string, cause?: unknown): BigMindError {
  return new BigMindError('not_allowed', message, { remedy: `${remedy} Nothing was changed.`, cause });
}
