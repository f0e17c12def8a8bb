/** Reads the beginning of a file, which shows its kind. */
import { closeSync, constants, fstatSync, openSync, read } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { textAtStart, uncompressedName } from '../transcripts/openedFile.ts';

/** In bytes. Enough for the first lines; the start of a line identifies its kind. */
const lookedAt = 16 * 1024;
export const databaseMark = 'SQLite format 3\0';
/** Does not block on a pipe without a writer. */
const readOnly = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

/**
 * Open descriptors of databases, which stay open until the process ends, one per file. Another extension may have the
 * same database open in this process, and closing it here would drop that extension's locks (POSIX).
 */
const keptOpen = new Map<string, number>();

/** The first 16 KB without a byte order mark. Rejects with the file system's error. */
export async function fileBeginning(path: string): Promise<string> {
  if (uncompressedName(path) !== path) return textAtStart(path, lookedAt);
  const known = keptOpen.get(keyOf(await stat(path, { bigint: true })));
  const descriptor = known ?? openSync(path, readOnly);
  let isKept = known !== undefined;
  try {
    const { buffer, bytesRead } = await promisify(read)(descriptor, Buffer.alloc(lookedAt), 0, lookedAt, 0);
    const text = buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/u, '');
    const key = keyOf(fstatSync(descriptor, { bigint: true }));
    // Windows has no such locks, and files that are open there cannot be replaced.
    if (process.platform !== 'win32' && text.startsWith(databaseMark)) {
      // A concurrent call for the same file keeps another descriptor.
      keptOpen.set(key, descriptor);
      isKept = true;
    }
    return text;
  } finally {
    if (!isKept) closeSync(descriptor);
  }
}

function keyOf({ dev, ino }: BigIntStats): string {
  return `${String(dev)}:${String(ino)}`;
}
