/**
 * Reads and replaces files of users and other programs. A file is replaced atomically, so that no reader finds half
 * of it, and keeps its mode. Locked and linked files are refused, with nothing changed: writing through a link would
 * change a file that was not named.
 */
import { renameSync, rmSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { access, chmod, constants, copyFile, lstat, open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { makeFolder } from './makeFolder.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { codeOf } from '../../util/fileTrouble.ts';

const backupMark = '.bigmind-backup-';

/** The file's bytes, or undefined if it does not exist. Rejects with `not_allowed` if it cannot be read. */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    if (codeOf(cause) === 'EISDIR') throw refused(file, 'is a folder', 'Move or rename the folder.');
    throw refused(file, `cannot be read (${reasonOf(cause)})`, 'Check its read permission.', cause);
  }
}

/**
 * Writes `content` to a draft next to `file`, syncs it to disk and renames it to `file`. Without `mode`, an existing
 * file keeps its mode, and a new one gets the default. `isCurrent` is asked directly before the rename; if it says no,
 * the file stays as it is, and the result is false. `modified` is the time that the file gets, by default now. Rejects
 * with the file system's error, leaving no draft.
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  mode?: number,
  isCurrent?: () => Promise<boolean>,
  modified?: Date,
): Promise<boolean> {
  const draft = `${file}.${process.pid}.tmp`;
  const stat = await statIfThere(file);
  const kept = mode ?? (stat?.isFile() === true ? stat.mode : undefined);
  try {
    await rm(draft, { force: true });
    const handle = await open(draft, 'wx', kept === undefined ? 0o666 : 0o600);
    try {
      await handle.writeFile(content);
      if (kept !== undefined) await handle.chmod(kept & 0o7777);
      if (modified !== undefined) await handle.utimes(modified, modified);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const isMoved = await moveIfCurrent(draft, file, isCurrent);
    if (!isMoved) await rm(draft, { force: true });
    return isMoved;
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}

/** Moves `draft` over `file`; false if `isCurrent`, which is asked directly before, says no. Rejects with its error. */
export async function moveIfCurrent(draft: string, file: string, isCurrent?: () => Promise<boolean>): Promise<boolean> {
  const seen = versionOf(file);
  if (isCurrent !== undefined && (!(await isCurrent()) || versionOf(file) !== seen)) return false;
  // Without a turn of the event loop after the comparison, in which an editor could save.
  renameSync(draft, file);
  return true;
}

/** Differs after each save; empty without a file. */
function versionOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
}

/** Replaces or creates the file and the folders above it; see `writeWhole`. Rejects like `refuseUnlessReplaceable`. */
export async function replaceFile(
  file: string,
  content: Uint8Array,
  within?: string,
  isCurrent?: () => Promise<boolean>,
  modified?: Date,
): Promise<boolean> {
  await refuseUnlessReplaceable(file, within);
  try {
    await makeFolder(dirname(file));
    return await writeWhole(file, content, undefined, isCurrent, modified);
  } catch (cause) {
    throw refused(file, `cannot be written (${reasonOf(cause)})`, 'Check the write permission of its folder.', cause);
  }
}

/**
 * Removes the file. `isCurrent` is asked directly before; if it says no, the file stays, and the result is false. Rejects
 * like `refuseUnlessReplaceable`.
 */
export async function removeFile(file: string, within?: string, isCurrent?: () => Promise<boolean>): Promise<boolean> {
  await refuseUnlessReplaceable(file, within);
  const seen = versionOf(file);
  if (isCurrent !== undefined && (!(await isCurrent()) || versionOf(file) !== seen)) return false;
  try {
    // Without a turn of the event loop after the comparison, in which an editor could save.
    rmSync(file, { force: true });
    return true;
  } catch (cause) {
    throw refused(file, `cannot be removed (${reasonOf(cause)})`, 'Check the write permission of its folder.', cause);
  }
}

/**
 * Rejects with `not_allowed`, naming the file and a remedy, if `file` is a link, a folder, read-only or not writable
 * by the user. `within` is a project folder: no folder between it and the file may be a link either.
 */
