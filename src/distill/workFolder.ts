/**
 * The empty folder in which a program runs that is asked. Nothing of a repository is near it, and it is removed
 * afterwards. It has the same name each time if possible, because coding agents note every folder that they run in.
 */
import { rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { atEndOfProcess } from './endings.ts';

/** The files are written into it, by name. */
export async function inWorkFolder<T>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await createFolder();
  const keep = atEndOfProcess(() => removeNow(folder));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { flag: 'wx' });
    return await work(folder);
  } finally {
    // A program that has just ended may keep a file open for a moment, on Windows.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
    keep();
  }
}

/** In milliseconds: longer than any request takes, so that nobody works in an older folder. */
const abandonedMs = 3_600_000;

async function createFolder(): Promise<string> {
  const { uid } = userInfo();
  const usual = join(tmpdir(), uid < 0 ? 'bigmind-learn' : `bigmind-learn-${String(uid)}`);
  try {
    await mkdir(usual, { mode: 0o700 });
    return usual;
  } catch {
    // Another process works there, another user took the name, or a process that was killed left it.
    const other = await mkdtemp(`${usual}-`);
    await removeAbandoned(usual, other, uid);
    return other;
  }
}

/** For the next request. The new folder says what time it is for the disk. */
async function removeAbandoned(folder: string, created: string, uid: number): Promise<void> {
  const [found, now] = await Promise.all([folder, created].map((path) => lstat(path).catch(() => undefined)));
  if (found === undefined || now === undefined || !found.isDirectory() || (uid >= 0 && found.uid !== uid)) return;
  if (now.mtimeMs - found.mtimeMs < abandonedMs) return;
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The system removes old temporary files, too.
  }
}
