/**
 * The folder for the stores of tests that are not about disks: in memory if the machine has a large enough folder
 * there, as most Linux machines do. Transactions do not wait for a disk there.
 */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Containers often have only 64 MB, which the stores of one suite may fill. */
const minFreeBytes = 2 ** 30;

export const fastFolder = isRoomy(inMemory) ? inMemory : tmpdir();

function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= minFreeBytes;
  } catch {
    return false; // Missing or not writable, so the usual temporary folder is used.
  }
}
