/**
 * When a serving process has to end, and how. A server without its client is an orphan: it ends when its input ends,
 * when its parent dies (even if another process still holds the pipe), and at each signal to end. It ends within two
 * seconds, whatever a call still waits for. Acknowledged data is stored by then; the rest is rolled back.
 */
import { createHook } from 'node:async_hooks';
import { fstatSync } from 'node:fs';
import { setTimeout as afterAWhile } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';

/** Milliseconds that running calls have from the moment in which the process is told to end; closing comes out of them, too. */
const patience = 1_200;
/** Milliseconds between two looks at the parent. */
const pause = 400;

export interface EndCauses {
  /** Standard input belongs to the client, and ends with it. */
  input: boolean;
  parent: boolean;
  /** A hang-up of the terminal. */
  hangUp: boolean;
}

/** Resolves once, at the first of these. The handlers stay, so that no other one (a library's, or Node's) decides. */
export function toldToEnd({ input, parent, hangUp }: EndCauses): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => resolve();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
    process.on('SIGHUP', hangUp ? end : () => undefined);
    if (input) {
      process.stdin.once('end', end).once('close', end).once('error', end);
      // Nobody reads our answers any more.
      process.stdout.once('error', end);
    }
    if (parent) whenParentDies(end);
  });
}

/** The process ends with 0 after this long at the latest; sooner, where nothing keeps it. */
export function endInTime(note: (text: string) => void, milliseconds = patience): void {
  afterAWhile(() => {
    note('bigmind: ended while a task was still running. Saved memories are not lost.');
    void leave(0);
  }, milliseconds).unref();
}

/**
 * Ends the process. Node waits at its end for each file that it still asks for, which on a share whose server is gone is
 * for ever; then nothing but a kill helps, and the exit code is the kill's. Who is in the middle of reading is not killed.
 */
export async function leave(code: number): Promise<never> {
  if (await isStuck()) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/** For a command that is done: it ends by itself, once its output is read, unless a file that it asked for keeps it. */
export function leaveWhereStuck(): void {
  setInterval(() => {
    void isStuck().then((is) => is && process.kill(process.pid, 'SIGKILL'));
  }, 1_000).unref();
}

/** Whether a file that is asked for now is still asked for in a fifth of a second; who reads on asks for others by then. */
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
 * What ends a server that people start as well as programs. A program gives its child a pipe for standard input, and such
 * a child dies with it. A person's server has a terminal, and ends with it; put into the background (`nohup`, a service) it
 * has neither, and outlives both. Node forgets that a hang-up was to be ignored, so this is how that is known. A process that
 * was handed over to ends with the one that people know of.
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
    // It is closed, or nothing that can be looked at: nobody's pipe.
    return false;
  }
}

/** An orphan gets another parent, but on Windows, where it keeps the number of the dead one. */
function whenParentDies(died: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.platform === 'win32' ? isAlive(parent) : process.ppid === parent) return;
    clearInterval(timer);
    died();
  }, pause);
  timer.unref();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, and so there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
