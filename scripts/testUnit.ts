/**
 * `npm run test:unit`: the suites that need no VS Code, as many at a time as there are cores. `npm run test:fast` leaves
 * out those that start processes, and lets none of the others start one. Flags of mocha are passed on: `-- --grep deprecat`.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';
import { findUnitSuites } from './lib/unitSuites.ts';

const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
const noProcesses = './test/support/noProcesses.ts';

await runMain(async () => {
  const given = process.argv.slice(3);
  const isFast = given.includes('--fast');
  const { fast, withProcesses } = findUnitSuites();
  const jobs = String(Math.max(2, availableParallelism()));
  const args = [
    ...['--parallel', '--jobs', jobs, ...(isFast ? ['--require', noProcesses] : [])],
    ...given.filter((flag) => flag !== '--fast'),
    // The long ones begin first, so that no core waits for the last.
    ...(isFast ? fast : [...withProcesses, ...fast]),
  ];
  // Most of what a suite does before its first test is compiling what did not change.
  const env = { NODE_COMPILE_CACHE: join(root, 'out', 'compiled') };
  const exitCode = await run(process.execPath, [mocha, ...args], { cwd: root, env, timeoutMinutes: 20 });
  if (exitCode !== 0) throw new ScriptError('A suite failed: see above.');
});
