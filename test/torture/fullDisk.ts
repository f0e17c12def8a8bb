/**
 * A disk that fills up during writes. Acknowledged facts stay, others are refused with a sentence that says so, and
 * once there is room the same process writes again. A small file system in memory replaces the disk. Only root may
 * create one; otherwise this part reports that it did not run.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Evidence } from './evidence.ts';
import { countFound, factsIn, troubleIn } from './evidence.ts';
import type { Torture } from './torture.ts';
import { Victim } from './victim.ts';

const diskKilobytes = 6_144;
const maxWrites = 3_000;

export const fullDiskTorture: Torture = async ({ engine, rounds, chance, aFile }) => {
  const disks = Math.ceil(rounds / 20);
  const evidence: Evidence = {
    name: `disk full (${engine})`,
    rounds: disks,
    acknowledged: 0,
    found: 0,
    refused: 0,
    unsound: [],
  };
  for (let round = 0; round < disks; round += 1) {
    const file = aFile();
    const disk = dirname(file);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(diskKilobytes)}k`, 'tmpfs', disk]);
    if (mounted.status !== 0) return { ...evidence, rounds: 0, remark: 'not run: only root may mount a small disk' };
    try {
      const { acknowledged, refused, problems } = await fill(engine, file, chance);
      evidence.acknowledged += acknowledged.length;
      evidence.refused += refused;
      evidence.found += countFound(acknowledged, await factsIn(engine, file));
      evidence.unsound.push(...problems, ...(await troubleIn(engine, file)));
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  }
  return evidence;
};

async function fill(
  engine: 'native' | 'wasm',
  file: string,
  chance: () => number,
): Promise<{ acknowledged: string[]; refused: number; problems: string[] }> {
  const acknowledged: string[] = [];
  const problems: string[] = [];
  const ballast = join(dirname(file), 'ballast');
  // A file of random size leaves different space each time, so that the disk fills up at different moments.
  writeFileSync(ballast, Buffer.alloc(Math.round((1 + 2 * chance()) * 1_048_576)));
  const victim = new Victim({ engine, file });
  const store = async (n: number): Promise<string | undefined> => {
    const fact = `Number ${String(n)} of a full disk ${'is long enough to fill it '.repeat(40)}`.trim();
    const { refused } = await victim.call('memory_store_fact', { category: 'codebase', fact });
    if (refused === undefined) acknowledged.push(fact);
    return refused;
  };
  let refused = 0;
  for (let n = 0; n < maxWrites && refused < 10; n += 1) {
    const refusal = await store(n);
    if (refusal === undefined) continue;
    refused += 1;
    if (!/disk/iu.test(refusal)) problems.push(`a refusal that does not name the disk: ${refusal}`);
  }
  if (refused === 0) problems.push('the disk never filled up');
  const { refused: unread } = await victim.call('memory_search', { query: 'full disk' });
  if (unread !== undefined) problems.push(`reading was refused: ${unread}`);
  rmSync(ballast);
  const after = await store(maxWrites);
  if (after !== undefined) problems.push(`refused although there was room again: ${after}`);
  await victim.end();
  return { acknowledged, refused, problems };
}
