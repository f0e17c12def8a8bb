/**
 * Moves the damaged files into their own folder in `damaged/`, and the repaired store into their place. In between,
 * there is no store for up to a fifth of a second. If the process ends at that moment, a marker file remains. With it,
 * no process creates an empty store there, and the next repair finds the moved files.
 */
import { renameSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BigMindError } from '../../../../memory/shared/errors.ts';
import { isCode, syncFile, syncFolder, syncFolderAtOnce } from '../../engine/file/syncing.ts';
import { makePrivateFolder } from './backupFolder.ts';

interface Exchange {
  /** The store's path with symbolic links resolved. */
  place: string;
  repaired: string;
  /**
   * The result of `stateOf` before the damaged files were read; undefined if no process can have changed them since.
   */
  seen: string | undefined;
  now: Date;
}

/** Milliseconds in which a write that started before the move finishes. */
const lastWriteMs = 200;
const suffixes = ['', '-wal', '-shm', '-journal'];

/** Returns the folder with the moved damaged files; null if there were none. */
export async function exchange({ place, repaired, seen, now }: Exchange): Promise<string | null> {
  await syncFile(repaired);
  const folder = damagedFolder(place);
  await makePrivateFolder(folder);
  const aside = await freshFolder(join(folder, now.toISOString().slice(0, 19).replaceAll(':', '-')));
  const damagedPlace = join(aside, basename(place));
  await beginExchange(place, aside);
  const moved: string[] = [];
  try {
    if (seen !== undefined && stateOf(place) !== seen) throw stillWritten(place);
    for (const suffix of suffixes) {
      if (moveIfThere(place + suffix, damagedPlace + suffix)) moved.push(suffix);
    }
    if (seen !== undefined) {
      await setTimeout(lastWriteMs);
      if (stateOf(damagedPlace) !== seen) throw stillWritten(place);
    }
    // Make sure the damaged file has its new name on disk before the repaired one takes the old name.
    for (const one of [aside, dirname(place)]) syncFolderAtOnce(one);
    renameSync(repaired, place);
  } catch (error) {
    for (const suffix of moved.toReversed()) renameSync(damagedPlace + suffix, place + suffix);
    await rmdir(aside).catch(() => undefined);
    await endExchange(place);
    throw error instanceof BigMindError ? error : inUse(place, error);
  }
  await syncFolder(dirname(place));
  await endExchange(place);
  if (moved.length > 0) return aside;
  await rmdir(aside).catch(() => undefined);
  return null;
}

/** Changes if a process writes to the files. */
export function stateOf(place: string): string {
  const found = ['', '-wal', '-journal'].map((suffix) =>
    statSync(place + suffix, { bigint: true, throwIfNoEntry: false }),
  );
  return found
    .map((one) => (one === undefined ? '' : `${String(one.ino)} ${String(one.size)} ${String(one.mtimeNs)}`))
    .join(', ');
}

/**
 * The path of the damaged store, under its own name, during an exchange or after an interrupted one. Undefined if there
 * is a store at `place`: then nothing is left to do.
 */
export async function unfinishedRepairOf(place: string): Promise<string | undefined> {
  if (await isFilled(place)) return undefined;
  const mark = await readFile(markOf(place), 'utf8').catch(() => '');
  if (mark === '') return undefined;
  const damagedPlace = join(damagedFolder(place), basename(mark), basename(place));
  const found = await Promise.all(suffixes.map((suffix) => isFilled(damagedPlace + suffix)));
  return found.includes(true) ? damagedPlace : undefined;
}

/** Moves the damaged files back after an interrupted exchange. Called under the file's lock. */
export async function undoExchange(place: string): Promise<void> {
  const damagedPlace = await unfinishedRepairOf(place);
  if (damagedPlace !== undefined) {
    // Move the store itself last: while it is missing, the marker is valid.
    for (const suffix of suffixes.toReversed()) {
      if (!(await isFilled(damagedPlace + suffix)) || (await isFilled(place + suffix))) continue;
      await rename(damagedPlace + suffix, place + suffix);
      await syncFolder(dirname(place));
    }
    await rmdir(dirname(damagedPlace)).catch(() => undefined);
  }
  await endExchange(place);
}

/** Writes the marker with the folder's name durably before anything is moved into it. */
async function beginExchange(place: string, aside: string): Promise<void> {
  try {
    await writeFile(markOf(place), basename(aside), { mode: 0o600 });
    await syncFile(markOf(place));
    await syncFolder(damagedFolder(place));
  } catch (error) {
    await rmdir(aside).catch(() => undefined);
    await endExchange(place);
    throw error;
  }
}

/** The marker has no effect while a store exists, so a failure to delete it does no harm. */
export async function endExchange(place: string): Promise<void> {
  await rm(markOf(place), { force: true }).catch(() => undefined);
}

function damagedFolder(place: string): string {
  return join(dirname(place), 'damaged');
}

/** Stores with different names may share a folder. */
function markOf(place: string): string {
  return join(damagedFolder(place), `${basename(place)}.unfinished`);
}

async function isFilled(file: string): Promise<boolean> {
  return ((await stat(file).catch(() => undefined))?.size ?? 0) > 0;
}

async function freshFolder(wanted: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const folder = attempt === 1 ? wanted : `${wanted}-${String(attempt)}`;
    try {
      await mkdir(folder, { mode: 0o700 });
      return folder;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
  }
}

function moveIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function stillWritten(place: string): BigMindError {
  return new BigMindError('store_locked', `Another program still writes to the damaged database at ${place}.`, {
    remedy: 'Nothing was changed. Close programs that use the memory, and repair again.',
  });
}

function inUse(place: string, cause: unknown): BigMindError {
  return new BigMindError(
    'store_locked',
    `The damaged database at ${place} cannot be moved. Another program may have it open.`,
    {
      remedy: 'Nothing was changed. Close programs that use the memory, and repair again.',
      cause,
    },
  );
}
