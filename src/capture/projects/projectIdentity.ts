/**
 * Identifies the project of a folder: the normalized Git remote, so that all clones and worktrees are one project, else
 * the main folder of the repository, else the folder itself. Only files are read; Git need not be installed, and no
 * process is started.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, win32 } from 'node:path';
import type { ProjectRef } from '../../memory/shared/identity.ts';
import { spelledFolder } from './folderSpelling.ts';
import { normalisedRemote, remoteUrls } from './remoteIdentity.ts';

/** Undefined if the folder is not a project: it does not exist, or is a home folder or a file system root. */
export function projectOf(folder: string, home: string): ProjectRef | undefined {
  const real = canonical(folder);
  const realHome = canonical(home);
  if (real === undefined) return undefined;
  const found = repositoryTop(real, realHome);
  const top = found === undefined ? undefined : mainFolderOf(found, realHome);
  const remote = top === undefined ? undefined : projectOfRemote(remoteOf(top));
  if (remote !== undefined) return remote;
  const place = top ?? real;
  if (place === parse(place).root || place === realHome) return undefined;
  const above = top === undefined ? foldersAbove(real, realHome) : [];
  return { key: place, name: basename(place), ...(above.length > 0 && { above }) };
}

/**
 * Like `projectOf`, for a folder that may no longer exist: the project of the repository that contained it, if that
 * still exists, else its path. Paths of other platforms keep their form.
 */
export function pastProjectOf(named: string, home: string): ProjectRef | undefined {
  const folder = withoutLinks(spelledFolder(named));
  if (existsSync(folder)) return projectOf(folder, home);
  const main = repositoryOfWorktree(folder, home);
  if (main !== undefined) return pastProjectOf(main, home);
  const parts = folder.split(/[\\/]/u).filter((part) => part !== '');
  const name = parts.at(-1);
  if (name === undefined || folder === home || folder === win32.parse(folder).root) return undefined;
  const above = isAbsolute(folder) ? nearestFolder(folder) : undefined;
  const top = above === undefined ? undefined : repositoryTop(realpathSync.native(above), canonical(home));
  const around = isAbsolute(folder) ? foldersAbove(folder, home) : [];
  const plain = { key: folder, name, ...(around.length > 0 && { above: around }) };
  return (top === undefined ? undefined : projectOf(top, home)) ?? plain;
}

/** Where tools keep the worktrees of a repository, so that it is known also after they are gone. */
const worktreeFolder = /^(?<main>.+?)[\\/](?:\.worktrees|\.claude[\\/]worktrees)[\\/][^\\/]+/u;

/** By the path alone; undefined if it would be the home folder or the root. */
function repositoryOfWorktree(folder: string, home: string | undefined): string | undefined {
  const main = worktreeFolder.exec(folder)?.groups?.['main'];
  return main === undefined || main === home || main === parse(main).root ? undefined : main;
}

/** The nearest first, without the root and the home folder, in which everything is. */
function foldersAbove(folder: string, home: string | undefined): string[] {
  const found: string[] = [];
  for (let place = dirname(folder); place !== dirname(place) && place !== home; place = dirname(place))
    found.push(place);
  return found;
}

/** Of a worktree, the folder of its repository, or the repository itself if it has no folder; else the given folder. */
function mainFolderOf(top: string, home: string | undefined): string {
  try {
    const own = ownGitFolder(top);
    // What the worktree points at is gone, because the repository was moved, or Git forgot the worktree.
    if (!existsSync(own)) return repositoryOfWorktree(top, home) ?? top;
    const common = commonGitFolder(top);
    if (common === own) return top;
    return canonical(basename(common) === '.git' ? dirname(common) : common) ?? top;
  } catch {
    return top;
  }
}

/**
 * The project that a stored key names today: a folder, which may be gone, or a remote, which may be spelled otherwise.
 * Undefined for other keys.
 */
export function projectOfKey(key: string, home: string): ProjectRef | undefined {
  if (isAbsolute(key) || win32.isAbsolute(key)) return pastProjectOf(key, home);
  return key.includes(':') ? undefined : projectOfRemote(normalisedRemote(`https://${key}`));
}

function projectOfRemote(key: string | undefined): ProjectRef | undefined {
  return key === undefined ? undefined : { key, name: key.slice(key.lastIndexOf('/') + 1) };
}

