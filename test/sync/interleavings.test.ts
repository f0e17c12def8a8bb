/**
 * Random interleavings of work and syncs on real stores, also of work between the steps of a scan, with bundles that
 * arrive late or again and with interrupted runs. When all machines have synced, they are equal. A failure prints its seed; `SYNC_SEED=N` runs that one alone.
 */
import assert from 'node:assert/strict';
import { seededRandom } from '../support/seededRandom.ts';
import type { Random } from '../support/seededRandom.ts';
import { removeFolders } from '../store/support.ts';
import { rowsIn } from '../support/rows.ts';
import type { Machine } from './machines.ts';
import { aMachine, ask, MemoryPlace, recordsOf } from './machines.ts';
import { liveOn, settleAll } from './randomLife.ts';

after(removeFolders);

const { env } = process;
const chosen = env['SYNC_SEED'];
const rounds = Number(env['SYNC_ROUNDS'] ?? 12);
const folder = { kind: 'folder', folder: '/nowhere' } as const;

class Interruption extends Error {}

describe('random interleavings', function () {
  this.timeout(600_000);

  it('end with two equal machines', () => run(2, chosen === undefined ? seeds(1, rounds) : [Number(chosen)]));
  it('end with three equal machines', () =>
    run(3, chosen === undefined ? seeds(1_001, Math.ceil(rounds / 4)) : [Number(chosen)]));
});

function seeds(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}

async function run(count: number, list: readonly number[]): Promise<void> {
  for (const seed of list) {
    const log: string[] = [];
    try {
      await oneLife(count, seededRandom(seed), log);
    } catch (cause) {
      throw new Error(`SYNC_SEED=${String(seed)} with ${String(count)} machines:\n${log.join('\n')}`, { cause });
    }
  }
}

async function oneLife(count: number, random: Random, log: string[]): Promise<void> {
  const place = new MemoryPlace();
  const machines: Machine[] = [];
  try {
    for (let at = 0; at < count; at += 1) {
      const machine = await aMachine(`machine ${String(at)}`, place, { newId: () => idFrom(random) });
      machines.push(machine);
      await machine.sync.setUp(folder, machine.name, ask);
    }
    const seen = new Map(machines.map(({ name }) => [name, new Set<string>()]));
    for (let step = 0; step < 30; step += 1) {
      const machine = machines[Math.floor(random() * count)];
      assert.ok(machine !== undefined);
      if (random() < 0.7) log.push(`${machine.name} ${await liveOn(machine, random)}`);
      else log.push(`${machine.name} ${await troubledSync(machine, random, seen.get(machine.name) ?? new Set())}`);
    }
    place.isHidden = () => false;
    for (const machine of machines) {
      await machine.sync.run();
      log.push(`${machine.name} decides about ${String(await settleAll(machine, random))}`);
    }
    for (let round = 0; round < 2; round += 1) for (const { sync } of machines) await sync.run();
    for (const { sync } of machines) assert.deepEqual((await sync.run()).waiting, []);
    const [first, ...others] = machines.map(recordsOf);
    for (const other of others) assert.deepEqual(other, first);
    for (const machine of machines) await isSound(machine);
  } finally {
    for (const machine of machines) await machine.close();
  }
}

/** The same seed gives the same ids, by which ties are broken. */
function idFrom(random: Random): string {
  const part = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const digits = `${part()}${part()}${part()}${part()}`;
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/u, '$1-$2-4$3-8$4-');
}

/** Some bundles of others are not there yet, all come again, or the run is interrupted at any step. */
async function troubledSync(machine: Machine, random: Random, seen: Set<string>): Promise<string> {
  const { place, sync, interrupt, store } = machine;
  const late = new Set([...place.files.keys()].filter((path) => !seen.has(path) && random() < 0.3));
  const { machine: own } = (await store.sync.state()) ?? { machine: '' };
  place.isHidden = (path) => late.has(path) && !path.includes(own);
  for (const path of place.files.keys()) if (!late.has(path)) seen.add(path);
  const again = random() < 0.1;
  if (again) {
    const state = await store.sync.state();
    if (state !== undefined) await store.sync.change(state, { ...state, positions: {} });
  }
  let left = random() < 0.4 ? Math.floor(random() * 14) : Infinity;
  interrupt.before = () => {
    if ((left -= 1) < 0) throw new Interruption();
  };
  const meanwhile: string[] = [];
  interrupt.inScan = async () => {
    if (random() < 0.004) throw new Interruption();
    if (random() < 0.04) meanwhile.push(await liveOn(machine, random));
  };
  try {
    await sync.run();
    return [again ? 'sync of everything' : 'sync', ...meanwhile].join(', meanwhile ');
  } catch (thrown) {
    if (!(thrown instanceof Interruption)) throw thrown;
    return ['interrupted sync', ...meanwhile].join(', meanwhile ');
  } finally {
    interrupt.before = () => undefined;
    interrupt.inScan = () => Promise.resolve();
    place.isHidden = () => false;
  }
}

/** The index fits, no link is broken, and nothing is live twice. */
async function isSound({ store, file }: Machine): Promise<void> {
  const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
  assert.deepEqual([damage, indexMissing, indexOrphans], [[], 0, 0]);
  const twice = `SELECT content_hash, count(*) AS n FROM facts WHERE coalesce(deprecated, 0) = 0 GROUP BY project_id, content_hash HAVING n > 1`;
  assert.deepEqual(rowsIn(file, twice), []);
}
