/** Starts real processes that write to one store, and collects what they acknowledge. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FileEngineName } from './support.ts';
import { openStore } from './support.ts';

export interface Writer {
  child: ChildProcess;
  /** Facts that the process reported as stored. */
  acknowledged: string[];
  errors: string;
  /** Resolves with the exit code, or the signal's name. */
  done: Promise<number | string>;
  begin(): void;
}

/** Starts a writer and waits until it is about to open its store. */
export async function startWriter(
  engine: FileEngineName,
  file: string,
  name: string,
  count: number,
  reads: 'reads' | '' = '',
): Promise<Writer> {
  const program = join(import.meta.dirname, 'programs/writer.ts');
  const child = spawn(process.execPath, [program, engine, file, name, String(count), reads], { stdio: 'pipe' });
  const closed = once(child, 'close');
  const writer: Writer = {
    child,
    acknowledged: [],
    errors: '',
    done: closed.then(() => child.exitCode ?? child.signalCode ?? 'unknown'),
    begin: () => child.stdin.write('go\n'),
  };
  let rest = '';
  let ready: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (ready = resolve));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'ready') ready();
      else writer.acknowledged.push(line);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (writer.errors += text));
  await Promise.race([started, closed]);
  return writer;
}

/** Reads every fact over a new connection to the store. */
export async function factsIn(engine: FileEngineName, file: string): Promise<Set<string>> {
  const store = openStore(engine, file, { staleLockMs: 2000 });
  try {
    const snapshot = await store.portability.read('now', 'ada');
    return new Set(snapshot.tables.facts.map((row) => String(row['fact'])));
  } finally {
    await store.close();
  }
}

/** Returns the damage of the store and the number of missing and orphaned index entries, if any. */
export async function troubleIn(engine: FileEngineName, file: string): Promise<unknown[]> {
  const store = openStore(engine, file, { staleLockMs: 2000 });
  try {
    const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
    return [...damage, ...(indexMissing + indexOrphans === 0 ? [] : [{ indexMissing, indexOrphans }])];
  } finally {
    await store.close();
  }
}
