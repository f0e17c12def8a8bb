/**
 * A damaged file: pages overwritten, or the end cut off. The program must refuse to work on it instead of answering
 * from it, and leave it unchanged. `bigmind repair` must restore everything that the newest backup contains. A remark
 * reports how much is salvaged without a backup.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileEngineName } from '../store/support.ts';
import { countFound, factsIn, troubleIn } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import type { Torture, TortureOptions } from './torture.ts';
import { environmentOf, program, Victim } from './victim.ts';

const pageBytes = 4_096;
const factsPerStore = 150;

type Damage = (file: string, chance: () => number) => void;

const overwritePages: Damage = (file, chance) => {
  const pages = Math.floor(statSync(file).size / pageBytes);
  const handle = openSync(file, 'r+');
  for (let n = 0; n < 3; n += 1) {
    const noise = Buffer.from(Array.from({ length: pageBytes }, () => Math.floor(chance() * 256)));
    writeSync(handle, noise, 0, pageBytes, Math.floor(chance() * pages) * pageBytes);
  }
  closeSync(handle);
};

const cutOff: Damage = (file, chance) => {
  truncateSync(file, Math.floor(chance() * statSync(file).size));
};

export const pagesTorture: Torture = (options) => runWithDamage('corrupt pages', overwritePages, options);
export const truncationTorture: Torture = (options) => runWithDamage('truncated files', cutOff, options);

async function runWithDamage(
  name: string,
  damage: Damage,
  { engine, rounds, chance, aFile }: TortureOptions,
): Promise<Evidence> {
  const evidence: Evidence = {
    name: `${name} (${engine})`,
    rounds,
    acknowledged: 0,
    found: 0,
    refused: 0,
    unsound: [],
  };
  const original = aFile();
  const acknowledged = await fill(engine, original);
  let salvaged = 0;
  let noticed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const withBackup = round % 2 === 0;
    const file = aFile();
    cpSync(dirname(original), dirname(file), { recursive: true });
    if (!withBackup) rmSync(join(dirname(file), 'backups'), { recursive: true, force: true });
    damage(file, chance);
    const before = existsSync(file) ? statSync(file).size : 0;
    const found = run(engine, file, ['doctor', '--json']);
    if (found.status !== 0) noticed += 1;
    if (statSync(file).size !== before) evidence.unsound.push('reading the damaged file changed it');
    const repaired = run(engine, file, ['repair', '--yes']);
    if (repaired.status !== 0) evidence.unsound.push(`repair: ${repaired.stderr.trim() || repaired.stdout.trim()}`);
    const remaining = await factsIn(engine, file).catch(() => new Set<string>());
    const count = countFound(acknowledged, remaining);
    if (withBackup) {
      evidence.acknowledged += acknowledged.length;
      evidence.found += count;
    } else salvaged += count;
    evidence.unsound.push(...(await troubleIn(engine, file)));
    rmSync(dirname(file), { recursive: true, force: true });
  }
  const share = (100 * salvaged) / Math.max(1, Math.floor(rounds / 2) * acknowledged.length);
  const remark = `noticed ${String(noticed)} of ${String(rounds)}; without a backup ${share.toFixed(0)} % salvaged`;
  return { ...evidence, remark };
}

/** A store with facts and a backup of all of them. */
async function fill(engine: FileEngineName, file: string): Promise<string[]> {
  const victim = new Victim({ engine, file });
  const acknowledged: string[] = [];
  for (let n = 0; n < factsPerStore; n += 1) {
    const fact =
      `Number ${String(n)} of a store that will be damaged ${'and holds some more words '.repeat(n % 30)}`.trim();
    const { refused } = await victim.call('memory_store_fact', { category: 'codebase', fact });
    if (refused === undefined) acknowledged.push(fact);
  }
  await victim.end();
  const { status, stderr } = run(engine, file, ['backup']);
  if (status !== 0) throw new Error(`No backup could be made: ${stderr}`);
  return acknowledged;
}

function run(
  engine: FileEngineName,
  file: string,
  args: string[],
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: environmentOf({ engine, file }),
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}
