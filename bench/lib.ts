/** Shared code of the benchmarks: servers to start, medians, and a table. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { assembleBigMind } from '../src/assemble.ts';
import type { BigMind } from '../src/assemble.ts';
import { createNodePorts } from '../src/nodePorts.ts';
import { openSqliteStore } from '../src/store/sqlite/openSqliteStore.ts';

export const root = resolve(import.meta.dirname, '..');
export const program = join(root, 'dist/cli.js');

export interface Figure {
  name: string;
  value: string;
  yardstick: string;
  ratio: string;
  goal: string;
  met: boolean;
}

/** The yardstick, bundled like BigMind, so that both load in the same way. */
export async function bundledYardstick(): Promise<string> {
  const outfile = join(root, 'out/bench/bareServer.mjs');
  await build({
    entryPoints: [join(root, 'bench/bareServer.ts')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    logLevel: 'warning',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}

export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'bigmind-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A server that gets plain lines, so that no client distorts the times. */
export class LineServer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (message: { result?: unknown; error?: unknown }) => void>();
  #rest = '';
  #lastId = 0;

  constructor(args: string[], env: Record<string, string>) {
    this.#child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'] ?? '', ...env } });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async initialize(): Promise<void> {
    await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
    this.#write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  async request(method: string, params: Record<string, unknown>): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<{ result?: unknown; error?: unknown }>((done) => this.#waiting.set(id, done));
    this.#write({ jsonrpc: '2.0', id, method, params });
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  }

  /** The current resident megabytes; Linux only. */
  residentMegabytes(): number {
    const status = readFileSync(`/proc/${String(this.pid)}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1]) / 1024;
  }

  close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#child.once('close', () => done()));
    this.#child.stdin.end();
    return closed;
  }

  #write(message: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown };
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    }
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** The quantile of the given share. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

export function ratioFigure(
  name: string,
  ours: number,
  yardstick: number,
  most: number,
  shown: (n: number) => string,
): Figure {
  const ratio = ours / yardstick;
  return {
    name,
    value: shown(ours),
    yardstick: shown(yardstick),
    ratio: `${ratio.toFixed(2)} ×`,
    goal: `≤ ${String(most)} ×`,
    met: ratio <= most,
  };
}

/** BigMind in this process, over node:sqlite. */
export function openBigMind(file: string): BigMind {
  const ports = createNodePorts();
  const store = openSqliteStore({
    file,
    engine: 'native',
    hash: ports.hash,
    newId: ports.newId,
    now: () => ports.clock.now(),
    indexText: ports.indexText,
    loadWasm: () => Promise.reject(new Error('The native engine is measured here.')),
    notice: () => undefined,
  });
  return assembleBigMind(store, ports, 'personal', {
    loadWordVectors: () => readFile(join(root, 'data/word-vectors.bin')),
  });
}
