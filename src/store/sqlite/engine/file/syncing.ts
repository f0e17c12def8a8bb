/** Makes writes durable across a power failure, and classifies the errors of such steps. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Makes sure that a file's content has reached the disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes sure that a new or renamed entry of a folder has reached the disk, if the system supports that. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!cannotBeSynced(error)) throw error;
  }
}

/** The synchronous variant, for use inside a transaction. */
export function syncFolderAtOnce(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!cannotBeSynced(error)) throw error;
  }
}

/** Windows cannot open folders; its file system journals renames. Some shares do not support syncing. */
function cannotBeSynced(error: unknown): boolean {
  return ['EPERM', 'EISDIR', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS'].some((code) => isCode(error, code));
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
