/**
 * Power loss at any moment, simulated. The disk calls of the built program are recorded once. From the recording, many
 * disks are built as a machine could have left them when it lost power; `power/recordedDisk.ts` describes the models. A
 * round is ten such disks. Only Linux has strace; elsewhere this part reports that it did not run.
 *
 * With TORTURE_LYING_DISK=files or folders, the disk only pretends to sync those. This torture must then find losses;
 * otherwise it could never fail.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { latestVersion } from '../../src/store/sqlite/schema/migrations/migrations.ts';
import type { Evidence } from './evidence.ts';
import { judge } from './power/judge.ts';
import { RecordedDisk } from './power/recordedDisk.ts';
import type { Lie } from './power/recordedDisk.ts';
import { record } from './power/recording.ts';
import type { Recording } from './power/recording.ts';
import type { Torture } from './torture.ts';

const disksPerRound = 10;
/** The built program opens one disk in this many; only its store opens the others, which is much faster. */
const programEvery = 20;

const workloads = ['facts', 'crowd', 'sessions', 'upgrade', 'backup', 'restore', 'repair', 'erase'];
/** The oldest schema version to upgrade from; the newest is the one before the current version. */
const firstFixture = 2;

export const powerTorture: Torture = async ({ engine, rounds, chance, aFile }) => {
  const evidence: Evidence = {
    name: `power loss (${engine})`,
    rounds: 0,
    acknowledged: 0,
    found: 0,
    refused: 0,
    unsound: [],
  };
  if (spawnSync('strace', ['--version']).status !== 0) {
    return { ...evidence, remark: 'not run: it needs strace 5.3 or newer on Linux (apt install strace)' };
  }
  const lie = lieFrom(process.env['TORTURE_LYING_DISK']);
  const remarks: string[] = [];
  const chosen = workloads.filter((one) => (process.env['TORTURE_WORKLOAD'] ?? one) === one);
  if (chosen.length === 0) throw new Error(`TORTURE_WORKLOAD is one of: ${workloads.join(', ')}`);
  for (const name of chosen) {
    const disks = Math.ceil((rounds * disksPerRound) / workloads.length);
    const version = firstFixture + Math.floor(chance() * (latestVersion - firstFixture));
    const fixture = join(import.meta.dirname, `../fixtures/stores/v${String(version)}.db`);
    const isUpgrade = name === 'upgrade';
    const recording = await record(name, engine, { folder: dirname(aFile()), ...(isUpgrade && { fixture }) });
    // A workload without acknowledged writes loses nothing, whatever the disk does.
    if (!recording.claims.some(({ doneAt }) => doneAt < recording.calls.length))
      evidence.unsound.push(`${name}: nothing was acknowledged, so nothing was tested`);
    const unsoundBefore = evidence.unsound.length;
    await lose(recording, {
      disks,
      lie,
      chance,
      evidence,
      ...(isUpgrade && { schemaBefore: version }),
      folder: dirname(aFile()),
    });
    remarks.push(`${name}${isUpgrade ? ` from ${String(version)}` : ''} ${String(recording.calls.length)} calls`);
    if (evidence.unsound.length > unsoundBefore)
      remarks.push(`${String(evidence.unsound.length - unsoundBefore)} unsound`);
  }
  return { ...evidence, remark: remarks.join(', ') };
};

interface Losses {
  disks: number;
  lie: Lie;
  chance: () => number;
  evidence: Evidence;
  folder: string;
  schemaBefore?: number;
}

/** Replays the recording once; creates and judges one disk at each chosen point. */
async function lose(
  recording: Recording,
  { disks, lie, chance, evidence, folder, schemaBefore }: Losses,
): Promise<void> {
  const { calls, claims, engine, root, name } = recording;
  const points = Array.from({ length: disks }, () => pointIn(recording, chance));
  const disk = new RecordedDisk(root, recording.before, lie);
  let applied = 0;
  for (const [n, point] of points.toSorted((a, b) => a - b).entries()) {
    for (const call of calls.slice(applied, point)) disk.apply(call);
    applied = point;
    const model = chance() < 0.5 ? 'strict' : 'ordered';
    const place = mkdtempSync(join(folder, 'lost '));
    const verdict = await judge({
      engine,
      root: join(place, 'disk'),
      files: disk.afterPowerLoss(model, chance),
      claims,
      begunAt: recording.begunAt,
      point,
      withProgram: n % programEvery === 0,
      ...(schemaBefore !== undefined && { schemaBefore }),
    });
    const where = `${name}, ${model}, after call ${String(point)}`;
    evidence.rounds += 1;
    evidence.acknowledged += verdict.acknowledged;
    evidence.found += verdict.acknowledged - verdict.lost.length;
    evidence.unsound.push(...verdict.unsound.map((trouble) => `${where}: ${trouble}`));
    if (verdict.lost.length > 0) evidence.unsound.push(`${where}: lost ${verdict.lost.slice(0, 3).join('; ')}`);
    rmSync(place, { recursive: true, force: true });
  }
}

/** Any moment, or half of the time one shortly after an acknowledgement, when the most can be lost. */
function pointIn({ calls, claims }: Recording, chance: () => number): number {
  const done = claims.map(({ doneAt }) => doneAt).filter((at) => at < calls.length);
  const answered = done[Math.floor(chance() * done.length)];
  if (chance() < 0.5 || answered === undefined) return Math.floor(chance() * (calls.length + 1));
  return Math.min(calls.length, answered + 1 + Math.floor(chance() * 4));
}

function lieFrom(text = 'none'): Lie {
  if (text === 'files' || text === 'folders' || text === 'none') return text;
  throw new Error('TORTURE_LYING_DISK is one of: files, folders, none');
}