export async function refuseUnlessReplaceable(file: string, within?: string): Promise<void> {
  for (const folder of foldersBetween(within, file)) {
    if ((await statIfThere(folder))?.isSymbolicLink() === true) {
      throw refused(folder, 'is a symbolic link', 'BigMind writes only to real folders of the project.');
    }
  }
  const stat = await statIfThere(file);
  if (stat?.isSymbolicLink() === true) {
    throw refused(file, 'is a symbolic link', 'Replace the link with a file, or change the file that it points to.');
  }
  if (stat?.isDirectory() === true) throw refused(file, 'is a folder', 'Move or rename the folder.');
  if (stat?.isFile() === false) throw refused(file, 'is not a regular file', 'Put a file in its place.');
  if (stat !== undefined && (stat.mode & 0o222) === 0) {
    throw refused(file, 'is read-only', 'Make it writable if it may be changed.');
  }
  for (const place of stat === undefined ? [await existingFolderAbove(file)] : [file, dirname(file)]) {
    await access(place, constants.W_OK).catch((cause: unknown) => {
      throw refused(place, 'is not writable by you', 'Check who owns it.', cause);
    });
  }
}

/** Copies the file to `<file>.bigmind-backup-<YYYYMMDD-HHMMSS>` in UTC, with its mode. Returns the path of the copy. */
export async function backUp(file: string, now: Date): Promise<string> {
  const stamp = now.toISOString().replace(/[-:]/gu, '').replace('T', '-').slice(0, 15);
  for (let number = 1; ; number += 1) {
    const backup = `${file}${backupMark}${stamp}${number === 1 ? '' : `-${number}`}`;
    try {
      await copyFile(file, backup, constants.COPYFILE_EXCL);
      await chmod(backup, (await lstat(file)).mode & 0o7777);
      return backup;
    } catch (cause) {
      // A second change within the same second keeps the first backup and uses the next name.
      if (codeOf(cause) === 'EEXIST') continue;
      throw refused(
        file,
        `cannot be backed up (${reasonOf(cause)})`,
        'Check the write permission of its folder.',
        cause,
      );
    }
  }
}

/** The contents of the file's backups, newest first. */
export async function backupsOf(file: string): Promise<{ path: string; content: Buffer }[]> {
  const names = await readdir(dirname(file)).catch(() => []);
  const ours = names.filter((name) => name.startsWith(`${basename(file)}${backupMark}`)).sort();
  const copies = await Promise.all(
    ours.toReversed().map(async (name) => {
      const path = join(dirname(file), name);
      const content = await readIfThere(path);
      return content === undefined ? [] : [{ path, content }];
    }),
  );
  return copies.flat();
}

function foldersBetween(within: string | undefined, file: string): string[] {
  if (within === undefined) return [];
  const parts = relative(within, dirname(file))
    .split(sep)
    .filter((part) => part !== '');
  return parts.map((_, index) => join(within, ...parts.slice(0, index + 1)));
}

async function existingFolderAbove(file: string): Promise<string> {
  const folder = dirname(file);
  const stat = await statIfThere(folder);
  if (stat !== undefined && !stat.isDirectory() && !stat.isSymbolicLink()) {
    throw refused(folder, 'is not a folder', 'Move or rename that file.');
  }
  return stat !== undefined || folder === file ? folder : existingFolderAbove(folder);
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause) ?? '')) return undefined;
    throw refused(path, `cannot be checked (${reasonOf(cause)})`, 'Check the read permission of its folder.', cause);
  }
}

/** The error for a file that cannot be changed. `what` continues its path. */
export function refused(path: string, what: string, remedy: string, cause?: unknown): BigMindError {
  const options = { remedy: `Nothing was changed. ${remedy}`, details: { path } };
  return new BigMindError('not_allowed', `${path} ${what}.`, cause === undefined ? options : { ...options, cause });
}

function reasonOf(thrown: unknown): string {
  return codeOf(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
