/**
 * The location of a store on disk. Creates a missing folder, checks the existing file before an engine opens it, and
 * reports every failure with the path and a remedy. Folders that it creates have mode 0700, files 0600.
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

/**
 * The canonical path of the file, with symbolic links resolved, so that all processes lock the same file. Creates the
 * folder.
 */
export async function preparePlace(file: string): Promise<string> {
  const folder = dirname(resolve(file));
  try {
    await makeFolder(folder);
    const place = await trueName(resolve(file));
    const found = await stat(place).catch(() => undefined);
    // Opening a pipe would block forever, and a device would be read.
    if (found !== undefined && !found.isFile()) throw misplaced(place, found);
    return place;
  } catch (error) {
    throw fileError(error, file);
  }
}

/**
 * Throws `store_unavailable` if the path is not a regular file, such as a folder or a circular link. Creates nothing
 * and accepts a missing file.
 */
export async function refuseNoFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    if (isCode(error, 'ELOOP')) throw fileError(error, file);
  });
  if (found !== undefined && !found.isFile()) throw misplaced(file, found);
}

function misplaced(place: string, found: Stats): BigMindError {
  return misplacedError(place, `there is a ${kindOf(found)} where the file belongs`);
}

/** A link may exist before its store does. A link to a disk that is not mounted now must not start a new store. */
export async function trueName(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (isCode(error, 'ELOOP')) throw error;
    const place = join(await realpath(dirname(file)), basename(file));
    const linkTarget = await readlink(place).catch(() => undefined);
    if (linkTarget === undefined) return place;
    const target = resolve(dirname(place), linkTarget);
    if ((await stat(dirname(target)).catch(() => undefined)) !== undefined) return trueName(target);
    throw unavailableError(file, `it is a link to ${target}, which is not there, nor is its folder`);
  }
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'folder';
  if (found.isFIFO()) return 'pipe';
  return found.isSocket() ? 'socket' : 'device';
}

/** Makes only the missing folders, and those private. (Node's own recursive `mkdir` never returns below /proc.) */
async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => undefined))?.isDirectory() === true) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it just now.
    if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true) throw error;
  }
  // If the folder's name is lost, so is its content.
  await syncFolder(parent);
}

/**
 * Inspects the file, even while SQLite has it open here. Throws `store_corrupt` if it is not an SQLite database, or
 * only the beginning of one.
 */
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

/** Creates an empty private file if there is none. */
export async function createPrivateFile(file: string): Promise<void> {
  try {
    const handle = await open(file, 'a', 0o600);
    await handle.close();
    await chmod(file, 0o600);
  } catch (error) {
    throw fileError(error, file);
  }
}

/** Converts a file system error to `store_full` or `store_unavailable`; returns other errors unchanged. */
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
