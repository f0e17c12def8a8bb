/**
 * A sync of 100,000 facts through a folder, with two stores: the first run of the sender and of the receiver, and the
 * next runs without a change. The yardstick is the import of the same facts. Another writer keeps asking for the lock of
 * the store, and the longest that it waited is a figure, too.
 */
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createNodePorts } from '../src/nodePorts.ts';
import { openSqliteStore } from '../src/store/sqlite/openSqliteStore.ts';
import { openSync } from '../src/sync/openSync.ts';
import type { Sync } from '../src/sync/sync.ts';
import type { Figure } from './lib.ts';
import { openBigMind, ratioFigure, temporaryFolder } from './lib.ts';
import { manyFacts } from './manyFacts.ts';

const facts = Number(process.env['BENCH_FACTS'] ?? 100_000);
const held = facts.toLocaleString('en');
const passphrase = 'four random words here';

export async function syncFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const place = join(folder.path, 'place');
  mkdirSync(place);
  const machines = [join(folder.path, 'one.db'), join(folder.path, 'other.db')].map((file) => ({
    file,
    ...open(file),
  }));
  const [one, other] = machines;
  if (one === undefined || other === undefined) return [];
  try {
    const imported = await timed(() => fill(one.file, facts));
    await fill(other.file, 0);
    for (const { sync } of machines)
      await sync.setUp({ kind: 'folder', folder: place }, 'bench', {
        open: (use) => use(passphrase),
        create: () => Promise.resolve(passphrase),
      });
    const [sent, waitedForFirst] = await withWriter(one.file, () => timed(() => one.sync.run()));
    const received = await timed(() => other.sync.run());
    const [next, waited] = await withWriter(one.file, () => timed(() => one.sync.run()));
    const nextThere = await timed(() => other.sync.run());
    return [
      figure(`first sync of ${held} facts, sending`, sent, imported, 60),
      figure(`first sync of ${held} facts, receiving`, received, imported, 60),
      figure('next sync of the sender without a change', next, imported, 2),
      figure('next sync of the receiver without a change', nextThere, imported, 2),
      waitFigure(`another writer waited, first sync of ${held} facts, sending`, waitedForFirst),
      waitFigure('another writer waited, next sync of the sender without a change', waited),
    ];
  } finally {
    for (const { close } of machines) await close();
    folder.remove();
  }
}

function open(file: string): { sync: Sync; close: () => Promise<void> } {
  const { hash, newId, clock, indexText, redact } = createNodePorts();
  const now = (): Date => clock.now();
  const loadWasm = (): Promise<never> => Promise.reject(new Error('The native engine is measured here.'));
  const ports = { hash, newId, now, indexText, loadWasm, notice: () => undefined };
  const store = openSqliteStore({ file, engine: 'native', ...ports });
  const sync = openSync({
    store,
    ports: { redact, clock },
    settings: { home: join(dirname(file), 'home'), databaseFile: file, username: 'bench' },
    env: process.env,
  });
  return { sync, close: () => store.close() };
}

async function fill(file: string, count: number): Promise<void> {
  const bigmind = openBigMind(file);
  await bigmind.memory.portability.import(JSON.stringify(manyFacts(count)), 'bench');
  await bigmind.close();
}

/** Prints the time of the processor, too: on a busy machine, it says more. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  console.error(`${((user + system) / 1_000_000).toFixed(1)} s of the processor`);
  return performance.now() - began;
}

/** The longest wait of another writer, in milliseconds. */
async function withWriter(file: string, work: () => Promise<number>): Promise<[took: number, waited: number]> {
  const writer = new Worker(new URL('sleepWriter.ts', import.meta.url), { workerData: file });
  await once(writer, 'online');
  const took = await work();
  writer.postMessage('over');
  const [waited] = (await once(writer, 'message')) as [number];
  return [took, waited];
}

const maxWaitMs = 250;

function waitFigure(name: string, waited: number): Figure {
  const value = `${waited.toFixed(0)} ms`;
  const goal = `≤ ${String(maxWaitMs)} ms`;
  return { name, value, yardstick: '–', ratio: '–', goal, met: waited <= maxWaitMs };
}

function figure(name: string, ours: number, yardstick: number, maxSeconds: number): Figure {
  const compared = ratioFigure(name, ours, yardstick, 1, (ms) => `${(ms / 1_000).toFixed(1)} s`);
  return { ...compared, goal: `≤ ${String(maxSeconds)} s`, met: ours <= maxSeconds * 1_000 };
}
