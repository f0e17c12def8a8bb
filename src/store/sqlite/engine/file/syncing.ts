/** What makes sure that what was written stays, whatever happens to the power; and how such a step fails. */
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

/** Makes sure that a renamed or new name in a folder has reached the disk, where the system can do that. */
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

/** The same inside a transaction, which waits for nothing. */
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

/** Windows cannot open folders; its renames are journalled by the file system. Some shares know no such thing. */
function cannotBeSynced(error: unknown): boolean {
  return ['EPERM', 'EISDIR', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS'].some((code) => isCode(error, code));
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
