/**
 * `npm run test:unit`: the suites that need no VS Code, side by side. `npm run test:fast` leaves out suites that start
 * processes or are slow, and prevents the others from starting one. Flags of mocha are passed on: `-- --grep deprecat`. One
 * PostgreSQL server serves all suites; for a suite alone, BIGMIND_TEST_POSTGRES names a server.
 */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findPostgres, otherPostgresVariable, postgresVariable, startPostgres } from './lib/postgresServer.ts';
import type { PostgresServer } from './lib/postgresServer.ts';
import { ensureNpmPostgres } from './lib/installPostgres.ts';
import { root } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';
import { findUnitSuites } from './lib/unitSuites.ts';

const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
const noProcesses = './test/support/noProcesses.ts';

await runMain(async () => {
  const given = process.argv.slice(3);
  const isFast = given.includes('--fast');
  const { fast, slow, withProcesses } = findUnitSuites();
  // One more than the number of cores, because some suites wait for a file or for a process.
  const jobs = String(availableParallelism() + 1);
  const args = [
    ...['--parallel', '--jobs', jobs, ...(isFast ? ['--require', noProcesses] : [])],
    ...given.filter((flag) => flag !== '--fast'),
    ...largestFirst(isFast ? fast : withProcesses),
    ...(isFast ? [] : [...slow, ...largestFirst(fast)]),
  ];
  // Before its first test, a suite mostly compiles code that did not change.
  const isGiven = process.env[postgresVariable] !== undefined;
  const server = isFast || isGiven ? undefined : await serverForSuites();
  const other = server === undefined ? undefined : await otherServer();
  const env = {
    NODE_COMPILE_CACHE: join(root, 'out', 'compiled'),
    BIGMIND_TEST_FAST: isFast ? '1' : undefined,
    ...(server !== undefined && { [postgresVariable]: server.url }),
    ...(other !== undefined && { [otherPostgresVariable]: other.url }),
  };
  const exitCode = await run(process.execPath, [mocha, ...args], { cwd: root, env, timeoutMinutes: 50 });
  await server?.stop();
  await other?.stop();
  if (exitCode !== 0) throw new ScriptError('A suite failed: see above.');
});

/** The suites of the store run on it beside SQLite. Without PostgreSQL they run on SQLite only, which CI refuses. */
async function serverForSuites(): Promise<PostgresServer | undefined> {
  const programs = findPostgres() ?? (await ensureNpmPostgres());
  if (programs !== undefined) return startPostgres({ programs });
  const missing = 'PostgreSQL 15 or newer is not installed here';
  // PostgreSQL refuses the administrators of a Windows runner, and a Mac of CI may have none.
  if (process.env['CI'] !== undefined && process.platform === 'linux')
    throw new ScriptError(`${missing}, so half of the store's suites cannot run.`);
  console.error(`${missing}: the suites of the store run on SQLite only.`);
  return undefined;
}

/** Of the version that comes with npm, if the other suites have another one. */
async function otherServer(): Promise<PostgresServer | undefined> {
  const programs = findPostgres() === undefined ? undefined : await ensureNpmPostgres();
  return programs === undefined ? undefined : startPostgres({ programs });
}

/** Large suites are mostly slow. If they start first, no core is idle at the end. */
function largestFirst(suites: readonly string[]): string[] {
  const sizeOf = (suite: string): number => statSync(join(root, suite)).size;
  return suites.toSorted((one, other) => sizeOf(other) - sizeOf(one));
}
