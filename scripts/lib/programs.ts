/**
 * Starts and ends other programs. Everything started here also ends here: on success, on failure and on Ctrl+C. It ends
 * as a whole process group, because code-server and mocha have child processes.
 */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const running = new Map<ChildProcess, { graceSeconds: number }>();
const ownGroup = process.platform !== 'win32';

/** An outcome that its message explains well enough, so no stack is shown. */
export class ScriptError extends Error {}

export type Environment = Record<string, string | undefined>;

/** Runs the body of a script. An error becomes one clear line and exit code 1, and every started program ends. */
export async function runMain(body: () => Promise<void>): Promise<void> {
  endChildrenWithThisProcess();
  try {
    await body();
  } catch (error) {
    console.error(error instanceof ScriptError ? `\n${error.message}` : error);
    process.exitCode = 1;
  } finally {
    await endAll();
  }
  process.exit();
}

/** Needed in every process that calls `start`. Ends its children when the process gets a signal, and when it exits. */
export function endChildrenWithThisProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void endAll().finally(() => process.exit(130)));
  }
  process.on('exit', () => {
    for (const child of running.keys()) killGroup(child, 'SIGKILL');
  });
}

/** `graceSeconds` is how long the program may take to end when asked to. */
export function start(command: string, args: readonly string[], options: SpawnOptions, graceSeconds = 3): ChildProcess {
  const child = spawn(command, args, { ...options, detached: ownGroup });
  running.set(child, { graceSeconds });
  child.once('exit', () => killGroup(child, 'SIGTERM'));
  child.once('close', () => running.delete(child));
  return child;
}

/** Asks a program to end, and kills it after its grace period. */
export async function end(child: ChildProcess): Promise<void> {
  const deadline = Date.now() + (running.get(child)?.graceSeconds ?? 0) * 1000;
  killGroup(child, 'SIGTERM');
  while (Date.now() < deadline && hasGroup(child)) await sleep(50);
  killGroup(child, 'SIGKILL');
  running.delete(child);
}

export interface RunOptions {
  cwd?: string;
  env?: Environment;
  timeoutMinutes?: number;
  /** Receives the output instead of the terminal. */
  onOutput?: (text: string) => void;
}

/** Resolves with the exit code, or with 1 if the program could not start or had to be killed. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<number> {
  const output = options.onOutput ? 'pipe' : 'inherit';
  const shell = process.platform === 'win32' && !command.endsWith('.exe');
  const env = { ...process.env, ...options.env };
  // Longer than the grace period of a server, so that a script in between has time to end its server.
  const child = start(command, args, { cwd: options.cwd, env, shell, stdio: ['ignore', output, output] }, 10);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => options.onOutput?.(text));
  }
  const minutes = options.timeoutMinutes ?? 10;
  const timer = setTimeout(() => {
    console.error(`${[command, ...args].join(' ')} took longer than ${String(minutes)} minutes and is ended.`);
    void end(child);
  }, minutes * 60_000);
  const exitCode = await new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
    child.once('error', (error) => {
      running.delete(child);
      console.error(`Cannot start ${command}: ${error.message}`);
      resolve(1);
    });
  });
  clearTimeout(timer);
  return exitCode;
}

async function endAll(): Promise<void> {
  await Promise.all([...running.keys()].map(end));
}

function hasGroup(child: ChildProcess): boolean {
  return ownGroup ? signalGroup(child, 0) : child.exitCode === null;
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (ownGroup) signalGroup(child, signal);
  else if (child.exitCode === null) spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
}

/** False if the group has no process any more. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false; // ESRCH: the whole group has already ended.
  }
}
