/**
 * `npm run test:clients`: real coding agents against a scripted model on loopback (test/realClients). `-- --only
 * copilot,codex` runs some of them, and `-- --repeat 3` runs everything three times. `-- --load` or
 * BIGMIND_CLIENTS_LOAD=1 keeps two cores busy meanwhile. UPDATE_GOLDEN=1 renews docs/clients.json, which lists the
 * observed behavior of each client.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allClients } from '../test/realClients/clients.ts';
import type { RealClient } from '../test/realClients/clients.ts';
import { ensureClients } from './lib/installClients.ts';
import { root } from './lib/places.ts';
import { end, run, runMain, ScriptError, start } from './lib/programs.ts';

const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
const busyLoops = 2;

/** opencode needs ten seconds for each chat, so that the step takes as long as its suite if it starts last. */
const slowestFirst = ['test/realClients/opencode.test.ts', 'test/realClients/!(opencode).test.ts'];

await runMain(async () => {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { only: { type: 'string' }, repeat: { type: 'string', default: '1' }, load: { type: 'boolean' } },
  });
  const rounds = Number(values.repeat);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new ScriptError(`--repeat takes a number, not "${values.repeat}".`);
  if (!existsSync(join(root, 'dist', 'cli.js'))) throw new ScriptError('dist/cli.js is missing: run `npm run build`.');
  const chosen = chosenClients(values.only);
  await ensureClients(chosen);
  const isLoaded = values.load === true || process.env['BIGMIND_CLIENTS_LOAD'] === '1';
  for (let round = 1; round <= rounds; round += 1) {
    const began = Date.now();
    await withLoad(isLoaded ? busyLoops : 0, () => runSuites(values.only === undefined ? undefined : chosen));
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(`Round ${round} of ${rounds}${isLoaded ? `, beside ${busyLoops} busy loops` : ''}: ${seconds} s`);
  }
});

function chosenClients(only: string | undefined): readonly RealClient[] {
  const names = only?.split(',');
  const unknown = names?.filter((name) => !allClients.some((client) => client.name === name)) ?? [];
  const known = allClients.map(({ name }) => name).join(', ');
  if (unknown.length > 0) throw new ScriptError(`There is no client "${unknown.join(', ')}". Use: ${known}.`);
  return allClients.filter(({ name }) => names === undefined || names.includes(name));
}

/** Several files at a time, because a client mostly waits for its own start, its hooks and the network. */
async function runSuites(only: readonly RealClient[] | undefined): Promise<void> {
  const files = only?.map(({ name }) => `test/realClients/${name}.test.ts`) ?? slowestFirst;
  const jobs = process.env['UPDATE_GOLDEN'] === '1' ? '1' : '2'; // One at a time, because all write one golden file.
  // A hanging chat is killed much earlier. A test that mocha abandons would continue beside the next one.
  const flags = ['--no-config', '--parallel', '--jobs', jobs, '--forbid-only', '--timeout', '900000'];
  const exitCode = await run(process.execPath, [mocha, ...flags, ...files], { cwd: root, timeoutMinutes: 30 });
  if (exitCode !== 0)
    throw new ScriptError('A client failed: see above, and what it asked its model in artifacts/clients.');
}

async function withLoad(loops: number, body: () => Promise<void>): Promise<void> {
  const busy = Array.from({ length: loops }, () => {
    return start(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  });
  try {
    await body();
  } finally {
    await Promise.all(busy.map(end));
  }
}
