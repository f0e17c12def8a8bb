/**
 * The place of a store on disk: its folder is made when it is missing, what stands there is judged before an engine
 * touches it, and every failure names the place and a remedy. Folder 0700 and file 0600 when they are ours to make.
 */
import { fstatSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { chmod, mkdir, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { BigMindError } from '../../../../memory/shared/errors.ts';
import { headerLength, inspectHeader } from '../databaseHeader.ts';
import type { DatabaseHeader } from '../databaseHeader.ts';
import { corruptError, fullError, misplacedError, unavailableError } from '../sqliteErrors.ts';
import { isCode, syncFolder } from './syncing.ts';
import { bytesAt, readPastSqlite } from './sharedDescriptors.ts';

/** The file's one true name, symbolic links followed, so that all processes lock the same thing. Makes the folder. */
export async function preparePlace(file: string): Promise<string> {
  const folder = dirname(resolve(file));
  try {
    await makeFolder(folder);
    const place = await trueName(resolve(file));
    const found = await stat(place).catch(() => undefined);
    // A pipe would be waited for without end, and a device read.
    if (found !== undefined && !found.isFile()) throw misplaced(place, found);
    return place;
  } catch (error) {
    throw fileError(error, file);
  }
}

/** Throws `store_unavailable` for what is no file, as a folder or links in a circle. Makes nothing, and takes nothing for a file yet to be. */
export async function refuseNoFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    if (isCode(error, 'ELOOP')) throw fileError(error, file);
  });
  if (found !== undefined && !found.isFile()) throw misplaced(file, found);
}

function misplaced(place: string, found: Stats): BigMindError {
  return misplacedError(place, `there is a ${kindOf(found)} where the file belongs`);
}

/** A link may be there before the store is; one to a disk that is not there now is no place to begin another store. */
export async function trueName(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (isCode(error, 'ELOOP')) throw error;
    const place = join(await realpath(dirname(file)), basename(file));
    const told = await readlink(place).catch(() => undefined);
    if (told === undefined) return place;
    const target = resolve(dirname(place), told);
    if ((await stat(dirname(target)).catch(() => undefined)) !== undefined) return trueName(target);
    throw unavailableError(file, `it is a link to ${target}, which is not there, nor is its folder`);
  }
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'folder';
  if (found.isFIFO()) return 'pipe';
  return found.isSocket() ? 'socket' : 'device';
}

/** Only the folders that were missing are made private. (Node's own recursive `mkdir` never returns below /proc.) */
async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => undefined))?.isDirectory() === true) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it a moment ago.
    if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true) throw error;
  }
  // What is kept in a folder is lost with its name.
  await syncFolder(parent);
}

/** What stands at the place, also while SQLite has it open here. Throws `store_corrupt` for what is no SQLite database, or only the beginning of one. */
export async function inspectPlace(file: string): Promise<Exclude<DatabaseHeader, { kind: 'not_sqlite' }>> {
  const { bytes, size } = await readBeginning(file);
  const header = inspectHeader(bytes);
  if (header.kind === 'not_sqlite') throw corruptError(file, 'it does not start like an SQLite database');
  // In WAL mode the missing pages may still be in the write-ahead log.
  if (header.kind === 'sqlite' && size < header.expectedBytes && !(header.wal && (await hasWal(file)))) {
    throw corruptError(file, `it has ${String(size)} bytes of ${String(header.expectedBytes)}`);
  }
  return header;
}

/** Makes an empty private file where there is none. */
export async function createPrivateFile(file: string): Promise<void> {
  try {
    const handle = await open(file, 'a', 0o600);
    await handle.close();
    await chmod(file, 0o600);
  } catch (error) {
    throw fileError(error, file);
  }
}

/** A file system error as `store_full` or `store_unavailable`; other errors as they are. */
export function fileError(error: unknown, file: string): unknown {
  if (error instanceof BigMindError) return error;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return fullError(file, error);
  const noFile = noFiles[error.code];
  if (noFile !== undefined) return misplacedError(file, noFile, error);
  return unavailableError(file, reasons[error.code] ?? error.message, error);
}

const noFiles: Record<string, string> = {
  ELOOP: 'its links form a circle',
  EISDIR: 'there is a folder where the file belongs',
};

const reasons: Record<string, string> = {
  EACCES: 'you have no permission there',
  EPERM: 'the operation is not permitted there',
  EROFS: 'the disk is read-only',
  ENOENT: 'the folder does not exist and cannot be created',
  ENOTDIR: 'there is a file where the folder belongs',
  EEXIST: 'there is a file where the folder belongs',
};

async function readBeginning(file: string): Promise<{ bytes: Uint8Array; size: number }> {
  try {
    return await readPastSqlite(file, async (descriptor) => ({
      bytes: await bytesAt(descriptor, 0, headerLength),
      size: fstatSync(descriptor).size,
    }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { bytes: new Uint8Array(0), size: 0 };
    throw fileError(error, file);
  }
}

async function hasWal(file: string): Promise<boolean> {
  const wal = await stat(`${file}-wal`).catch(() => undefined);
  return wal !== undefined && wal.size > 0;
}
