/**
 * Runs a program that reads a request from its standard input and writes the answer to its standard output. Its time
 * and what is read of it are bounded, and neither it nor a process that it started is left behind: not after the time
 * is up, not after an abort, and not when this process ends first.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { atEndOfProcess } from './endings.ts';

interface ProgramCall {
  /** A program, or a command line if there are no arguments. */
  command: string;
  /** Absent for a command line, which the shell of the platform runs. */
  args?: readonly string[];
  /** The program is a script that only the shell of Windows can start; the arguments are then quoted for it. */
  isScript?: boolean;
  folder: string;
  env: NodeJS.ProcessEnv;
}

interface ProgramLimits {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** In bytes; a program that writes more is ended. */
  maxBytes?: number;
}

/** How a program ended: by itself, because of a limit, or not at all, because it could not be started. */
export interface ProgramResult {
  outcome: 'ended' | 'too slow' | 'too long' | 'not started';
  /** Null if it was killed, or not started. */
  code: number | null;
  /** The beginning of its standard output. */
  answer: string;
  /** The end of its standard error. */
  trouble: string;
  /** Why it was not started, such as `ENOENT`. */
  errorCode?: string;
}

/** In characters. */
export const maxAnswerLength = 200_000;
const maxTroubleLength = 4_000;
const defaultMaxBytes = 5 * 2 ** 20;
/** Milliseconds from the request to end until a program is killed, and for which output of an ended one is awaited. */
const graceMs = 1_000;

/** Rejects with the reason of the signal once the program has ended, and never otherwise. */
export async function runProgram(
  { command, args, isScript = false, folder, env }: ProgramCall,
  input: string,
  { timeoutMs, signal, maxBytes = defaultMaxBytes }: ProgramLimits,
): Promise<ProgramResult> {
  signal?.throwIfAborted();
  const child = spawn(command, isScript ? (args ?? []).map(quotedForWindows) : (args ?? []), {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: args === undefined || isScript,
    // A separate group, which can be ended with all its processes.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const [answer, trouble] = [new Head(maxAnswerLength), new Tail(maxTroubleLength)];
  let limit: 'too slow' | 'too long' | undefined;
  let killTimer: NodeJS.Timeout | undefined;
  const end = (): void => {
    endGroup(child, 'SIGTERM');
    killTimer ??= setTimeout(() => endGroup(child, 'SIGKILL'), graceMs);
  };
  const timer = setTimeout(() => {
    limit ??= 'too slow';
    end();
  }, timeoutMs);
  const release = atEndOfProcess(() => endGroup(child, 'SIGKILL'));
  signal?.addEventListener('abort', end, { once: true });
  child.stdout.on('data', (bytes: Buffer) => {
    answer.add(bytes);
    if (answer.bytes <= maxBytes || limit !== undefined) return;
    limit = 'too long';
    end();
  });
  child.stderr.on('data', (bytes: Buffer) => trouble.add(bytes));
  // A program may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  try {
    const ended = await endOf(child);
    signal?.throwIfAborted();
    const text = { answer: clean(answer.text), trouble: clean(trouble.text) };
    if (isError(ended)) return { outcome: 'not started', code: null, ...text, ...ended };
    return { outcome: limit ?? 'ended', code: ended, ...text };
  } finally {
    clearTimeout(timer);
    clearTimeout(killTimer);
    signal?.removeEventListener('abort', end);
    release();
  }
}

/** The exit code, null if it was killed, or why it was not started. Its processes have ended then, and its output is read. */
async function endOf(child: ChildProcess): Promise<number | null | { errorCode: string }> {
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  const ended = await new Promise<number | null | { errorCode: string }>((done) => {
    child.once('error', (error: NodeJS.ErrnoException) => done({ errorCode: error.code ?? error.message }));
    child.once('exit', (code) => done(code));
  });
  if (isError(ended)) return ended;
  endGroup(child, 'SIGKILL');
  // A process that left the group may still have the output open.
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([closed, new Promise((done) => (timer = setTimeout(done, graceMs)))]);
  clearTimeout(timer);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return ended;
}

function isError(ended: number | null | { errorCode: string }): ended is { errorCode: string } {
  return typeof ended === 'object' && ended !== null;
}

/** All processes of the group on POSIX systems, of the tree on Windows, where only a running program has one. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    if (exitCode === null && signalCode === null)
      spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}

/** The beginning of an output, and how long all of it is. */
class Head {
  bytes = 0;
  text = '';
  readonly #max: number;
  readonly #decoder = new TextDecoder();

  constructor(max: number) {
    this.#max = max;
  }

  add(piece: Buffer): void {
    this.bytes += piece.byteLength;
    if (this.text.length < this.#max)
      this.text = (this.text + this.#decoder.decode(piece, { stream: true })).slice(0, this.#max);
  }
}

class Tail {
  text = '';
  readonly #max: number;
  readonly #decoder = new TextDecoder();

  constructor(max: number) {
    this.#max = max;
  }

  add(piece: Buffer): void {
    this.text = (this.text + this.#decoder.decode(piece, { stream: true })).slice(-this.#max);
  }
}

function clean(text: string): string {
  return stripVTControlCharacters(text).trim();
}

/** For `cmd.exe`. Our arguments contain no quotes and no percent signs. */
function quotedForWindows(argument: string): string {
  return /^[\w.:/=@+-]+$/u.test(argument) ? argument : `"${argument}"`;
}
