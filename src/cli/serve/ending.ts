/**
 * When a serving process has to end, and how. A server without its client is an orphan: it ends when its input ends,
 * when its parent dies (even if another process still has the pipe open), and at each termination signal. It ends
 * within two seconds, even if a call is still waiting. Acknowledged data is stored by then; the rest is rolled back.
 */
import { createHook } from 'node:async_hooks';
import { fstatSync } from 'node:fs';
import { setTimeout as afterAWhile } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';

/** Milliseconds for running calls, including closing, after the process was asked to end. */
const timeoutMs = 1_200;
/** Milliseconds between two checks of the parent. */
const parentPollMs = 400;

interface EndCauses {
  /** Standard input belongs to the client, and ends with it. */
  input: boolean;
  parent: boolean;
  /** A hang-up of the terminal (SIGHUP). */
  hangUp: boolean;
}

/**
 * Resolves once, at the first of these causes. The handlers stay, so that no other one (a library's, or Node's)
 * decides.
 */
export function waitForEnd({ input, parent, hangUp }: EndCauses): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => resolve();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
    process.on('SIGHUP', hangUp ? end : () => undefined);
    if (input) {
      process.stdin.once('end', end).once('close', end).once('error', end);
      // No client reads the answers any more.
      process.stdout.once('error', end);
    }
    if (parent) whenParentDies(end);
  });
}

/** The process exits with 0 after this time at the latest, or sooner if nothing keeps it alive. */
export function endInTime(note: (text: string) => void, milliseconds = timeoutMs): void {
  afterAWhile(() => {
    note('bigmind: ended while a task was still running. Saved memories are not lost.');
    void leave(0);
  }, milliseconds).unref();
}

/**
 * Ends the process. At exit, Node waits for each pending file operation, forever if it is on a share whose server is
 * gone. Then only a kill helps, whose exit code applies. A process that is making progress is not killed.
 */
export async function leave(code: number): Promise<never> {
  if (await isStuck()) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/** For a finished command: it ends by itself once its output is read, unless a file operation hangs. */
export function exitIfStuck(): void {
  setInterval(() => {
    void isStuck().then((is) => is && process.kill(process.pid, 'SIGKILL'));
  }, 1_000).unref();
}

/**
 * Whether a pending file operation is still pending after a fifth of a second; a process that makes progress has
 * started others by then.
 */
async function isStuck(): Promise<boolean> {
  const since = new Set<number>();
  const watch = createHook({
    init: (id, type) => type.startsWith('FSREQ') && since.add(id),
    before: (id) => since.delete(id),
  }).enable();
  try {
    for (let looks = 0; filesAskedFor() > since.size; looks += 1) {
      if (looks === 5) return true;
      await setTimeout(40);
    }
    return false;
  } finally {
    watch.disable();
  }
}

function filesAskedFor(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource.startsWith('FSReq')).length;
}

/**
 * The end causes of a server that both users and programs start. A program gives its child a pipe as standard input,
 * and the child ends with it. A user's server has a terminal, and ends with it; in the background (`nohup`, a
 * service), it has neither, and outlives both. Node does not reveal whether SIGHUP was ignored, so standard input
 * decides. A process started by a hand-over ends with its parent, which is the process that the user knows.
 */
export function causesByStandardInput(wasHandedOver: boolean): EndCauses {
  const isPipe = isPipeAt(0);
  return { input: false, parent: isPipe || wasHandedOver, hangUp: isPipe || isatty(0) };
}

function isPipeAt(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isFIFO() || found.isSocket();
  } catch {
    // Closed or not accessible, so it is not a pipe.
    return false;
  }
}

/** An orphan gets another parent, except on Windows, where it keeps the id of the dead one. */
function whenParentDies(died: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.platform === 'win32' ? isAlive(parent) : process.ppid === parent) return;
    clearInterval(timer);
    died();
  }, parentPollMs);
  timer.unref();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists, but this process may not signal it.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
