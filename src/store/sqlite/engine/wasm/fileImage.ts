/**
 * A database image in a file, replaced by a rename after an fsync, under the lock next to it. Readers take no lock,
 * because a rename is atomic.
 */
import type { FileHandle } from 'node:fs/promises';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { NewId } from '../../../../memory/shared/ports.ts';
import type { FileGuard } from '../file/fileGuard.ts';
import type { HeldLock, LockOptions } from '../file/fileLock.ts';
import { withFileLock } from '../file/fileLock.ts';
import { fileError, inspectPlace, preparePlace } from '../file/storePlace.ts';
import { isCode, syncFolder } from '../file/syncing.ts';
import { createLockRetry } from '../lockRetry.ts';
import { lockedError } from '../sqliteErrors.ts';
import type { DatabaseImage } from './databaseImage.ts';

interface FileImageOptions extends LockOptions {
  file: string;
  newId: NewId;
  guard: FileGuard;
}

/** Creates a missing folder. Rejects with `store_unavailable` or `store_corrupt` if the file cannot be used. */
export async function openFileImage(options: FileImageOptions): Promise<DatabaseImage> {
  const file = await preparePlace(options.file);
  await inspectPlace(file);
  let held: HeldLock | undefined;
  let swept = false;
  let wasThere = false;
  return {
    location: file,
    read: () =>
      translated(file, async () => {
        // The caller that opens the engine has already checked this once; the file may be gone by now.
        if (wasThere) await options.guard.refuseEmptied(file);
        const found = await readWhole(file);
        wasThere ||= found !== undefined;
        return found;
      }),
    token: () => translated(file, () => tokenOf(file)),
    replace: (bytes, expected) =>
      translated(file, async () => {
        const token = await replaceFile(file, bytes, expected, held, options);
        wasThere = true;
        return token;
      }),
    backUp: (bytes) =>
      translated(file, () => options.guard.backUpBeforeUpgrade(file, (target) => writeFile(target, bytes))),
    lock: (work) =>
      withFileLock(file, options, async (lock) => {
        held = lock;
        // Only the lock owner writes temporary files, so existing ones are left over from a dead process.
        if (!swept) await sweep(file);
        swept = true;
        try {
          return await work();
        } finally {
          held = undefined;
        }
      }),
  };
}

async function readWhole(file: string): Promise<{ bytes: Uint8Array; token: string } | undefined> {
  for (;;) {
    const before = await tokenOf(file);
    if (before === undefined) return undefined;
    const handle = await open(file, 'r').catch((error: unknown) => {
      if (isCode(error, 'ENOENT')) return undefined;
      throw error;
    });
    if (handle === undefined) continue;
    try {
      const bytes = await handle.readFile();
      // Retry if it was meanwhile replaced, or taken over in place by the native engine.
      if ((await tokenOfHandle(handle)) === before && (await tokenOf(file)) === before) return { bytes, token: before };
    } finally {
      await handle.close();
    }
  }
}

async function replaceFile(
  file: string,
  bytes: Uint8Array,
  expected: string | undefined,
  held: HeldLock | undefined,
  options: FileImageOptions,
): Promise<string> {
  const temporary = `${file}.${options.newId()}.tmp`;
  try {
    await writeDurably(temporary, bytes, await modeOf(file));
    const unchanged = (await tokenOf(file)) === expected;
    if (!unchanged || held === undefined || !(await held.isHeld())) throw lockedError(file);
    await renameOver(temporary, file, options);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
  return (await tokenOf(file)) ?? '';
}

/** On Windows a file that is being read cannot be replaced. Reads are short, so the rename is retried. */
async function renameOver(from: string, to: string, options: FileImageOptions): Promise<void> {
  const wait = createLockRetry(Math.min(options.timeoutMs, 2_000), options.jitter);
  for (;;) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const inUse = isCode(error, 'EPERM') || isCode(error, 'EBUSY') || isCode(error, 'EACCES');
      if (!inUse || !(await wait())) throw error;
    }
  }
}

async function writeDurably(file: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    // Overrides the umask, so that a store shared with a group stays shared. Some disks have no permissions.
    await handle.chmod(mode).catch(() => undefined);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sweep(file: string): Promise<void> {
  const names = await readdir(dirname(file));
  const left = names.filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp'));
  await Promise.all(left.map((name) => rm(join(dirname(file), name), { force: true })));
}

async function modeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? 0o600 : found.mode & 0o777;
}

/** An empty file counts as no store. */
async function tokenOf(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file, { bigint: true });
    return found.size === 0n ? undefined : tokenFrom(found);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function tokenOfHandle(handle: FileHandle): Promise<string> {
  return tokenFrom(await handle.stat({ bigint: true }));
}

function tokenFrom({ ino, mtimeNs, size }: { ino: bigint; mtimeNs: bigint; size: bigint }): string {
  return `${String(ino)}-${String(mtimeNs)}-${String(size)}`;
}

async function translated<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileError(error, file);
  }
}
