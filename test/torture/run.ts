/**
 * `npm run torture`: hurts the real program in every way that a machine can, and prints what was acknowledged, found
 * and lost. It takes long, so the tests run only short forms of it.
 *
 *   npm run torture                                   everything, 100 rounds per engine
 *   npm run torture -- kill --rounds 10 --engine native --seed 7
 *
 * The exit code is 1 if something was lost, a store is unsound or nothing was tested, and 2 for wrong arguments or a
 * missing build. The same seed causes the same damage, as far as processes are predictable.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileEngineNames } from '../store/support.ts';
import { seededRandom } from '../support/seededRandom.ts';
import type { FileEngineName } from '../store/support.ts';
import { clockTorture } from './clock.ts';
import { crowdTorture, mixedTorture } from './crowd.ts';
import { pagesTorture, truncationTorture } from './damage.ts';
import { evidenceHead, evidenceRow, lostOf } from './evidence.ts';
import { fullDiskTorture } from './fullDisk.ts';
import { killTorture } from './kill.ts';
import { powerTorture } from './power.ts';
import { repairTorture } from './repair.ts';
import { restoreTorture } from './restore.ts';
import { serverTorture } from './server.ts';
import type { Torture } from './torture.ts';
import { program } from './victim.ts';

const tortures: Record<string, Torture> = {
  kill: killTorture,
  power: powerTorture,
  crowd: crowdTorture,
  mixed: mixedTorture,
  full: fullDiskTorture,
  pages: pagesTorture,
  truncated: truncationTorture,
  clock: clockTorture,
  restore: restoreTorture,
  repair: repairTorture,
  server: serverTorture,
};

process.exitCode = await main();

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string' }, engine: { type: 'string' }, seed: { type: 'string' } },
  });
  const rounds = Number(values.rounds ?? '100');
  const seed = Number(values.seed ?? String(Date.now() % 1_000_000));
  const engines = fileEngineNames.filter((name) => values.engine === undefined || values.engine === name);
  const unknown = positionals.filter((name) => tortures[name] === undefined);
  if (unknown.length > 0 || engines.length === 0 || !(rounds >= 1) || Number.isNaN(seed)) {
    console.error(
      `Usage: npm run torture -- [${Object.keys(tortures).join('|')}] [--rounds N] [--engine native|wasm] [--seed N]`,
    );
    return 2;
  }
  if (!existsSync(program)) {
    console.error('dist/cli.js is missing: run npm run package first.');
    return 2;
  }
  console.log(`seed ${String(seed)}\n\n${evidenceHead}`);
  let exitCode = 0;
  for (const [name, torture] of Object.entries(tortures)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    for (const engine of engines) {
      const ok = await runOnce(torture, engine, rounds, seed);
      if (!ok) exitCode = 1;
    }
  }
  return exitCode;
}

async function runOnce(torture: Torture, engine: FileEngineName, rounds: number, seed: number): Promise<boolean> {
  const folders: string[] = [];
  const aFile = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'bigmind torture ü '));
    folders.push(folder);
    return join(folder, 'memory.db');
  };
  try {
    const evidence = await torture({ engine, rounds, chance: seededRandom(seed), aFile });
    console.log(evidenceRow(evidence));
    for (const trouble of new Set(evidence.unsound)) console.log(`  ${trouble}`);
    // A torture without acknowledged writes proves nothing, unless it reported that it could not run.
    const tested = evidence.acknowledged > 0 || evidence.rounds === 0;
    if (!tested) console.log('  nothing was acknowledged, so nothing was tested: give it more rounds');
    return lostOf(evidence) === 0 && evidence.unsound.length === 0 && tested;
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}
