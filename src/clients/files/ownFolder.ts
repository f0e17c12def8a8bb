/** Keeps what people place in folders of their choice out of BigMind's own folder and its backups. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';

export interface OwnPlaces {
  /** BigMind's folder, and the file of the store. */
  home: string;
  databaseFile: string;
}

/** Returns the real path of the folder, which may not exist yet. Rejects with `not_allowed` for one of ours. */
export async function outsideOwnFolder(folder: string, { home, databaseFile }: OwnPlaces): Promise<string> {
  const wanted = await realPathOf(resolve(folder));
  const store = dirname(await realPathOf(resolve(databaseFile)));
  const own = [await realPathOf(resolve(home)), join(store, 'backups'), join(store, 'damaged')];
  if (wanted !== store && !own.some((place) => isWithin(place, wanted))) return wanted;
  throw new BigMindError('not_allowed', `${folder} is in BigMind's own folder.`, {
    remedy: 'Nothing was changed. Choose a folder elsewhere.',
  });
}

/** That of the next folder above that exists, with the rest of the path. */
async function realPathOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realPathOf(dirname(path)), basename(path));
}

/** Some file systems ignore case, so a folder that differs only in case counts as the same. */
function isWithin(folder: string, path: string): boolean {
  const rest = relative(folder.toLowerCase(), path.toLowerCase());
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}
