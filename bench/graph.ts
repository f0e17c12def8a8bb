/**
 * The graph and the sleep cycle over 100,000 facts that name files, symbols and services: the time of a scan against the
 * import of the same facts, how long another writer waits at most, the memory of the process, and one synthesis.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { yieldToOthers } from '../src/util/yieldToOthers.ts';
import { extractSynthesis } from '../src/memory/graph/synthesis/extract.ts';
import type { JudgedSource } from '../src/memory/graph/synthesis/synthesis.ts';
import type { Snapshot } from '../src/memory/upkeep/snapshot.ts';
import { indexText } from '../src/search/query/words.ts';
import type { Figure } from './lib.ts';
import { median, milliseconds, openBigMind, ratioFigure, temporaryFolder } from './lib.ts';
import { manyFacts } from './manyFacts.ts';

const facts = Number(process.env['BENCH_FACTS'] ?? 100_000);
const rounds = 15;
const held = facts.toLocaleString('en');

export async function graphFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const file = join(folder.path, 'memory.db');
  const bigmind = openBigMind(file);
  const { memory } = bigmind;
  try {
    let began = performance.now();
    await memory.portability.import(JSON.stringify(factsWithNames()), 'bench');
    const imported = performance.now() - began;
    const agent = { name: 'bench', version: '1' };
    const caller = await memory.identities.resolve({
      username: 'bench',
      agent,
      project: undefined,
      conversationId: null,
    });
    const writer = new Worker(new URL('sleepWriter.ts', import.meta.url), { workerData: file });
    let most = 0;
    const base = process.memoryUsage().rss;
    const watch = async (): Promise<boolean> => {
      most = Math.max(most, process.memoryUsage().rss);
      await yieldToOthers();
      return true;
    };
    began = performance.now();
    const report = await memory.consolidation.run(caller, { shouldContinue: watch });
    const slept = performance.now() - began;
    writer.postMessage('over');
    const [waited] = (await once(writer, 'message')) as [number];
    const done = 'done' in report ? report.done : 0;
    const questions = ['hubs', 'neighbours'].map(async (query) => {
      const start = performance.now();
      if (query === 'hubs') await memory.graph.find(caller, 'all', { limit: 20 });
      else await memory.graph.neighbours(caller, 'all', { key: 'redis', limit: 20 });
      return `${query} ${(performance.now() - start).toFixed(0)} ms`;
    });
    console.error(
      (await Promise.all(questions)).join(', '),
      `resident ${(most / 1_048_576).toFixed(0)} MB, before ${(base / 1_048_576).toFixed(0)} MB`,
    );
    return [
      {
        ...ratioFigure(`sleep over ${held} facts, ${String(done)} syntheses`, slept, imported, 1, seconds),
        goal: '–',
        met: true,
      },
      limit('another writer waits at most', waited, 100, 'ms'),
      limit('memory that it adds', (most - base) / 1_048_576, 300, 'MB'),
      synthesisFigure(),
    ];
  } finally {
    await bigmind.close();
    folder.remove();
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function limit(name: string, value: number, most: number, unit: string): Figure {
  const goal = `≤ ${String(most)} ${unit}`;
  return { name, value: `${value.toFixed(0)} ${unit}`, yardstick: '–', ratio: '–', goal, met: value <= most };
}

const services = ['Redis', 'PostgreSQL', 'Kafka', 'GitHub Actions', 'Docker'];

function factsWithNames(): Snapshot {
  const snapshot = manyFacts(facts);
  snapshot.tables.facts = snapshot.tables.facts.map((row, n) => {
    const names = `src/part${String(n % 997)}/file${String(n % 4_001)}.ts and \`handleCase${String(n % 1_499)}\``;
    const service = n % 10 === 0 ? ` with ${services[(n / 10) % services.length] ?? ''}` : '';
    return { ...row, fact: `${String(row['fact'])} in ${names}${service}.` };
  });
  return snapshot;
}

function synthesisFigure(): Figure {
  const sources = manyFacts(500).tables.facts.map((row, n): JudgedSource => ({
    ref: { kind: 'fact', id: String(n) },
    text: `The relay ${String(row['fact'])}.`,
    fingerprint: '',
    createdAt: String(row['created_at']),
    origin: 'agent',
    isSettled: n % 7 === 0,
    confidence: 1,
  }));
  const timed = (work: () => unknown): number => {
    const began = performance.now();
    work();
    return performance.now() - began;
  };
  const times = Array.from({ length: rounds }, () => ({
    ours: timed(() => extractSynthesis(sources, { key: 'relay', kind: 'concept', names: [] }, indexText)),
    plain: timed(() => sources.map(({ text }) => indexText(text))),
  }));
  const ours = median(times.map((one) => one.ours));
  const figure = ratioFigure('synthesis of 500 facts', ours, median(times.map((one) => one.plain)), 20, milliseconds);
  return { ...figure, goal: '≤ 200 ms', met: ours <= 200 };
}
