/** Small programs that answer as a model might, written into a folder of a test. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Redact } from '../../src/memory/shared/ports.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';

export const keepAll: Redact = (text) => ({ text, removed: 0 });

export class Scripts {
  readonly folder = mkdtempSync(join(tmpdir(), 'bigmind learn tëst '));

  /** A command line that runs this JavaScript; `input` is then all of its standard input. */
  command(body: string): string {
    const file = join(this.folder, 'a script.mjs');
    writeFileSync(file, scriptOf(body));
    return `"${process.execPath}" "${file}"`;
  }

  /** The environment in which this JavaScript is the program of that name; POSIX only. */
  agent(name: string, body: string): NodeJS.ProcessEnv {
    const bin = join(this.folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const file = join(bin, name);
    writeFileSync(file, `#!${process.execPath}\n${scriptOf(body)}`);
    chmodSync(file, 0o755);
    // Node takes a file without an ending for a module if the folder says so.
    writeFileSync(join(bin, 'package.json'), '{"type":"module"}');
    return { PATH: [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter), HOME: this.folder };
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function scriptOf(body: string): string {
  return `import { readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
const input = readFileSync(0, 'utf8');
${body}
`;
}

/** The error with which a promise rejects; its code, sentence and reason. */
export async function errorOf(asked: Promise<unknown>): Promise<BigMindError> {
  const thrown: unknown = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof BigMindError) return thrown;
  throw new Error(`It rejected with no error of ours: ${String(thrown)}`);
}

/** Whether a process with this id, or one of its group, runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended and is not yet collected by its parent counts as ended.
    return process.platform !== 'linux' || !/^\S+ \(.*\) Z/u.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
