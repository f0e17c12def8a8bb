/** A folder as the place of a sync, such as one of a cloud drive. Something else copies it to the other machines. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../clients/files/makeFolder.ts';
import { writeWhole } from '../clients/files/replaceFile.ts';
import { BigMindError } from '../memory/shared/errors.ts';
import { bundleNameFrom, isMachineId } from '../memory/sync/bundles.ts';
import { codeOf, fileTrouble } from '../util/fileTrouble.ts';
import type { OutgoingFile, Place, PlaceListing } from './place.ts';

/** The folder must exist, so that a drive that is not connected is no empty place. */
export function createFolderPlace(folder: string): Place {
  return {
    where: folder,
    refresh: () => refuseUnlessFolder(folder),
    list: () => listBundles(folder),
    read: (path) => readIfThere(join(folder, ...path.split('/'))),
    write: (files) => writeFiles(folder, files),
  };
}

async function refuseUnlessFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((cause: unknown) => {
    throw gone(folder, fileTrouble(cause), cause);
  });
  if (!found.isDirectory()) throw gone(folder, 'it is not a folder');
}

function gone(folder: string, why: string, cause?: unknown): BigMindError {
  return new BigMindError('not_found', `The folder of the sync, ${folder}, cannot be used: ${why}.`, {
    remedy:
      'Nothing was lost here. Connect the drive or start its program, and try again. If the folder is gone for good, set up the sync again with another one.',
    cause,
  });
}

export async function listBundles(folder: string): Promise<PlaceListing> {
  const listing: PlaceListing = { bundles: [], strays: [] };
  for (const machine of await namesIn(join(folder, 'machines'))) {
    for (const file of await namesIn(join(folder, 'machines', machine))) {
      const name = isMachineId(machine) ? bundleNameFrom(machine, file) : undefined;
      if (name !== undefined) listing.bundles.push(name);
      else if (!file.endsWith('.tmp')) listing.strays.push(`machines/${machine}/${file}`);
    }
  }
  const keys = (await namesIn(folder)).filter((file) => /^key.+\.age$/u.test(file));
  return { bundles: listing.bundles, strays: [...listing.strays, ...keys].sort() };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause) ?? '')) return [];
    throw gone(folder, fileTrouble(cause), cause);
  }
}

export async function readIfThere(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(cause) ?? '')) return undefined;
    throw gone(file, fileTrouble(cause), cause);
  }
}

export async function writeFiles(folder: string, files: readonly OutgoingFile[]): Promise<void> {
  for (const { path, read } of files) {
    const file = join(folder, ...path.split('/'));
    if ((await readIfThere(file)) !== undefined) continue;
    try {
      await makeFolder(dirname(file));
      await writeWhole(file, await read(), 0o600);
    } catch (cause) {
      if (cause instanceof BigMindError) throw cause;
      throw new BigMindError('store_unavailable', `${file} cannot be written: ${fileTrouble(cause)}.`, {
        remedy: 'Nothing was lost: the next sync continues. Check the free space and the permissions of the folder.',
        cause,
      });
    }
  }
}
