/**
 * kill -9 at random moments: before the first call, while the store is created, during a write, between two writes. The
 * same file is hurt repeatedly, and every later process must find everything that earlier ones acknowledged.
 */
import { setTimeout } from 'node:timers/promises';
import type { FileEngineName } from '../store/support.ts';
import { countFound, factsIn, troubleIn } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import type { Torture } from './torture.ts';
import { Victim } from './victim.ts';

/** The kill happens at most this many milliseconds after the start, or after the first answer. */
const latestKill = 1_000;
const killsPerStore = 10;
const storesAtOnce = 4;

export const killTorture: Torture = async ({ engine, rounds, chance, aFile }) => {
  const stores = Array.from({ length: Math.ceil(rounds / killsPerStore) }, () => aFile());
  const evidence: Evidence = {
    name: `kill -9 (${engine})`,
    rounds,
    acknowledged: 0,
    found: 0,
    refused: 0,
    unsound: [],
  };
  let left = rounds;
  const next = stores.values();
  const worker = async (): Promise<void> => {
    for (const file of next) {
      const kills = Math.min(killsPerStore, left);
      left -= kills;
      const moments = Array.from({ length: kills }, () => Math.round(chance() * latestKill));
      const { acknowledged, refused } = await writeAndKill(engine, file, moments);
      // Awaited first, because other workers change the same evidence in between.
      const found = countFound(acknowledged, await factsIn(engine, file));
      const trouble = await troubleIn(engine, file);
      evidence.acknowledged += acknowledged.length;
      evidence.refused += refused;
      evidence.found += found;
      evidence.unsound.push(...trouble);
    }
  };
  await Promise.all(Array.from({ length: storesAtOnce }, worker));
  return evidence;
};

async function writeAndKill(
  engine: FileEngineName,
  file: string,
  moments: readonly number[],
): Promise<{ acknowledged: string[]; refused: number }> {
  const acknowledged: string[] = [];
  let refused = 0;
  for (const [round, moment] of moments.entries()) {
    const victim = new Victim({ engine, file });
    let begun: () => void = () => undefined;
    const writes = new Promise<void>((resolve) => (begun = resolve));
    const writing = (async () => {
      for (let n = 0; !victim.isDead; n += 1) {
        const fact = `Round ${String(round)} keeps number ${String(n)} of process ${String(moment)} in mind`;
        const answer = await victim.call('memory_store_fact', { category: 'codebase', fact });
        if (answer.refused === undefined) acknowledged.push(fact);
        else if (!answer.refused.startsWith('it ')) refused += 1;
        begun();
      }
    })();
    // Every third process dies during its start, the others once they write. sql.js first waits for a dead lock.
    if (round % 3 !== 0) await writes;
    await setTimeout(moment);
    await victim.kill();
    await writing;
  }
  return { acknowledged, refused };
}
