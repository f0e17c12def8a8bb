/**
 * The private folder `backups/` next to a store. A backup is written under a temporary name, synced, and gets its final
 * name last, so files with final names are always complete. An unfinished file is left over from a dead process.
 */
import { chmod, link, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Backup, BackupReason } from '../../../../memory/upkeep/backups.ts';
import type { NewId } from '../../../../memory/shared/ports.ts';
import { isCode, syncFile, syncFolder } from '../../engine/file/syncing.ts';
import { trueName } from '../../engine/file/storePlace.ts';
import { latestVersion } from '../../schema/migrations/migrations.ts';
import { backupName, parseBackupName, parseOldCopyName, stemOf } from './backupNames.ts';

export interface FolderPorts {
  newId: NewId;
  now: () => Date;
}

export function backupFolderOf(storeFile: string): string {
  return join(dirname(storeFile), 'backups');
}

/** The path of the store that its backups are named after and located next to, with symbolic links resolved. */
export async function trueNameOf(storeFile: string): Promise<string> {
  const own = await trueName(resolve(storeFile)).catch(() => storeFile);
  const isSame = basename(own) === basename(storeFile) && (await inOneFolder(own, storeFile));
  return isSame ? storeFile : own;
}

/** The folder itself may also be reached through a link. */
async function inOneFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((file) => realpath(dirname(file)).catch(() => file)));
  return first === second;
}

/**
 * Newest first. Includes the copies of earlier versions, and backups named after a link to the store, as earlier
 * versions named them. Empty if the folder does not exist.
 */
export async function listBackups(storeFile: string): Promise<Backup[]> {
  const own = await trueNameOf(storeFile);
  const isOne = stemOf(own) === stemOf(storeFile) && (await inOneFolder(own, storeFile));
  const found = (await Promise.all((isOne ? [own] : [own, storeFile]).map(backupsNamedAfter))).flat();
  return found.toSorted((a, b) =>
    a.madeAt === b.madeAt ? b.name.localeCompare(a.name) : b.madeAt.localeCompare(a.madeAt),
  );
}

async function backupsNamedAfter(storeFile: string): Promise<Backup[]> {
  const folder = backupFolderOf(storeFile);
  const [own, old] = await Promise.all([namesIn(folder), namesIn(dirname(storeFile))]);
  const found = await Promise.all([
    ...own.map((name) => backupAt(join(folder, name), parseBackupName(storeFile, name))),
    ...old.map((name) => backupAt(join(dirname(storeFile), name), parseOldCopyName(storeFile, name))),
  ]);
  return found.filter((backup) => backup !== undefined);
}

/** A file that the user names by its path. Its name says when it was made; otherwise its modification time counts. */
export async function backupAtPath(storeFile: string, path: string): Promise<Backup | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const name = basename(path);
  const parsed = parseBackupName(storeFile, name) ?? parseOldCopyName(storeFile, name);
  return backupAt(path, parsed ?? { madeAt: found.mtime.toISOString(), reason: 'manual' });
}

/**
 * Creates a private, empty file for `fill` to write. It becomes a backup if that succeeds and is deleted otherwise.
 * Exception: once `fill` has saved the state before a restore, the store is replaced. If the file cannot be named after
 * that, it is kept, and `adoptKept` names it later.
 */
