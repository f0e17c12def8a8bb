/** A workload of the built program, recorded with strace: the initial files and every call that changed the disk. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FileEngineName } from '../../store/support.ts';
import type { TimedClaim } from './claims.ts';
import { claimsFrom, storeIn } from './claims.ts';
import type { DiskCall } from './syscalls.ts';
import { readCalls, tracedCalls } from './syscalls.ts';

export interface Recording {
  name: string;
  engine: FileEngineName;
  root: string;
  before: ReadonlyMap<string, Buffer | 'folder'>;
  /** ISO 8601; everything written earlier comes from a fixture. */
  begunAt: string;
  calls: readonly DiskCall[];
  claims: readonly TimedClaim[];
}

/** More than any single write; strace reserves this much memory. */
const maxTextLength = 33_554_432;

/** `folder` is empty; `fixture` is a store of an earlier version for the workload to upgrade. */
export async function record(
  name: string,
  engine: FileEngineName,
  { folder, fixture }: { folder: string; fixture?: string },
): Promise<Recording> {
  const [root, marks, log] = ['disk', 'marks.jsonl', 'strace.log'].map((part) => join(folder, part));
  if (root === undefined || marks === undefined || log === undefined) throw new Error('three names are three');
  mkdirSync(root);
  if (fixture !== undefined) {
    mkdirSync(dirname(storeIn(root)), { recursive: true });
    copyFileSync(fixture, storeIn(root));
  }
  const [before, begunAt] = [filesBelow(root), new Date().toISOString()];
  const traced = [
    '-f',
    '--seccomp-bpf',
    '-y',
    '-xx',
    '-s',
    String(maxTextLength),
    '-o',
    log,
    '-e',
    `trace=${tracedCalls}`,
  ];
  const workload = [join(import.meta.dirname, 'workload.ts'), name, engine, root, marks];
  const child = spawn('strace', [...traced, '--', process.execPath, ...workload], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`The workload ${name} could not be recorded: ${errors}`);
  const calls = await readCalls(log, root, marks);
  rmSync(log);
  return { name, engine, root, before, begunAt, calls, claims: claimsFrom(calls) };
}

/** All files by their paths below the folder; a folder precedes its content. */
export function filesBelow(root: string): Map<string, Buffer | 'folder'> {
  const found = new Map<string, Buffer | 'folder'>();
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
  for (const path of names.map((name) => join(root, name))) {
    const { isFolder } = { isFolder: statSync(path).isDirectory() };
    found.set(relative(root, path), isFolder ? 'folder' : readFileSync(path));
  }
  return found;
}
