/** Makes folders. Node's own recursive `mkdir` never returns where the system makes none, such as below /proc. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the folder and those above it that are missing, all with the mode. Rejects with the file system's error, also if
 * there is something else at its place.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (thrown) {
    // Another process may have made it just now.
    if (!(await isFolder(folder))) throw thrown;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
