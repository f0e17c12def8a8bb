/**
 * Keeps an import away from the files of the store that it writes to. Closing a file that was opened without SQLite
 * drops this process's SQLite locks on it (POSIX). Then another process considers itself the last one and removes the
 * log that is still in use. The store cannot be imported into itself anyway.
 */
import { stat } from 'node:fs/promises';
import { BigMindError } from '../../memory/shared/errors.ts';

const parts = ['', '-wal', '-shm', '-journal'];

export type IsOwn = (path: string) => Promise<boolean>;

/** Recognizes a file by every name and link, without opening it. */
export async function ownStoreAt(databaseFile: string): Promise<IsOwn> {
  const own = new Set(await Promise.all(parts.map((part) => identityOf(databaseFile + part))));
  own.delete(undefined);
  return async (path) => own.has(await identityOf(path));
}

/** Rejects with `bad_import` for a file of the store; other callers report a path that does not exist. */
export async function refuseOwnStore(path: string, databaseFile: string): Promise<void> {
  const isOwn = await ownStoreAt(databaseFile);
  if (!(await isOwn(path))) return;
  throw new BigMindError('bad_import', `${path} belongs to this memory and cannot be imported into it.`, {
    remedy:
      'Give an export or a file of another program. To restore an earlier state of this memory, use "bigmind restore". Nothing was changed.',
    details: { path },
  });
}

async function identityOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : `${String(found.dev)} ${String(found.ino)}`;
}
