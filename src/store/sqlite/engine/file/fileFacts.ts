/** Basic facts about a file. */
import { statSync } from 'node:fs';
import type { Stats } from 'node:fs';

export function lookedAt(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // The caller that opens the file reports the error.
    return undefined;
  }
}

/** The inode of the file on disk; -1 if there is none. */
export function inodeOf(file: string): number {
  return lookedAt(file)?.ino ?? -1;
}

/** Size in bytes; 0 if there is no file. */
export function sizeOf(file: string): number {
  return lookedAt(file)?.size ?? 0;
}
