/** Keeps what was read of files that are read again and again, such as for a page that is visible. */
import type { MindFiles } from './mindFiles.ts';

/** What was read of a file, until it or `key` changes. Rejects as `read`, whose errors are not kept. */
export type FileCache<T> = (file: string, key: string, read: () => Promise<T>) => Promise<T>;

export function createFileCache<T>(files: MindFiles): FileCache<T> {
  const known = new Map<string, { from: string; found: T }>();
  return async (file, key, read) => {
    // Before the text, so that what changes in between is read the next time.
    const from = `${key} ${(await files.version(file)) ?? ''}`;
    const last = known.get(file);
    if (last?.from === from) return last.found;
    const found = await read();
    known.set(file, { from, found });
    return found;
  };
}
