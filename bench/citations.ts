/**
 * `npm run bench -- citations`: a check of 50 citations in 50 files of 500 lines each. In half of the files the lines
 * are where they were, in 20 they moved, and in 5 they are gone. The yardstick reads the same files and does nothing
 * else. Both take turns.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCitedFiles } from '../src/capture/citedFiles.ts';
import type { Citation } from '../src/memory/shared/citations/checkCitations.ts';
import { checkCitations } from '../src/memory/shared/citations/checkCitations.ts';
import { FileLines } from '../src/memory/shared/citations/citedLines.ts';
import { formatSourceRef } from '../src/memory/shared/citations/sourceRef.ts';
import type { Figure } from './lib.ts';
import { median, milliseconds, quantile, temporaryFolder } from './lib.ts';

const files = 50;
const linesPerFile = 500;
const cited = { first: 240, last: 251 };
const rounds = 100;
const goalMs = 20;

export async function citationFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  try {
    return await measure(folder.path);
  } finally {
    folder.remove();
  }
}

async function measure(folder: string): Promise<Figure[]> {
  const citations = Array.from({ length: files }, (_, number) => writeCited(folder, number));
  const tree = createCitedFiles(folder);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await timeOf(() => Promise.all(citations.map((_, at) => readFile(join(folder, pathOf(at)), 'utf8')))));
    ours.push(await timeOf(async () => requireStates(await checkCitations(tree, citations, { deadlineMs: 10_000 }))));
  }
  const figure = (name: string, value: number, yardstick: number): Figure => ({
    name,
    value: milliseconds(value),
    yardstick: milliseconds(yardstick),
    ratio: `${(value / yardstick).toFixed(2)} ×`,
    goal: `≤ ${String(goalMs)} ms`,
    met: value <= goalMs,
  });
  return [
    figure(`check of ${String(files)} citations, median of ${String(rounds)}`, median(ours), median(bare)),
    figure('the same, 95th percentile', quantile(ours, 0.95), quantile(bare, 0.95)),
  ];
}

/** Writes a file as it is today, and returns the citation of what it was. */
function writeCited(folder: string, number: number): Citation {
  const path = pathOf(number);
  const lines = Array.from({ length: linesPerFile }, (_, line) => sourceLine(number, line));
  const fingerprint = new FileLines(lines.join('\n')).fingerprint(cited);
  mkdirSync(join(folder, 'src', String(number % 10)), { recursive: true });
  writeFileSync(join(folder, path), today(lines, number).join('\n'));
  const place = { kind: 'lines', ...cited } as const;
  return { sourceRef: formatSourceRef({ kind: 'file', path, base: 'project', place, commit: null }), fingerprint };
}

function today(lines: readonly string[], number: number): readonly string[] {
  if (number % 2 === 0) return lines;
  if (number % 10 === 9) return lines.with(cited.first, 'something else');
  return [...lines.slice(30), ...lines.slice(0, 30)];
}

function sourceLine(file: number, line: number): string {
  if (line % 9 === 0) return line % 2 === 0 ? '' : '}';
  return `    const value${String(line)} = await service${String(file)}.call('name', { retries: ${String(line % 4)} });`;
}

function pathOf(number: number): string {
  return `src/${String(number % 10)}/file${String(number)}.ts`;
}

/** A fast check that finds nothing would be worthless. */
function requireStates(checks: readonly { state: string }[]): void {
  const count = (state: string): number => checks.filter((check) => check.state === state).length;
  const counts = [count('there'), count('moved'), count('gone')].join(' ');
  if (counts !== '25 20 5') throw new Error(`There are ${counts} citations that are there, moved and gone.`);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
