/**
 * A lock, which is an empty folder, so that one process at a time writes an archive or the memory of another program. A file
 * beside it names the owner: if that process of this machine has ended, the lock is taken over at once; otherwise it
 * expires after `staleMs`. Two processes may both take over such a lock, and a suspended process may lose its own, so the
 * owner calls `requireHeld` before each change.
 */
import { readFile, readlink, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
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
  const take = (): Promise<() => Promise<void>> => lockfile.lock(path, options);
  const release = await take()
    .catch(async (cause: unknown) => {
      if (codeOf(cause) !== 'ELOCKED' || !(await isOwnerDead(path))) throw cause;
      await rmdir(path).catch(() => undefined);
      return take();
    })
    .catch((cause: unknown) => {
      throw codeOf(cause) === 'ELOCKED' ? locked(cause) : cause;
    });
  const own = await identityOf(path);
  // Without it, the lock still expires.
  await writeOwner(path, own).catch(() => undefined);
  const isHeld = async (): Promise<boolean> => !isCompromised && own !== '' && (await identityOf(path)) === own;
  return {
    requireHeld: async () => {
      if (!(await isHeld())) throw locked();
    },
    release: async () => {
      // A lock that was lost just now is no longer ours to release.
      if (!(await isHeld())) return;
      await rm(ownerFile(path), { force: true }).catch(() => undefined);
      await release().catch(() => undefined);
    },
  };
}

/** Beside the lock, which must stay empty. */
export function ownerFile(path: string): string {
  return `${path}.owner`;
}

/** What is there is removed first, because it may be a link to a file of somebody else. */
async function writeOwner(path: string, lock: string): Promise<void> {
  const text = await ownerText(process.pid, lock);
  await rm(ownerFile(path), { force: true });
  await writeFile(ownerFile(path), text, { flag: 'wx', mode: 0o600 });
}

/** Containers may share a host name, and have process ids of their own. */
async function ownerText(pid: number, lock: string): Promise<string> {
  const processIds = await readlink('/proc/self/ns/pid').catch(() => process.platform);
  return [String(pid), hostname(), processIds, lock].join('\n');
}

/** Whether the owner of exactly this lock was a process of this machine, and has ended. */
async function isOwnerDead(path: string): Promise<boolean> {
  const text = await readFile(ownerFile(path), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || text !== (await ownerText(pid, await identityOf(path)))) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return codeOf(thrown) === 'ESRCH';
  }
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
  const remedy = 'Try again when it is done, or after half a minute if it was killed on another machine.';
  return new BigMindError('conflict', 'Another process is writing to this folder.', { remedy, cause });
}