/** A missing folder as it is spelled where it was: links of the folders above it are resolved. */
function withoutLinks(folder: string): string {
  if (!isAbsolute(folder) || existsSync(folder)) return folder;
  const above = nearestFolder(folder);
  return join(realpathSync.native(above), relative(above, folder));
}

/** The nearest existing parent folder. */
function nearestFolder(folder: string): string {
  let place = dirname(folder);
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place);
  return place;
}

/** The root of the repository that contains the folder, else the folder itself. */
export function projectFolderOf(folder: string, home: string): string {
  const real = canonical(folder);
  return (real === undefined ? undefined : repositoryTop(real, canonical(home))) ?? folder;
}

/** Like `projectFolderOf`, but of a worktree, the folder of its repository. */
export function mainFolder(folder: string, home: string): string {
  return mainFolderOf(projectFolderOf(canonical(folder) ?? folder, home), canonical(home));
}

/**
 * One spelling for each folder: links are resolved, and on Windows the case is as on disk. Undefined if it does not
 * exist.
 */
function canonical(named: string): string | undefined {
  const folder = spelledFolder(named);
  return existsSync(folder) ? realpathSync.native(folder) : undefined;
}

/** The nearest folder upwards that contains `.git`; not `home`, because dotfiles are kept there. */
export function repositoryTop(folder: string, home?: string): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    if (place !== home && existsSync(join(place, '.git'))) return place;
    if (place === dirname(place)) return undefined;
  }
}

function remoteOf(top: string): string | undefined {
  try {
    // A bare repository is its own Git folder.
    const git = existsSync(join(top, '.git')) ? commonGitFolder(top) : top;
    const config = readFileSync(join(git, 'config'), 'utf8');
    const remotes = remoteUrls(config);
    const url = remotes.get('origin') ?? remotes.values().next().value;
    return url === undefined ? undefined : normalisedRemote(url);
  } catch {
    // A repository that cannot be read is still a folder, identified by its path.
    return undefined;
  }
}

/**
 * The commit that is checked out in a repository, as far as plain files name it; undefined for a branch far down in a
 * long list of packed ones, and for other forms of references.
 */
export function checkedOutCommit(top: string): string | undefined {
  try {
    const head = readFileSync(join(ownGitFolder(top), 'HEAD'), 'utf8').trim();
    const branch = /^ref: (?<name>refs\/.+)$/u.exec(head)?.groups?.['name'];
    const id = branch === undefined ? head : (commitOfBranch(commonGitFolder(top), branch) ?? '');
    return /^[0-9a-f]{40,64}$/u.test(id) ? id : undefined;
  } catch {
    // Git itself says what is wrong with a repository.
    return undefined;
  }
}

function commitOfBranch(git: string, branch: string): string | undefined {
  const file = join(git, branch);
  // A folder of this name may be left of other branches.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return readFileSync(file, 'utf8').trim();
  const rows = beginningOf(join(git, 'packed-refs')).split('\n');
  return rows.find((row) => row.endsWith(` ${branch}`))?.split(' ')[0];
}

/** In bytes. Branches come first in the list, and tags and those of other repositories later. */
const maxPackedRefs = 2 ** 20;

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(maxPackedRefs, statSync(path).size));
    return bytes.toString('utf8', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** The Git folder of a repository, which its worktrees share; undefined for any other folder. */
export function gitFolderOf(folder: string): string | undefined {
  try {
    const git = existsSync(join(folder, '.git')) ? commonGitFolder(folder) : folder;
    return ['HEAD', 'objects'].every((name) => existsSync(join(git, name))) ? realpathSync.native(git) : undefined;
  } catch {
    // A damaged or unreadable pointer leads nowhere.
    return undefined;
  }
}

/** The Git folder of a worktree also points at the one that all worktrees share, with `commondir`. */
function commonGitFolder(top: string): string {
  const own = ownGitFolder(top);
  const pointer = join(own, 'commondir');
  return existsSync(pointer) ? resolve(own, readFileSync(pointer, 'utf8').trim()) : own;
}

/** In a worktree, `.git` is a file that points at the worktree's Git folder. */
function ownGitFolder(top: string): string {
  const git = join(top, '.git');
  if (statSync(git).isDirectory()) return git;
  const target = readFileSync(git, 'utf8')
    .replace(/^gitdir:\s*/u, '')
    .trim();
  return isAbsolute(target) ? target : resolve(top, target);
}
