/** The store of bench/vectors.ts, and the process that queries it and reports the time and RAM that this took. */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProjectScope } from '../src/memory/shared/identity.ts';
import type { Store } from '../src/memory/store.ts';
import { indexText } from '../src/search/query/words.ts';
import { openSqliteStore } from '../src/store/sqlite/openSqliteStore.ts';

export interface VectorTask {
  file: string;
  questionFile: string;
  model: string;
  dimensions: number;
  questions: number;
  userId: string;
  projectId: string;
}

export interface Asked {
  /** The ids of the ten nearest vectors for each question. */
  found: string[][];
  /** Milliseconds for each question. */
  times: number[];
}

export interface VectorReport {
  everywhere: Asked;
  inProject: Asked;
  /** The first question reads all sign bits. */
  firstMs: number;
  /** Resident memory added since before the first question, with the store open. */
  megabytes: number;
}

export function openBenchStore(file: string): Store {
  return openSqliteStore({
    file,
    engine: 'native',
    hash: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
    newId: randomUUID,
    now: () => new Date(),
    indexText,
    loadWasm: () => Promise.reject(new Error('not needed')),
    notice: () => undefined,
  });
}

async function measure(task: VectorTask): Promise<VectorReport> {
  const { model, dimensions, userId, projectId } = task;
  const bytes = new Uint8Array(readFileSync(task.questionFile));
  const all = new Float32Array(bytes.buffer);
  const questions = Array.from({ length: task.questions }, (_, place) =>
    all.slice(place * dimensions, (place + 1) * dimensions),
  );
  const store = openBenchStore(task.file);
  await store.maintenance.totals(null);
  const ask = async (scope: ProjectScope): Promise<Asked> => {
    const asked: Asked = { found: [], times: [] };
    for (const question of questions) {
      const began = performance.now();
      const found = await store.embeddings.nearest(model, question, { userId, scope }, 10);
      asked.times.push(performance.now() - began);
      asked.found.push(found.map(({ id }) => id));
    }
    return asked;
  };
  const before = process.memoryUsage().rss;
  const began = performance.now();
  await store.embeddings.nearest(model, questions[0] ?? new Float32Array(dimensions), { userId, scope: 'all' }, 10);
  const firstMs = performance.now() - began;
  const everywhere = await ask('all');
  const inProject = await ask({ projectId });
  const megabytes = (process.memoryUsage().rss - before) / 2 ** 20;
  await store.close();
  return { everywhere, inProject, firstMs, megabytes };
}

if (import.meta.main) {
  const report = await measure(JSON.parse(process.argv[2] ?? '') as VectorTask);
  process.stdout.write(JSON.stringify(report));
}
