/**
 * Recognizes the files of a store and its backups under any spelling of their paths, so that no export overwrites
 * them.
 */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

const parts = ['', '-wal', '-shm', '-journal'];

/** Which of them `path` is; undefined if it is neither. It need not exist yet, and may contain links. */
export async function ownFileAt(path: string, databaseFile: string): Promise<'store' | 'backups' | undefined> {
  const target = resolve(path);
  const store = resolve(databaseFile);
  const real = await realpath(store).catch(() => store);
  const folder = await realpath(dirname(target)).catch(() => dirname(target));
  const places = [target, join(folder, basename(target))].map(folded);
  const [found, storeFolder] = await Promise.all([identity(target), realpath(dirname(store)).catch(() => undefined)]);
  const stores = [store, real, ...(storeFolder === undefined ? [] : [join(storeFolder, basename(store))])];
  for (const file of stores.flatMap((one) => parts.map((part) => one + part))) {
    if (places.includes(folded(file)) || (found !== undefined && found === (await identity(file)))) return 'store';
  }
  const backups = await identity(join(dirname(store), 'backups'));
  if (backups === undefined) return undefined;
  const end = await realpath(target).catch(() => join(folder, basename(target)));
  for (let above = dirname(end); ; above = dirname(above)) {
    if ((await identity(above)) === backups) return 'backups';
    if (dirname(above) === above) return undefined;
  }
}

/** Some file systems ignore case, so two names that differ only in case count as one file. */
function folded(path: string): string {
  return path.toLowerCase();
}

/** The same for all names and links of a file. */
async function identity(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : `${String(found.dev)} ${String(found.ino)}`;
}
