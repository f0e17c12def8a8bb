/**
 * Search by meaning over 50,000 vectors of 768 dimensions, in a separate process so that its RAM can be measured. The
 * vectors resemble real ones: clusters in few true dimensions, spread over all of them unevenly and away from the
 * origin, which is hard on sign bits. The yardstick is the exact scan of one array that contains every vector.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../src/memory/shared/identity.ts';
import type { Store } from '../src/memory/store.ts';
import { median, milliseconds, temporaryFolder } from './lib.ts';
import type { Figure } from './lib.ts';
import { openBenchStore } from './vectorStore.ts';
import type { VectorReport, VectorTask } from './vectorStore.ts';

const count = 50_000;
const dimensions = 768;
const questions = 100;
/** Memories of the small project, for a filter that accepts few. */
const few = 1_000;
const model = 'bench:synthetic';
const moment = '2026-03-30T12:00:00.000Z';

export async function vectorFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  try {
    const file = join(folder.path, 'memory.db');
    const sample = sampler();
    const all = new Float32Array(count * dimensions);
    for (let row = 0; row < count; row += 1) all.set(sample(), row * dimensions);
    const asked = Array.from({ length: questions }, sample);
    const task = await fill(file, all);
    const questionFile = join(folder.path, 'questions');
    writeFileSync(questionFile, Buffer.concat(asked.map((one) => new Uint8Array(one.buffer))));
    const exact = exactScan(all, asked);
    const report = ask({ ...task, file, questionFile, model, dimensions, questions });
    const everywhere = recall(report.everywhere.found, exact.best);
    const inProject = recall(report.inProject.found, exactScan(all.subarray(0, few * dimensions), asked).best);
    return [
      timeFigure('meaning, 50,000 × 768, p50', median(report.everywhere.times), median(exact.times)),
      timeFigure('meaning, 50,000 × 768, p95', p95(report.everywhere.times), p95(exact.times)),
      timeFigure('meaning in a project of 1,000, p95', p95(report.inProject.times), p95(exact.times)),
      timeFigure('meaning, first question', report.firstMs, p95(exact.times), 2_000),
      recallFigure('meaning, recall@10 of exact search', everywhere),
      recallFigure('meaning in a project of 1,000, recall@10', inProject),
      {
        name: 'meaning, more resident memory',
        value: `${report.megabytes.toFixed(0)} MB`,
        yardstick: `${((count * dimensions * 4) / 2 ** 20).toFixed(0)} MB`,
        ratio: '–',
        goal: '≤ 60 MB',
        met: report.megabytes <= 60,
      },
    ];
  } finally {
    folder.remove();
  }
}

/** The first memories belong to a small project, the rest to a large one; message `i` has vector `i`. */
async function fill(file: string, all: Float32Array): Promise<Pick<VectorTask, 'userId' | 'projectId'>> {
  const store = openBenchStore(file);
  const small = await visit(store, 'small');
  const large = await visit(store, 'large');
  for (let start = 0; start < count; start += few) await archive(store, start === 0 ? small : large, start);
  await store.embeddings.useModel(model);
  for (;;) {
    const tasks = await store.embeddings.claim(model, 1_000, 600);
    if (tasks.length === 0) break;
    const finished = tasks.map((task) => {
      const row = Number(task.text) * dimensions;
      return { task, vector: all.subarray(row, row + dimensions) };
    });
    await store.embeddings.complete(model, finished);
  }
  await store.close();
  return { userId: small.user.id, projectId: small.project?.id ?? '' };
}

function visit(store: Store, project: string): Promise<Caller> {
  const agent = { name: 'bench', version: '1' };
  const visitor = { username: 'bench', agent, project: { key: project, name: project }, conversationId: null };
  const fresh = { userId: randomUUID(), agentId: randomUUID(), projectId: randomUUID() };
  return store.identity.resolve(visitor, fresh, moment, 'personal');
}

