/**
 * Basic facts of a file. Undefined if it cannot be read, as for links in a circle: opening it then gives the reason.
 */
import { statSync } from 'node:fs';
import type { Stats } from 'node:fs';

export function lookedAt(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // Said by whoever opens it.
    return undefined;
  }
}

/** Which file on disk it is; -1 where there is none. */
export function inodeOf(file: string): number {
  return lookedAt(file)?.ino ?? -1;
}

/** Bytes; 0 where there is none. */
export function sizeOf(file: string): number {
  return lookedAt(file)?.size ?? 0;
}
