/** The place through which machines exchange bundles: a folder that something else copies, or a Git remote. */
import type { BundleName } from '../memory/sync/bundles.ts';
import { bundleFileName } from '../memory/sync/bundles.ts';

export interface PlaceListing {
  bundles: BundleName[];
  /** Other files where only bundles should be, such as the conflict copies of a cloud drive. */
  strays: string[];
}

export interface OutgoingFile {
  /** From the top of the place, with slashes. */
  path: string;
  read: () => Promise<Uint8Array>;
}

export interface Place {
  /** For people; contains no secret. */
  readonly where: string;
  /** Brings the latest state. Rejects with `not_found` if the place is gone, and `server_down` without a connection. */
  refresh(): Promise<void>;
  list(): Promise<PlaceListing>;
  /** Undefined if it is not there, or not yet. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Each file appears as a whole. What is there already stays. */
  write(files: readonly OutgoingFile[]): Promise<void>;
}

export const keyFileName = 'key.age';

export function pathOfBundle(name: BundleName): string {
  return `machines/${name.machine}/${bundleFileName(name)}`;
}