async function archive(store: Store, caller: Caller, start: number): Promise<void> {
  const session = { id: randomUUID(), startedAt: moment, oneLiner: 'talk' };
  await store.archive.append({
    userId: caller.user.id,
    agentId: caller.agent.id,
    projectId: caller.project?.id ?? null,
    now: moment,
    messages: Array.from({ length: few }, (_, seq) => ({
      externalSessionId: session.id,
      session,
      uid: randomUUID(),
      seq,
      role: 'user',
      type: 'text' as const,
      speaker: null,
      content: String(start + seq),
      sourceRef: null,
      contentHash: String(start + seq),
      createdAt: moment,
    })),
  });
}

function ask(task: VectorTask): VectorReport {
  const program = join(import.meta.dirname, 'vectorStore.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, JSON.stringify(task)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as VectorReport;
}

/** The ten best rows of each question, and the time of each scan without sorting its result. */
function exactScan(all: Float32Array, asked: readonly Float32Array[]): { best: number[][]; times: number[] } {
  const times: number[] = [];
  const best = asked.map((question) => {
    const began = performance.now();
    const similar = similarities(all, question);
    times.push(performance.now() - began);
    return [...similar.keys()].sort((one, other) => (similar[other] ?? 0) - (similar[one] ?? 0)).slice(0, 10);
  });
  return { best, times };
}

function similarities(all: Float32Array, question: Float32Array): Float32Array {
  const similar = new Float32Array(all.length / dimensions);
  for (let row = 0, at = 0; row < similar.length; row += 1) {
    let one = 0;
    let two = 0;
    let three = 0;
    let four = 0;
    for (let place = 0; place < dimensions; place += 4, at += 4) {
      one += (all[at] ?? 0) * (question[place] ?? 0);
      two += (all[at + 1] ?? 0) * (question[place + 1] ?? 0);
      three += (all[at + 2] ?? 0) * (question[place + 2] ?? 0);
      four += (all[at + 3] ?? 0) * (question[place + 3] ?? 0);
    }
    similar[row] = one + two + three + four;
  }
  return similar;
}

/** Message `i` has id `i + 1`. */
function recall(found: readonly string[][], best: readonly number[][]): number {
  const shares = best.map((rows, question) => {
    const ids = new Set(found[question]);
    return rows.filter((row) => ids.has(String(row + 1))).length / rows.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Unit vectors, the same in every run. */
function sampler(): () => Float32Array {
  const gauss = gaussian();
  const clusters = 500;
  const trueDimensions = 48;
  const spread = Array.from({ length: trueDimensions }, () =>
    Float32Array.from({ length: dimensions }, () => gauss() / 7),
  );
  const centres = Array.from({ length: clusters }, () => Float32Array.from({ length: trueDimensions }, gauss));
  const mean = Float32Array.from({ length: dimensions }, gauss);
  const scale = Float32Array.from({ length: dimensions }, () => Math.exp(gauss() * 0.5));
  let next = 0;
  return () => {
    const centre = centres[(next += 7) % clusters] ?? mean;
    const vector = new Float32Array(dimensions);
    for (const [place, along] of spread.entries()) {
      const weight = 2 * (0.7 * (centre[place] ?? 0) + 0.8 * gauss()) * (place + 1) ** -0.4;
      for (let at = 0; at < dimensions; at += 1) vector[at] = (vector[at] ?? 0) + weight * (along[at] ?? 0);
    }
    const whole = vector.map((value, at) => (mean[at] ?? 0) + (scale[at] ?? 1) * (value + 0.25 * gauss()));
    const length = Math.sqrt(whole.reduce((sum, value) => sum + value * value, 0));
    return whole.map((value) => value / length);
  };
}

function gaussian(): () => number {
  let state = 12_345;
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
}

function p95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? NaN;
}

function timeFigure(name: string, ours: number, yardstick: number, most = 60): Figure {
  return {
    name,
    value: milliseconds(ours),
    yardstick: milliseconds(yardstick),
    ratio: `${(ours / yardstick).toFixed(2)} ×`,
    goal: `≤ ${String(most)} ms`,
    met: ours <= most,
  };
}

function recallFigure(name: string, value: number): Figure {
  return { name, value: value.toFixed(3), yardstick: '1.000', ratio: '–', goal: '≥ 0.98', met: value >= 0.98 };
}
