/** Keeps a copy of a store beside it before an upgrade. A copy that is there already is never replaced. */
import { link, open, rename, rm, stat } from 'node:fs/promises';

/** Moves a finished copy to its final name, or to the next free one. Answers with that name. */
export async function publishCopy(temporary: string, file: string, suffix: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const name = `${file}${suffix}${attempt === 1 ? '' : `-${String(attempt)}`}.bak`;
    if ((await stat(name).catch(() => undefined)) !== undefined) continue;
    try {
      await link(temporary, name);
      await rm(temporary, { force: true });
    } catch (error) {
      if (isCode(error, 'EEXIST')) continue;
      // A file system without hard links: the name was free a moment ago, and the store's lock is ours.
      await rename(temporary, name);
    }
    return name;
  }
}

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
    // Windows cannot open folders; its renames are journalled by the file system.
    if (!isCode(error, 'EPERM') && !isCode(error, 'EISDIR') && !isCode(error, 'EACCES') && !isCode(error, 'EINVAL')) {
      throw error;
    }
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
