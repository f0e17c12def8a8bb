/**
 * The folder `backups/` beside a store: private, with whole files under good names only. A backup is written under
 * another name, synced, and gets its own name last; what lies there unfinished was left by a process that died.
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

/** Backups bear the name of the file itself, whichever link somebody has to it, and lie beside it. */
export async function trueNameOf(storeFile: string): Promise<string> {
  const own = await trueName(resolve(storeFile)).catch(() => storeFile);
  const isSame = basename(own) === basename(storeFile) && (await inOneFolder(own, storeFile));
  return isSame ? storeFile : own;
}

/** The folder itself may be reached through a link, too. */
async function inOneFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((file) => realpath(dirname(file)).catch(() => file)));
  return first === second;
}

/**
 * Newest first, the copies of earlier versions included, and those under the name of the link by which the store is reached,
 * where they were put once. A folder that is not there has none.
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

/** A file that somebody names by its path; its own name tells when it was made, else its time of change does. */
export async function backupAtPath(storeFile: string, path: string): Promise<Backup | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const name = basename(path);
  const told = parseBackupName(storeFile, name) ?? parseOldCopyName(storeFile, name);
  return backupAt(path, told ?? { madeAt: found.mtime.toISOString(), reason: 'manual' });
}

/**
 * A file that is private and empty, for `fill` to write; it becomes a backup when that succeeds, and is gone when not. Once it is filled with the
 * state before a restoring the store is replaced: where it gets no name then, it stays, and `adoptKept` names it.
 */
export async function writeBackup(
  storeFile: string,
  reason: BackupReason,
  ports: FolderPorts,
  fill: (file: string) => Promise<void>,
): Promise<Backup> {
  const folder = backupFolderOf(storeFile);
  await makePrivateFolder(folder);
  // An upgrade holds the store's own lock and not that of the backups, so its files are swept by the next upgrade.
  const isUpgrade = reason === 'before-upgrade';
  if (isUpgrade) await sweep(storeFile, /\.part$/u);
  const ending = isUpgrade ? '.part' : reason === 'before-restore' ? keptEnding : '.tmp';
  const temporary = join(folder, `${ports.newId()}${ending}`);
  let isOnlyOne = false;
  try {
    await writeFile(temporary, '', { mode: 0o600, flag: 'wx' });
    // Filled in the moment before the store is replaced; from then on it must not lose its name with the power.
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

/** Of the state before a restoring: when that dies, it may be the only place that has it. */
const keptEnding = '.kept';

/** Names what restorings that died had kept, where it is whole; the rest was never finished and is nobody's. */
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

/** A database with what SQLite may have left beside it. */
export async function removeDatabase(file: string): Promise<void> {
  await Promise.all(['', '-journal', '-wal', '-shm'].map((suffix) => rm(file + suffix, { force: true })));
}

/** Of files that only a holder of the backups' lock writes: what is unfinished is nobody's. */
export function sweepUnfinished(storeFile: string): Promise<void> {
  return sweep(storeFile, /\.tmp(?:-journal|-wal|-shm)?$/u);
}

async function sweep(storeFile: string, left: RegExp): Promise<void> {
  const folder = backupFolderOf(storeFile);
  const names = (await namesIn(folder)).filter((name) => left.test(name));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

/** What went wrong with the last backup, for whoever asks from another process; undefined when nothing did. */
export async function readFailure(storeFile: string): Promise<string | undefined> {
  return readFile(failureFile(storeFile), 'utf8').catch(() => undefined);
}

/** Undefined forgets it. A disk that is full keeps no note either; then only this process knows. */
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
      // A file system without hard links: the name was free a moment ago, and the lock is ours.
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
    // Not there, or not ours to read: then it has no backups for us, and whoever writes one is told why it cannot.
    return [];
  }
}
