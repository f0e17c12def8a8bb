/**
 * How an MCP server asks the VS Code window that started it to show the panel: by a small file in BigMind's folder, which
 * that window looks for and removes once it has obeyed. Nobody listens on a port, and the window that is asked is the
 * right one, because its id was in the variables that the server was started with.
 */
import { access, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeWhole } from './files/replaceFile.ts';

/** The variable that names the window to a server that it starts; nothing that people set. */
export const windowVariable = 'BIGMIND_WINDOW';

/** The window that started a process with these variables. The name becomes a file's: what is more than a name is none. */
export function windowFrom(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const name = env[windowVariable] ?? '';
  return /^[\w-]{1,64}$/u.test(name) ? name : undefined;
}

/** A window looks twice a second; a busy one takes a little longer to open the panel. */
const patienceMilliseconds = 5_000;
/** Nobody waits for a request that is older than this. */
const staleMilliseconds = 60_000;

/** `window` is made of letters, digits and hyphens. */
export function windowRequestFile(home: string, window: string): string {
  return join(home, 'windows', `${window}.json`);
}

/**
 * True once the window obeyed, false when it did not in time: it may be gone, or be of an older BigMind. Nothing is left
 * behind. Rejects with the file system's error when the request cannot be written.
 */
export async function askForPanel(home: string, window: string, patience = patienceMilliseconds): Promise<boolean> {
  const file = windowRequestFile(home, window);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeWhole(file, '{"open":"panel"}\n');
  for (let waited = 0; waited < patience; waited += 100) {
    await sleep(100);
    if (!(await isThere(file))) return true;
  }
  await rm(file, { force: true });
  return false;
}

/** A request, and the draft that it is written as. */
const isRequest = /^[\w-]{1,64}\.json(?:\.\d+\.tmp)?$/u;

/**
 * Removes what servers left that were ended while they waited; whatever else is in a folder of that name, on a drive whose
 * root somebody chose as BigMind's folder, say, is not ours. `now` in milliseconds. Never rejects.
 */
export async function clearStaleRequests(home: string, now: number): Promise<void> {
  const folder = dirname(windowRequestFile(home, 'any'));
  const names = await readdir(folder).catch(() => []); // No folder: nobody ever asked.
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
