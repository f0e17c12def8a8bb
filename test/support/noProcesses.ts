/**
 * Required by `npm run test:fast`: a fast suite starts no process, and so no browser. mocha's own processes start
 * earlier, because hooks run only in the processes that run suites.
 */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const message =
  'A fast suite starts no process. Import the module that starts it, such as node:child_process or ' +
  'test/support/program.ts, in the suite or its helper, and `npm run test:fast` leaves the suite out.';

/** Makes every way to start a process throw; the returned function undoes it. */
export function forbidProcesses(): () => void {
  const refuse = (): never => {
    throw new Error(message);
  };
  const original = childProcess.ChildProcess.prototype;
  const spawn = Object.getOwnPropertyDescriptor(original, 'spawn');
  const { spawnSync, execSync, execFileSync } = childProcess;
  // All asynchronous ways end here, including functions that were imported earlier.
  Object.defineProperty(original, 'spawn', { ...spawn, value: refuse });
  Object.assign(childProcess, { spawnSync: refuse, execSync: refuse, execFileSync: refuse });
  syncBuiltinESMExports();
  return () => {
    if (spawn !== undefined) Object.defineProperty(original, 'spawn', spawn);
    Object.assign(childProcess, { spawnSync, execSync, execFileSync });
    syncBuiltinESMExports();
  };
}

export const mochaHooks = {
  beforeAll(): void {
    forbidProcesses();
  },
};
