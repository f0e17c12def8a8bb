/**
 * A repair while four processes write to the damaged store, as they can if the damage is elsewhere. Facts acknowledged
 * before the damage may be in a lost page. Facts acknowledged after it, before, during or after the repair, must be in
 * the repaired store, whichever page was hurt. Every fourth round hurts the first page, which leaves SQLite nothing to
 * lock: the repair may then refuse, and everything stays unchanged.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import type { FileEngineName } from '../store/support.ts';
import { countFound, factsIn, troubleIn } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import type { Torture } from './torture.ts';
import { environmentOf, program, Victim } from './victim.ts';

const pageBytes = 4_096;
const writers = 4;
/** How many facts are stored before the damage, and how many milliseconds that may take; longer means refusals. */
const [writesBefore, startMs] = [40, 60_000];

export const repairTorture: Torture = async ({ engine, rounds, chance, aFile }) => {
  const repairs = Math.max(1, Math.ceil(rounds / 5));
  const evidence: Evidence = {
    name: `repair under writes (${engine})`,
    rounds: repairs,
    acknowledged: 0,
    found: 0,
    refused: 0,
    unsound: [],
  };
  let done = 0;
  for (let round = 0; round < repairs; round += 1) {
    const file = aFile();
    const { acknowledged, refused, isHurt } = await damageAndRepair(engine, file, round % 4 === 3, chance);
    if (!isHurt) evidence.unsound.push('hardly a write was stored in a sound store: nothing was tested');
    // A refused repair is tried again when no process writes.
    else if (setAside(file) === 0) await repair(engine, file);
    else done += 1;
    evidence.acknowledged += acknowledged.length;
    evidence.found += countFound(acknowledged, await factsIn(engine, file));
    evidence.refused += refused;
    evidence.unsound.push(...(await troubleIn(engine, file)));
  }
  // One damage may hit a page where a repair refuses or has nothing to do, but at least one in four does not.
  if (done === 0 && repairs >= 4) evidence.unsound.push('no repair was made while others wrote: nothing was tested');
  return { ...evidence, remark: `${String(done)} of ${String(repairs)} were repaired while others wrote` };
};

async function damageAndRepair(
  engine: FileEngineName,
  file: string,
  isFirstPage: boolean,
  chance: () => number,
): Promise<{ acknowledged: string[]; refused: number; isHurt: boolean }> {
  const acknowledged: string[] = [];
  let refused = 0;
  let begun = 0;
  let isOver = false;
  let isHurt = false;
  const writing = Array.from({ length: writers }, async (_, place) => {
    const victim = new Victim({ engine, file });
    for (let n = 0; !isOver; n += 1) {
      const fact = `Writer ${String(place)} keeps number ${String(n)} in mind while the store is repaired`;
      const began = isHurt;
      const answer = await victim.call('memory_store_fact', { category: 'codebase', fact });
      if (answer.refused !== undefined) refused += 1;
      else if (began) acknowledged.push(fact);
      else begun += 1;
      if (answer.refused !== undefined) await setTimeout(20);
    }
    await victim.end();
  });
  const deadline = performance.now() + startMs;
  while (begun < writesBefore && performance.now() < deadline) await setTimeout(20);
  if (begun >= writesBefore) {
    damage(file, isFirstPage ? 1 : padding(engine, file, chance));
    isHurt = true;
    await setTimeout(Math.round(chance() * 400));
    await repair(engine, file);
    await setTimeout(500);
  }
  isOver = true;
  await Promise.all(writing);
  return { acknowledged, refused, isHurt };
}

/** A page of a filler table, which no write needs, so that all writers continue. In sql.js, any page but the first. */
function padding(engine: FileEngineName, file: string, chance: () => number): number {
  if (engine === 'wasm') return 2 + Math.floor(chance() * 40);
  const db = new DatabaseSync(file, { timeout: 10_000 });
  try {
    db.exec(`CREATE TABLE padding (text TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO padding SELECT printf('%0900d', i) FROM n;
      PRAGMA wal_checkpoint(PASSIVE)`);
    const leaves = db.prepare(`SELECT pageno FROM dbstat WHERE name = 'padding' AND pagetype = 'leaf'`).all();
    return Number(leaves[Math.floor(chance() * leaves.length)]?.['pageno']);
  } finally {
    db.close();
  }
}

function damage(file: string, page: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(handle);
}

async function repair(engine: FileEngineName, file: string): Promise<void> {
  const child = spawn(process.execPath, [program, 'repair', '--yes'], {
    env: environmentOf({ engine, file }),
    stdio: 'ignore',
  });
  await once(child, 'close');
}

function setAside(file: string): number {
  try {
    return readdirSync(join(dirname(file), 'damaged')).length;
  } catch {
    // No repair got that far.
    return 0;
  }
}