export async function writeBackup(
  storeFile: string,
  reason: BackupReason,
  ports: FolderPorts,
  fill: (file: string) => Promise<void>,
): Promise<Backup> {
  const folder = backupFolderOf(storeFile);
  await makePrivateFolder(folder);
  // An upgrade owns the store's lock but not that of the backups, so only the next upgrade deletes its leftovers.
  const isUpgrade = reason === 'before-upgrade';
  if (isUpgrade) await sweep(storeFile, /\.part$/u);
  const ending = isUpgrade ? '.part' : reason === 'before-restore' ? keptEnding : '.tmp';
  const temporary = join(folder, `${ports.newId()}${ending}`);
  let isOnlyOne = false;
  try {
    await writeFile(temporary, '', { mode: 0o600, flag: 'wx' });
    // `fill` runs just before the store is replaced; after that, a power failure must not lose the file's name.
    if (reason === 'before-restore') await syncFolder(folder);
    await fill(temporary);
    isOnlyOne = reason === 'before-restore';
    await syncFile(temporary);
    const madeAt = ports.now().toISOString();
    const path = await publish(temporary, storeFile, { madeAt, reason });
    await syncFolder(folder);
    isOnlyOne = false;
    const { size } = await stat(path);
    return { name: basename(path), path, madeAt: `${madeAt.slice(0, 19)}.000Z`, reason, bytes: size };
  } finally {
    if (!isOnlyOne) await removeDatabase(temporary);
  }
}

/** For the state before a restore. If the restore is interrupted, this may be its only copy. */
const keptEnding = '.kept';

/** Names the intact files of interrupted restores and deletes the incomplete ones. */
export async function adoptKept(storeFile: string, isSound: (file: string) => Promise<boolean>): Promise<void> {
  const folder = backupFolderOf(storeFile);
  for (const name of (await namesIn(folder)).filter((found) => found.endsWith(keptEnding))) {
    const kept = join(folder, name);
    const { size, mtime } = await stat(kept);
    if (size > 0 && (await isSound(kept))) {
      await syncFile(kept);
      await publish(kept, storeFile, { madeAt: mtime.toISOString(), reason: 'before-restore' });
      await syncFolder(folder);
    }
    await removeDatabase(kept);
  }
}

/** Deletes a database with SQLite's side files. */
export async function removeDatabase(file: string): Promise<void> {
  await Promise.all(['', '-journal', '-wal', '-shm'].map((suffix) => rm(file + suffix, { force: true })));
}

/** Deletes unfinished files. Only the owner of the backups' lock writes such files, so no process uses them. */
export function sweepUnfinished(storeFile: string): Promise<void> {
  return sweep(storeFile, /\.tmp(?:-journal|-wal|-shm)?$/u);
}

async function sweep(storeFile: string, left: RegExp): Promise<void> {
  const folder = backupFolderOf(storeFile);
  const names = (await namesIn(folder)).filter((name) => left.test(name));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

/** The error of the last backup, for other processes; undefined if there was none. */
export async function readFailure(storeFile: string): Promise<string | undefined> {
  return readFile(failureFile(storeFile), 'utf8').catch(() => undefined);
}

/** Undefined clears the error. On a full disk it cannot be written; then only this process knows it. */
export async function noteFailure(storeFile: string, sentence: string | undefined): Promise<void> {
  const file = failureFile(storeFile);
  if (sentence === undefined) await rm(file, { force: true });
  else await writeFile(file, sentence, { mode: 0o600 }).catch(() => undefined);
}

export async function makePrivateFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    },
  );
  if (!made) return;
  await chmod(folder, 0o700);
  await syncFolder(dirname(folder));
}

async function publish(
  temporary: string,
  storeFile: string,
  named: { madeAt: string; reason: BackupReason },
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const name = backupName(storeFile, named, { attempt, version: latestVersion });
    const path = join(backupFolderOf(storeFile), name);
    if ((await stat(path).catch(() => undefined)) !== undefined) continue;
    try {
      await link(temporary, path);
    } catch (error) {
      if (isCode(error, 'EEXIST')) continue;
      // The file system has no hard links. The name was free a moment ago, and we own the lock.
      await rename(temporary, path);
    }
    return path;
  }
}

async function backupAt(
  path: string,
  named: { madeAt: string; reason: BackupReason } | undefined,
): Promise<Backup | undefined> {
  if (named === undefined) return undefined;
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  return { name: basename(path), path, ...named, bytes: found.size };
}

function failureFile(storeFile: string): string {
  return join(backupFolderOf(storeFile), 'failure.txt');
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // Missing or unreadable: treat it as empty. Writing a backup reports the cause.
    return [];
  }
}
