/**
 * A Node whose SQLite is missing or unsound hands over to the runtime that the VS Code extension recorded in
 * `runtime.json`, and returns its exit code. Without such a record, the caller continues by itself. This process is
 * blocked meanwhile: a signal ends it at once. The other one, which inherits its standard input, then detects that
 * its parent died and ends as well (`ending.ts`).
 */
import { spawnSync } from 'node:child_process';
import { recordedRuntime } from '../../clients/shared/launch.ts';

/** Set for the process that takes over; the composition root reads it. */
const handedOverMarker = 'BIGMIND_HANDED_OVER';

/** The process that hands over. */
interface Self {
  execPath: string;
  programFile: string;
  env: NodeJS.ProcessEnv;
}

/**
 * The exit code of the other runtime, or undefined if there is none. After `timeoutMs`, in ms, it is killed, because
 * no timer runs in this process meanwhile.
 */
export function handOver(home: string, self: Self, args: string[], timeoutMs?: number): number | undefined {
  const { env } = self;
  const runtime = env[handedOverMarker] === undefined ? recordedRuntime(home) : undefined;
  if (runtime === undefined || runtime.execPath === self.execPath) return undefined;
  const asNode = runtime.electronRunAsNode ? { ELECTRON_RUN_AS_NODE: '1' } : {};
  const { status, error } = spawnSync(runtime.execPath, [self.programFile, ...args], {
    stdio: 'inherit',
    env: { ...env, ...asNode, [handedOverMarker]: '1' },
    windowsHide: true,
    ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: 'SIGKILL' }),
  });
  // It did not start. A killed process may have done all of its work, which must not be repeated.
  const isStarted = error === undefined || ('code' in error && error.code === 'ETIMEDOUT');
  return isStarted ? (status ?? 1) : undefined;
}
