/** What a sync keeps beside the store: the key, which only its owner can read, and bundles that are not delivered yet. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../clients/files/makeFolder.ts';
import { writeWhole } from '../clients/files/replaceFile.ts';
import { keyLength } from './bundleFile.ts';

export interface LocalFiles {
  /** Where a clone of a Git remote belongs. */
  readonly cloneFolder: string;
  /** Undefined if there is none, or none of the right length. */
  readKey(): Promise<Uint8Array | undefined>;
  writeKey(key: Uint8Array): Promise<void>;
  /** On disk when it resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array | undefined>;
  names(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Removes key, outbox and clone. */
  removeAll(): Promise<void>;
}

export function createLocalFiles(databaseFile: string): LocalFiles {
  const folder = `${databaseFile}.sync`;
  const [keyFile, outbox, cloneFolder] = [join(folder, 'key'), join(folder, 'outbox'), join(folder, 'clone')];
  const make = (path: string): Promise<unknown> => makeFolder(path, 0o700);
  return {
    cloneFolder,
    async readKey() {
      const key = await readFile(keyFile).catch(() => undefined);
      return key?.length === keyLength ? key : undefined;
    },
    async writeKey(key) {
      await make(folder);
      await writeWhole(keyFile, key, 0o600);
    },
    async put(name, bytes) {
      await make(outbox);
      await writeWhole(join(outbox, name), bytes, 0o600);
    },
    read: (name) => readFile(join(outbox, name)).catch(() => undefined),
    names: () => readdir(outbox).catch(() => []),
    remove: (name) => rm(join(outbox, name), { force: true }),
    removeAll: () => rm(folder, { recursive: true, force: true }),
  };
}
