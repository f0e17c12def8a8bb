/** The sync of a store in a file, with the places of this machine. */
import { outsideOwnFolder } from '../clients/files/ownFolder.ts';
import type { OwnPlaces } from '../clients/files/ownFolder.ts';
import type { Ports } from '../memory/shared/ports.ts';
import type { Store } from '../memory/store.ts';
import { createFolderPlace } from './folderPlace.ts';
import { createGit } from './git.ts';
import { createGitPlace } from './gitPlace.ts';
import { createLocalFiles } from './localFiles.ts';
import { randomMachineId } from './machineIdentity.ts';
import { Sync } from './sync.ts';

interface OpenSyncOptions {
  store: Pick<Store, 'sync' | 'erasureCleanup'>;
  ports: Pick<Ports, 'redact' | 'clock'>;
  settings: OwnPlaces & { username: string };
  env: NodeJS.ProcessEnv;
}

/** Touches nothing before the first call. */
export function openSync({ store, ports, settings, env }: OpenSyncOptions): Sync {
  const { home, databaseFile, username } = settings;
  return new Sync({
    store: store.sync,
    erasureCleanup: store.erasureCleanup,
    redact: ports.redact,
    now: () => ports.clock.now(),
    username,
    files: createLocalFiles(databaseFile),
    newMachineId: randomMachineId,
    refuseOwnFolder: async (folder) => {
      await outsideOwnFolder(folder, { home, databaseFile });
    },
    openPlace: (place, { cloneFolder }) => {
      if (place.kind === 'folder') return createFolderPlace(place.folder);
      return createGitPlace({ url: place.url, clone: cloneFolder, git: createGit(cloneFolder, env) });
    },
  });
}
