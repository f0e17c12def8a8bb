/**
 * A lock, which is an empty folder, so that one process at a time writes an archive or the user memory of VS Code. The lock of a dead process
 * expires after `staleMs`. Two processes may both take over such a lock, and a suspended process may lose its own, so
 * the owner calls `requireHeld` before each change.
 */
import { stat } from 'node:fs/promises';
import { BigMindError } from '../../memory/shared/errors.ts';
import { codeOf } from '../../util/fileTrouble.ts';

export interface FolderLock {
  /** Rejects with `conflict` once another process has the lock. */
  requireHeld(): Promise<void>;
  /** Leaves the lock of another process in place. */
  release(): Promise<void>;
}

/** A process that works renews its lock twice as often. Rendering a long session can block it for seconds. */
const staleMs = 30_000;

/** `path` is that of the lock. Rejects with `conflict` if another process has it, and with the file system's error. */
export async function lockFolder(path: string): Promise<FolderLock> {
  const { default: lockfile } = await import('proper-lockfile');
  let isCompromised = false;
  const onCompromised = (): void => {
    isCompromised = true;
  };
  const options = { lockfilePath: path, realpath: false, stale: staleMs, onCompromised };
  const release = await lockfile.lock(path, options).catch((cause: unknown) => {
    throw codeOf(cause) === 'ELOCKED' ? locked(cause) : cause;
  });
  const own = await identityOf(path);
  const isHeld = async (): Promise<boolean> => !isCompromised && own !== '' && (await identityOf(path)) === own;
  return {
    requireHeld: async () => {
      if (!(await isHeld())) throw locked();
    },
    release: async () => {
      // A lock that was lost just now is no longer ours to release.
      if (await isHeld()) await release().catch(() => undefined);
    },
  };
}

/** Distinguishes a lock from its successor, even if the file system reuses inode numbers. */
async function identityOf(path: string): Promise<string> {
  try {
    const { ino, birthtimeNs } = await stat(path, { bigint: true });
    return `${String(ino)}:${String(birthtimeNs)}`;
  } catch {
    // The lock is gone, so we no longer have it.
    return '';
  }
}

function locked(cause?: unknown): BigMindError {
  const remedy = 'Try again when it is done, or after half a minute if it was killed.';
  return new BigMindError('conflict', 'Another process is writing to this folder.', { remedy, cause });
}
