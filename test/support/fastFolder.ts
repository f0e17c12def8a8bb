/**
 * Where tests that are not about disks keep their stores: in memory where the machine has a roomy folder of that kind, as
 * most Linux machines do. There a transaction does not wait for a disk.
 */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Containers often have 64 MB, which the stores of one suite may fill. */
const minFreeBytes = 2 ** 30;

export const fastFolder = isRoomy(inMemory) ? inMemory : tmpdir();

function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= minFreeBytes;
  } catch {
    return false; // Not there, or not ours to write: the usual folder will do.
  }
}
