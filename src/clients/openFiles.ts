/**
 * Which files are open in VS Code, for the hooks of chats in the same folder: what is known about them matters more to a
 * prompt. Each window has one small file for each of its folders, `cache/open-files/HASH-PID.json` in BigMind's folder:
 * `{"files": ["src/cli.ts"]}`, the active file first. The window removes it when it closes; what a killed one left
 * counts no longer, and is removed when it is read.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../util/fingerprint.ts';
import { isRecord } from '../util/parsedValues.ts';
import { makeFolder } from './files/makeFolder.ts';
import { writeWhole } from './files/replaceFile.ts';

const maxFiles = 6;

/** `files` are paths in `folder`, which is open in the window with this process id. */
export async function noteOpenFiles(
  home: string,
  folder: string,
  window: number,
  files: readonly string[],
): Promise<void> {
  await makeFolder(notesIn(home), 0o700);
  await writeWhole(fileOf(home, folder, window), JSON.stringify({ files: files.slice(0, maxFiles) }));
}

/** Does nothing if there is no note. */
export function removeNote(home: string, folder: string, window: number): void {
  rmSync(fileOf(home, folder, window), { force: true });
}

/**
 * Paths in `folder`, of all windows that have it open; empty if there is none. `isRunning` tells of a process id whether
 * the window still runs. Never throws.
 */
export function openFilesIn(home: string, folder: string, isRunning: (window: number) => boolean): readonly string[] {
  try {
    const names = readdirSync(notesIn(home)).filter((name) => name.startsWith(`${hashOf(folder)}-`));
    return names.flatMap((name) => {
      const file = join(notesIn(home), name);
      if (isRunning(Number(/-(\d+)\.json$/u.exec(name)?.[1]))) return filesIn(file);
      rmSync(file, { force: true });
      return [];
    });
  } catch {
    // No window has noted anything.
    return [];
  }
}

/** Whether a process runs on this machine. */
export function isProcessRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (thrown) {
    return isRecord(thrown) && thrown['code'] === 'EPERM';
  }
}

function filesIn(file: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const files = isRecord(read) ? read['files'] : undefined;
    return Array.isArray(files) ? files.filter((one) => typeof one === 'string').slice(0, maxFiles) : [];
  } catch {
    // The window replaces it right now.
    return [];
  }
}

function notesIn(home: string): string {
  return join(home, 'cache', 'open-files');
}

function fileOf(home: string, folder: string, window: number): string {
  return join(notesIn(home), `${hashOf(folder)}-${String(window)}.json`);
}

/** Windows spells one folder in several ways, such as `c:\` and `C:/`. */
function hashOf(folder: string): string {
  return fingerprint(folder.replaceAll('\\', '/').replace(/\/+$/u, '').toLowerCase());
}
