/**
 * Finds the projects with memory files at a path that a user names. Of a repository only the top counts,
 * because the files of a project are read there. A link to a project finds it where it is; other links are not followed.
 */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';
import { mindFolderName } from './mindFiles.ts';

/** A larger tree is searched only in part. */
const maxFolders = 20_000;
const maxDepth = 8;

export interface FoundMinds {
  /** Folders with something named `.mind`, in the order of their paths. */
  folders: string[];
  /** Whether the path itself is one of them, or in one; otherwise they were found below it. */
  isNamed: boolean;
  /** False if the tree has more folders than are searched. */
  isWhole: boolean;
}

interface MindPlaces {
  /** Their home folder, whose `.mind` is for all projects. */
  home: string;
  /** The folder of the project that contains a folder. */
  projectFolderOf: (folder: string) => string;
}

/**
 * `path` is absolute: a project, its folder `.mind`, a file in that, or a folder with projects below it. Rejects with
 * the file system's error, and with `bad_import` if there are no memory files.
 */
export async function findMinds(path: string, { home, projectFolderOf }: MindPlaces): Promise<FoundMinds> {
  if (!(await stat(path)).isDirectory()) {
    if (basename(dirname(path)) !== mindFolderName) throw notInMind(path);
    return named(dirname(dirname(path)));
  }
  if (basename(path) === mindFolderName) return named(dirname(path));
  const project = projectFolderOf(path);
  const isProject = project !== home && (await entriesOf(project)).some(({ name }) => name === mindFolderName);
  if (isProject) return named(project);
  const found = await findBelow(path, home);
  if (found.folders.length > 0) return found;
  throw new BigMindError('bad_import', `${path} contains no project with a folder ${mindFolderName}.`, {
    remedy: 'Give the folder of a project, or start file memory there with "bigmind mind init".',
    details: { path },
  });
}

function named(folder: string): FoundMinds {
  return { folders: [folder], isNamed: true, isWhole: true };
}

function notInMind(path: string): BigMindError {
  return new BigMindError('bad_import', `${path} is not in a folder ${mindFolderName}.`, {
    remedy: `Move it to ${mindFolderName} in the folder of its project, or copy what it says with "bigmind import claude-memory".`,
    details: { path },
  });
}

/** Level by level, so that a deep folder does not use up the limit. */
async function findBelow(top: string, home: string): Promise<FoundMinds> {
  const folders: string[] = [];
  let searched = 0;
  let level = [top];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      searched += 1;
      if (searched > maxFolders) return { folders: [...new Set(folders)].sort(), isNamed: false, isWhole: false };
      const entries = await entriesOf(folder);
      const has = (wanted: string): boolean => entries.some(({ name }) => name === wanted);
      if (has(mindFolderName) && folder !== home) folders.push(folder);
      else if (!has('.git') || folder === top || folder === home) {
        next.push(...foldersIn(folder, entries));
        for (const link of linksIn(folder, entries)) {
          const project = await projectBehind(link);
          if (project !== undefined && project !== home) folders.push(project);
        }
      }
    }
    level = next;
  }
  return { folders: [...new Set(folders)].sort(), isNamed: false, isWhole: level.length === 0 };
}

function foldersIn(folder: string, entries: readonly Dirent[]): string[] {
  const wanted = entries.filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
  );
  return wanted.map(({ name }) => join(folder, name));
}

function linksIn(folder: string, entries: readonly Dirent[]): string[] {
  return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(folder, name));
}

/** The folder to which a link leads, without links, if it has memory files. */
async function projectBehind(link: string): Promise<string | undefined> {
  const real = await realpath(link).catch(() => undefined);
  if (real === undefined || basename(real) === mindFolderName) return undefined;
  return (await entriesOf(real)).some(({ name }) => name === mindFolderName) ? real : undefined;
}

/** Empty for a folder that is missing or not readable. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
