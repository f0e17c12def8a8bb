/**
 * Runs the built program in processes that already ran it, which takes a tenth of the time of a new process. For tests of
 * what a command or a tool does; how a process starts and ends is tested with new ones.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { FromHost, ToHost, WarmRun } from './warmHost.ts';

const hostFile = join(import.meta.dirname, 'warmHost.ts');
/** A process ends after so many runs, because each leaves some memory. */
const maxRuns = 60;

interface Host {
  child: ChildProcess;
  runs: number;
}

export interface WarmProgram {
  write: (text: string) => void;
  endInput: () => void;
  /** The exit code; null if the process ended during the run. */
  ended: Promise<number | null>;
}

const idle: Host[] = [];

/** Runs at the same time are in different processes. */
export function startWarm(
  run: WarmRun,
  streams: { out: (text: string) => void; err: (text: string) => void },
): WarmProgram {
  const host = idle.pop() ?? started();
  host.runs += 1;
  const { child } = host;
  const send = (message: ToHost): void => {
    if (child.connected) child.send(message);
  };
  hold(child, true);
  const ended = new Promise<number | null>((resolve) => {
    const over = (code: number | null): void => {
      child.off('message', hear).off('exit', gone);
      resolve(code);
    };
    const gone = (): void => over(null);
    const hear = (message: FromHost): void => {
      if ('out' in message) streams.out(message.out);
      else if ('err' in message) streams.err(message.err);
      else {
        hold(child, false);
        if (message.isLast) child.unref();
        else if (host.runs < maxRuns) idle.push(host);
        else child.disconnect();
        over(message.code);
      }
    };
    child.on('message', hear).once('exit', gone);
  });
  send(run);
  return { write: (input) => send({ input }), endInput: () => send({ input: null }), ended };
}

/** An idle process does not keep the suites alive. */
function hold(child: ChildProcess, isHeld: boolean): void {
  for (const part of [child, child.channel]) {
    if (isHeld) part?.ref();
    else part?.unref();
  }
}

function started(): Host {
  return { child: fork(hostFile, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }), runs: 0 };
}
