/**
 * Finds out why a store cannot be opened or written if SQLite only says that it cannot. The location is examined
 * afterwards, so that the error names what to fix.
 */
import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BigMindError } from '../../../../memory/shared/errors.ts';
import { fullError, readOnlyError } from '../sqliteErrors.ts';
import { isCode } from './syncing.ts';

/** Runs `work`. Adds the reason to a `store_unavailable` rejection, if one can be found. */
export async function explained<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BigMindError) || error.code !== 'store_unavailable') throw error;
    throw (await troubleAt(file, error)) ?? error;
  }
}

async function troubleAt(file: string, cause: BigMindError): Promise<BigMindError | undefined> {
  const folder = dirname(file);
  if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true) return undefined;
  if (await isFull(folder)) return fullError(file, cause);
  const there = await stat(file).catch(() => undefined);
  for (const place of there?.isFile() === true ? [file, folder] : [folder]) {
    const reason = await whyUnwritable(place);
    if (reason === undefined) continue;
    const what = place === file ? 'the file' : 'its folder';
    return readOnlyError(
      file,
      reason === 'disk' ? 'the disk is read-only' : `you have no permission to write ${what}`,
      cause,
    );
  }
  return undefined;
}

async function whyUnwritable(place: string): Promise<'disk' | 'rights' | undefined> {
  try {
    await access(place, constants.W_OK);
    return undefined;
  } catch (error) {
    return isCode(error, 'EROFS') ? 'disk' : 'rights';
  }
}

/** Bytes; the shared-memory file next to a store takes half as many. */
const minRoom = 65_536;

async function isFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < minRoom;
  } catch {
    // Some systems and network disks do not report free space.
    return false;
  }
}
