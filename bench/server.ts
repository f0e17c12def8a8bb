/** The server's cold start, its RAM, and the cost of storing one fact, each in alternation with the yardstick. */
import { join } from 'node:path';
import { LineServer, median, milliseconds, program, ratioFigure, temporaryFolder } from './lib.ts';
import type { Figure } from './lib.ts';

const starts = 15;
const calls = 300;

type Start = (folder: string) => LineServer;

const startBigMind: Start = (folder) => new LineServer([program, 'mcp'], { BIGMIND_HOME: folder, HOME: folder });

export async function serverFigures(yardstickFile: string): Promise<Figure[]> {
  const startBare: Start = (folder) => new LineServer([yardstickFile], { HOME: folder });
  const startEcho: Start = (folder) =>
    new LineServer([yardstickFile], { HOME: folder, BENCH_DATABASE: join(folder, 'bare.db') });
  return [...(await startFigures(startBare)), await callFigure(startEcho)];
}

async function startFigures(startBare: Start): Promise<Figure[]> {
  const times = { ours: [] as number[], bare: [] as number[] };
  const memory = { ours: [] as number[], bare: [] as number[] };
  for (let i = 0; i <= starts; i += 1) {
    for (const [name, start] of [
      ['ours', startBigMind],
      ['bare', startBare],
    ] as const) {
      const measured = await measuredStart(start);
      // The first round warms the disk.
      if (i > 0) {
        times[name].push(measured.time);
        memory[name].push(measured.resident);
      }
    }
  }
  const megabytes = (n: number): string => `${n.toFixed(0)} MB`;
  return [
    ratioFigure(
      'cold start, spawn to `initialize` answered',
      median(times.ours),
      median(times.bare),
      1.5,
      milliseconds,
    ),
    ratioFigure('resident memory after the handshake', median(memory.ours), median(memory.bare), 1.3, megabytes),
  ];
}

async function measuredStart(start: Start): Promise<{ time: number; resident: number }> {
  const folder = temporaryFolder();
  const began = performance.now();
  const server = start(folder.path);
  await server.initialize();
  const time = performance.now() - began;
  await server.request('tools/list', {}).catch(() => undefined);
  const resident = server.residentMegabytes();
  await server.close();
  folder.remove();
  return { time, resident };
}

async function callFigure(startEcho: Start): Promise<Figure> {
  const folder = temporaryFolder();
  const [ours, echo] = [startBigMind(folder.path), startEcho(folder.path)];
  await Promise.all([ours.initialize(), echo.initialize()]);
  const times = { ours: [] as number[], echo: [] as number[] };
  for (let i = 0; i < calls; i += 1) {
    const text = `Fact number ${String(i)}: the service listens on port ${String(9000 + i)} and logs as JSON to standard output.`;
    times.ours.push(
      await timed(() =>
        ours.request('tools/call', { name: 'memory_store_fact', arguments: { category: 'codebase', fact: text } }),
      ),
    );
    times.echo.push(await timed(() => echo.request('tools/call', { name: 'echo', arguments: { text } })));
  }
  const resident = ours.residentMegabytes();
  await Promise.all([ours.close(), echo.close()]);
  folder.remove();
  const settled = (values: number[]): number => median(values.slice(20));
  const name = `\`memory_store_fact\` over stdio, median of ${String(calls - 20)} (${resident.toFixed(0)} MB resident after)`;
  return ratioFigure(name, settled(times.ours), settled(times.echo), 2, milliseconds);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
