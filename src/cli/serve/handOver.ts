/**
 * A Node whose SQLite is missing or unsound hands over to the runtime that the VS Code extension noted in
 * `runtime.json`, and passes its answer on. Without such a note the caller goes on with what it has. This process waits
 * and can hear nothing meanwhile: a signal ends it at once, and the other one, which has its standard input, sees its
 * parent die and ends as well (`ending.ts`).
 */
import { spawnSync } from 'node:child_process';
import { notedRuntime } from '../../clients/shared/launch.ts';

/** Set for the process that was handed over to; the composition root reads it. */
const handedOverMarker = 'BIGMIND_HANDED_OVER';

/** The process that would rather not do it itself. */
interface Self {
  execPath: string;
  programFile: string;
  env: NodeJS.ProcessEnv;
}

/**
 * The exit code of the other runtime, or undefined when there is none to hand over to. After `patience`, in ms, it is ended
 * by force: while it runs no timer of ours does.
 */
export function handOver(home: string, self: Self, args: string[], patience?: number): number | undefined {
  const { env } = self;
  const runtime = env[handedOverMarker] === undefined ? notedRuntime(home) : undefined;
  if (runtime === undefined || runtime.execPath === self.execPath) return undefined;
  const asNode = runtime.electronRunAsNode ? { ELECTRON_RUN_AS_NODE: '1' } : {};
  const { status, error } = spawnSync(runtime.execPath, [self.programFile, ...args], {
    stdio: 'inherit',
    env: { ...env, ...asNode, [handedOverMarker]: '1' },
    windowsHide: true,
    ...(patience !== undefined && { timeout: patience, killSignal: 'SIGKILL' }),
  });
  // It did not begin; one that was ended by force may have done all that was asked, and is not to be done again.
  const isStarted = error === undefined || ('code' in error && error.code === 'ETIMEDOUT');
  return isStarted ? (status ?? 1) : undefined;
}
