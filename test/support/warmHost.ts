/**
 * A process that runs the built program many times, so that each run starts with its modules loaded; `warmProgram.ts`
 * starts it. Each run has its own arguments, environment, working folder, streams, clock and module `cli.js`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import timers, { setTimeout } from 'node:timers/promises';

export interface WarmRun {
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

/** A run, a piece of its input, or null at the end of its input. */
export type ToHost = WarmRun | { input: string | null };
/** A piece of what the run wrote, or how it ended; `isLast` if the process ends, too. */
export type FromHost = { out: string } | { err: string } | { code: number; isLast: boolean };

/** What a new process would have of its own. */
interface Own {
  argv: string[];
  stdin: PassThrough;
  stdout: Writable;
  stderr: Writable;
  exit: (code?: number) => void;
  /** A finished command kills itself if a file operation hangs, which may be one of a later run. */
  kill: (pid: number, signal?: string | number) => boolean;
  end: (code: number) => void;
}

/** The code of a process that SIGKILL ended, in a shell. */
const killed = 137;

const require = createRequire(import.meta.url);
const host = process;
const sinceHostStarted = performance.now.bind(performance);
/**
 * A hook has this many times its time limits, which end it on a busy machine; tests of the limits use new processes.
 * Timers that are shorter than its shortest limit wait for something else.
 */
const hookSlowness = 10;
const minLimitMs = 150;
let slowness = 1;
timers.setTimeout = (ms, value, options) =>
  setTimeout(ms !== undefined && ms >= minLimitMs ? ms * slowness : ms, value, options);
/** What is left of an earlier run keeps its own, so that it neither ends the current run nor writes for it. */
const runs = new AsyncLocalStorage<Own>();
let stdin = new PassThrough();
// Each run of a server adds its own.
host.setMaxListeners(0);

globalThis.process = new Proxy(host, {
  get: (_, name) => {
    const own: object | undefined = runs.getStore();
    return Reflect.get(own !== undefined && name in own ? own : host, name) as unknown;
  },
  set: (_, name, value) => {
    if (name === 'exitCode') runs.getStore()?.end(Number(value));
    else Reflect.set(host, name, value);
    return true;
  },
});

host.on('message', (message: ToHost) => {
  if (!('input' in message)) void run(message);
  else if (message.input === null) stdin.end();
  else stdin.write(message.input);
});
// The suites have ended.
host.on('disconnect', () => host.exit());

function post(message: FromHost): void {
  host.send?.(message);
}

async function run({ file, args, cwd, env }: WarmRun): Promise<void> {
  const before = pending();
  host.chdir(cwd);
  for (const name of Object.keys(host.env)) Reflect.deleteProperty(host.env, name);
  Object.assign(host.env, env);
  require(join(dirname(file), 'shared.js'));
  Reflect.deleteProperty(require.cache, require.resolve(file));
  const began = sinceHostStarted();
  slowness = args[0] === 'hook' ? hookSlowness : 1;
  performance.now = () => (sinceHostStarted() - began) / slowness;
  let isOver = false;
  const stream = (send: (text: string) => void): Writable =>
    new Writable({
      decodeStrings: false,
      write: (piece: Buffer | string, _, done) => {
        if (!isOver) send(piece.toString());
        done();
      },
    });
  stdin = new PassThrough();
  const ended = new Promise<{ code: number; isForced: boolean }>((resolve) => {
    const own: Own = {
      argv: [host.execPath, file, ...args],
      stdin,
      stdout: stream((out) => post({ out })),
      stderr: stream((err) => post({ err })),
      exit: (code = 0) => resolve({ code, isForced: true }),
      kill: (pid, signal) => {
        if (pid !== host.pid) return host.kill(pid, signal);
        resolve({ code: killed, isForced: true });
        return true;
      },
      end: (code) => resolve({ code, isForced: false }),
    };
    runs.run(own, () => void require(file));
  });
  const { code, isForced } = await ended;
  // A process with an exit code first does the rest. One that exits leaves it undone, as a hook leaves its time limit.
  while (!isForced && pending().all > before.all) await setTimeout(2);
  isOver = true;
  const isLast = pending().all > before.all + 1 || pending().work > before.work;
  post({ code, isLast });
  if (isLast) host.disconnect();
}

/** What keeps this process alive: timers, and work such as file operations. Its own streams do not count. */
function pending(): { all: number; work: number } {
  const all = host.getActiveResourcesInfo().filter((resource) => !/^(?:Pipe|TTY)Wrap$/u.test(resource));
  return { all: all.length, work: all.filter((resource) => resource !== 'Timeout').length };
}
