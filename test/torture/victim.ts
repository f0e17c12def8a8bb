/**
 * The real program as a victim: `bigmind mcp` from the built file, driven by raw lines. Only what it answered counts.
 * It may die at any moment, even in the middle of a line.
 */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import type { FileEngineName } from '../store/support.ts';

export const program = resolve(import.meta.dirname, '../../dist/cli.js');

export interface Answer {
  /** Undefined if the call succeeded. */
  refused?: string;
  structured: Record<string, unknown>;
}

export interface VictimOptions {
  engine: FileEngineName;
  file: string;
  /** In addition to what every victim gets. */
  env?: Readonly<Record<string, string>>;
}

/** Passes nothing of the user's own environment but PATH to a victim. */
export function environmentOf({ engine, file, env }: VictimOptions): Record<string, string> {
  const home = dirname(file);
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    USERPROFILE: home,
    BIGMIND_HOME: home,
    BIGMIND_DB_PATH: file,
    BIGMIND_ENGINE: engine,
    BIGMIND_USER: 'ada',
    BIGMIND_TOOLSETS: 'all',
    ...env,
  };
}

export class Victim {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;
  #rest = '';
  /** What it wrote to standard error. */
  errors = '';

  constructor(options: VictimOptions) {
    this.#child = spawn(process.execPath, [program, 'mcp'], {
      env: environmentOf(options),
      cwd: join(options.file, '..'),
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    // A line written while it dies reaches no reader; the torture tests exactly that.
    this.#child.stdin.on('error', () => undefined);
    this.#child.once('close', () => {
      for (const answered of this.#waiting.values()) answered({ refused: 'it died', structured: {} });
      this.#waiting.clear();
    });
    void this.#send('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'torture', version: '1' },
    });
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }

  /** Its process id. */
  get process(): number {
    return this.#child.pid ?? 0;
  }

  /** The id of the last message that was sent to it. */
  get lastId(): number {
    return this.#lastId;
  }

  get isDead(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves with its answer, or with a refusal if it died first. */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.#send('tools/call', { name, arguments: args });
  }

  async kill(): Promise<void> {
    const gone = once(this.#child, 'close');
    if (this.isDead) return;
    this.#child.kill('SIGKILL');
    await gone;
  }

  /** Ends it as a client does, by closing its standard input. */
  async end(): Promise<void> {
    const gone = once(this.#child, 'close');
    if (this.isDead) return;
    this.#child.stdin.end();
    await gone;
  }

  #send(method: string, params: Readonly<Record<string, unknown>>): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    if (this.isDead) return Promise.resolve({ refused: 'it is dead', structured: {} });
    const answered = new Promise<Answer>((done) => this.#waiting.set(id, done));
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answered;
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line) as { id?: number; result?: RawResult; error?: unknown };
      if (id === undefined) continue;
      this.#waiting.get(id)?.(answerFrom(result, error));
      this.#waiting.delete(id);
    }
  }
}

interface RawResult {
  isError?: boolean;
  content?: { text?: string }[];
  structuredContent?: Record<string, unknown>;
}

function answerFrom(result: RawResult | undefined, error: unknown): Answer {
  const structured = result?.structuredContent ?? {};
  if (error !== undefined) return { refused: JSON.stringify(error), structured };
  if (result?.isError === true)
    return { refused: result.content?.[0]?.text ?? 'refused without a message', structured };
  return { structured };
}
