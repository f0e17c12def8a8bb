/**
 * Lets an MCP server ask the VS Code window that started it to show the panel. It writes a small file into BigMind's
 * folder, which the window polls for and removes when done. No port is needed, and the right window responds, because
 * its id is in the variables with which the server was started.
 */
import { access, lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from './files/makeFolder.ts';
import { writeWhole } from './files/replaceFile.ts';

/** The variable that names the window to a server that it starts; not set by users. */
export const windowVariable = 'BIGMIND_WINDOW';

/**
 * The window that started a process with these variables. The name becomes a file name, so one with other characters
 * is rejected.
 */
export function windowFrom(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const name = env[windowVariable] ?? '';
  return /^[\w-]{1,64}$/u.test(name) ? name : undefined;
}

/** A window polls twice a second; a busy one takes a little longer to open the panel. */
const defaultTimeoutMs = 5_000;
/** No process waits for a request older than this. */
const staleMilliseconds = 60_000;

/** `window` consists of letters, digits, underscores and hyphens. */
export function windowRequestFile(home: string, window: string): string {
  return join(home, 'windows', `${window}.json`);
}

/**
 * True if the window has shown the panel; false if it did not in time, because it was closed or runs an older
 * BigMind. The request is removed in both cases. Rejects with the file system's error if the request cannot be
 * written.
 */
export async function askForPanel(home: string, window: string, timeoutMs = defaultTimeoutMs): Promise<boolean> {
  const file = windowRequestFile(home, window);
  await makeFolder(dirname(file), 0o700);
  await writeWhole(file, '{"open":"panel"}\n');
  for (let waited = 0; waited < timeoutMs; waited += 100) {
    await sleep(100);
    if (!(await isThere(file))) return true;
  }
  await rm(file, { force: true });
  return false;
}

/** A request, or the draft from which it is renamed. */
const isRequest = /^[\w-]{1,64}\.json(?:\.\d+\.tmp)?$/u;

/**
 * Removes requests of servers that ended while waiting. Other files in a folder of that name are not touched:
 * BigMind's folder may be the root of a drive. `now` in milliseconds. Never rejects.
 */
export async function clearStaleRequests(home: string, now: number): Promise<void> {
  const folder = dirname(windowRequestFile(home, 'any'));
  const names = await readdir(folder).catch(() => []); // No folder: no server ever asked.
  for (const name of names.filter((one) => isRequest.test(one))) {
    const file = join(folder, name);
    try {
      const found = await lstat(file);
      if (found.isFile() && now - found.mtimeMs > staleMilliseconds) await rm(file, { force: true });
    } catch {
      // Another window removed it first.
    }
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
