/** The sync of a store in a file, with the places of this machine. */
import { createFolderPlace } from './folderPlace.ts';
import { createGit } from './git.ts';
import { createGitPlace } from './gitPlace.ts';
import { createLocalFiles } from './localFiles.ts';
import { randomMachineId } from './machineIdentity.ts';
import type { SyncParts } from './sync.ts';
import { Sync } from './sync.ts';

export interface OpenSyncOptions extends Omit<SyncParts, 'files' | 'openPlace' | 'newMachineId'> {
  databaseFile: string;
  env: NodeJS.ProcessEnv;
}

/** Touches nothing before the first call. */
export function openSync({ databaseFile, env, ...parts }: OpenSyncOptions): Sync {
  return new Sync({
    ...parts,
    files: createLocalFiles(databaseFile),
    newMachineId: randomMachineId,
    openPlace: (place, { cloneFolder }) => {
      if (place.kind === 'folder') return createFolderPlace(place.folder);
      return createGitPlace({ url: place.url, clone: cloneFolder, git: createGit(cloneFolder, env) });
    },
  });
}
