/**
 * kill -9 while a backup replaces a store that four processes write to. A restore removes acknowledged writes on
 * purpose, so each must be in the store or in the state that the restore kept. The killed restore is one transaction:
 * the store is sound at any moment and stays writable.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import type { FileEngineName } from '../store/support.ts';
import { countFound, factsIn, troubleIn } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import type { Torture } from './torture.ts';
import { environmentOf, program, Victim } from './victim.ts';

const writers = 4;
/** The latest moment of the kill, as a multiple of the time of an undisturbed restore; four writers slow it down. */
const latestKill = 4;

export const restoreTorture: Torture = async ({ engine, rounds, chance, aFile }) => {
  const kills = Math.max(1, Math.ceil(rounds / 10));
  const evidence: Evidence = {
    name: `kill -9 while restoring (${engine})`,
    rounds: kills,
    acknowledged: 0,
    found: 0,
    refused: 0,
    unsound: [],
  };
  let keptCount = 0;
  for (let round = 0; round < kills; round += 1) {
    const file = aFile();
    const undisturbed = await begin(engine, file);
    const { acknowledged, refused } = await killRestore(engine, file, Math.round(chance() * latestKill * undisturbed));
    // The next backup gives a name to the state that the killed restore kept.
    run(engine, file, 'backup');
    const kept = backupsBefore(file);
    if (kept.length > 1) keptCount += 1;
    const facts = await factsIn(engine, file);
    for (const backup of kept) for (const fact of factsOf(backup)) facts.add(fact);
    evidence.acknowledged += acknowledged.length;
    evidence.found += countFound(acknowledged, facts);
    evidence.refused += refused;
    evidence.unsound.push(...(await troubleIn(engine, file)));
  }
  return {
    ...evidence,
    remark: `${String(keptCount)} of ${String(kills)} had kept the state before when they were killed`,
  };
};

/** Creates a store with one fact and its backup, restores it once, and returns how many milliseconds that took. */
async function begin(engine: FileEngineName, file: string): Promise<number> {
  const victim = new Victim({ engine, file });
  await victim.call('memory_store_fact', { category: 'codebase', fact: 'This was there before all others' });
  await victim.end();
  run(engine, file, 'backup');
  const start = performance.now();
  run(engine, file, 'restore', '--yes');
  return performance.now() - start;
}

function run(engine: FileEngineName, file: string, ...args: string[]): void {
  const env = environmentOf({ engine, file });
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`bigmind ${args.join(' ')} failed: ${stderr}`);
}

async function killRestore(
  engine: FileEngineName,
  file: string,
  moment: number,
): Promise<{ acknowledged: string[]; refused: number }> {
  const acknowledged: string[] = [];
  let refused = 0;
  let isOver = false;
  const writing = Array.from({ length: writers }, async (_, place) => {
    const victim = new Victim({ engine, file });
    for (let n = 0; !isOver; n += 1) {
      const fact = `Writer ${String(place)} keeps number ${String(n)} in mind while a backup is restored`;
      const answer = await victim.call('memory_store_fact', { category: 'codebase', fact });
      if (answer.refused === undefined) acknowledged.push(fact);
      else refused += 1;
    }
    await victim.end();
  });
  while (acknowledged.length < writers) await setTimeout(50);
  const restoring = spawn(process.execPath, [program, 'restore', '--yes'], {
    env: environmentOf({ engine, file }),
    stdio: 'ignore',
  });
  const gone = once(restoring, 'close');
  await Promise.race([gone, setTimeout(moment)]);
  restoring.kill('SIGKILL');
  await gone;
  // The writers continue for a while with the store that exists now.
  await setTimeout(500);
  isOver = true;
  await Promise.all(writing);
  return { acknowledged, refused };
}

/** The backups of the previous state, from restores that got that far. */
function backupsBefore(file: string): string[] {
  const folder = join(dirname(file), 'backups');
  return readdirSync(folder)
    .filter((name) => name.endsWith('-before-restore.db'))
    .map((name) => join(folder, name));
}

function factsOf(backup: string): string[] {
  const db = new DatabaseSync(backup, { readOnly: true });
  try {
    return db
      .prepare('SELECT fact FROM facts')
      .all()
      .map((row) => String(row['fact']));
  } finally {
    db.close();
  }
}
