/**
 * Keeps an import away from the files of the store that it goes into. To read one past SQLite is to close it past SQLite, and then
 * this process loses its locks on it (POSIX): another one takes itself for the last and removes the log that is still written
 * to. Nothing of it could be imported anyway.
 */
import { stat } from 'node:fs/promises';
import { BigMindError } from '../../memory/shared/errors.ts';

const parts = ['', '-wal', '-shm', '-journal'];

export type IsOwn = (path: string) => Promise<boolean>;

/** Answers for every name and link of a file; nothing is opened for it. */
export async function ownStoreAt(databaseFile: string): Promise<IsOwn> {
  const own = new Set(await Promise.all(parts.map((part) => identityOf(databaseFile + part))));
  own.delete(undefined);
  return async (path) => own.has(await identityOf(path));
}

/** Rejects with `bad_import` for a file of the store; a path that leads nowhere is for others to refuse. */
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
