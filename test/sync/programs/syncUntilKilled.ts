/**
 * Runs a sync of a store with a folder, and kills itself, as `kill -9` does, before a number of steps of the store and
 * the files. Arguments: the file of the store, and the number of steps. The setup has been done.
 */
import { createLocalFiles } from '../../../src/sync/localFiles.ts';
import { createFolderPlace } from '../../../src/sync/folderPlace.ts';
import { Sync } from '../../../src/sync/sync.ts';
import { openStore } from '../../store/support.ts';

const [file = '', steps = '1'] = process.argv.slice(2);
let left = Number(steps);

function counted<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        left -= 1;
        if (left < 0) process.kill(process.pid, 'SIGKILL');
        return Reflect.apply(value, object, args);
      };
    },
  });
}

const store = openStore('native', file);
await new Sync({
  ...{ store: counted(store.sync), erasureCleanup: store.erasureCleanup, files: counted(createLocalFiles(file)) },
  ...{ redact: (text) => ({ text, removed: 0 }), now: () => new Date('2026-03-30T12:00:00.000Z'), username: 'ada' },
  ...{ newMachineId: () => 'a'.repeat(12), refuseOwnFolder: () => Promise.resolve() },
  openPlace: (place) => counted(createFolderPlace(place.kind === 'folder' ? place.folder : '')),
}).run();
await store.close();
