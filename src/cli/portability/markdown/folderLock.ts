/** A lock file, so that one process at a time works on a folder. */
import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { codeOf } from '../../../util/fileTrouble.ts';

export interface FolderLock {
  /** Shows other processes that this one still works. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/** A process that works renews its lock more often. */
const maxSilenceMs = 300_000;

/**
 * Takes over the lock of a process that ended, or that is silent for minutes. Rejects with `conflict` if another process
 * has it, and with the error of the file system.
 */
export async function lockFolder(file: string, now: () => Date): Promise<FolderLock> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await create(file, now());
      return {
        renew: () => utimes(file, now(), now()).catch(() => undefined),
        release: () => rm(file, { force: true }),
      };
    } catch (cause) {
      if (codeOf(cause) !== 'EEXIST') throw cause;
      if (attempt > 1 || (await isHeld(file, now()))) {
        const remedy = 'Try again when it is done.';
        throw new BigMindError('conflict', 'Another process is writing to this folder.', { remedy, cause });
      }
      await rm(file, { force: true });
    }
  }
}

async function create(file: string, now: Date): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(String(process.pid));
    await handle.utimes(now, now);
  } finally {
    await handle.close();
  }
}

async function isHeld(file: string, now: Date): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || Math.abs(now.getTime() - found.mtimeMs) > maxSilenceMs) return false;
  const id = Number(await readFile(file, 'utf8').catch(() => ''));
  return Number.isInteger(id) && id > 0 && isAlive(id);
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (cause) {
    // The process of another user.
    return codeOf(cause) === 'EPERM';
  }
}
