/** A home folder with BigMind's hooks and a store of 2,000 facts, for the benchmarks of hooks. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeRuntimeFiles } from '../src/clients/runtimeFiles.ts';
import { program, root } from './lib.ts';
import { manyFacts } from './manyFacts.ts';

const facts = 2_000;

/** Uses the same files that the extension installs there; `cli` is the program that the hooks run. */
export async function benchHome(folder: string, name: string, cli: string): Promise<string> {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  const runtime = { execPath: process.execPath, electronRunAsNode: false, nodeVersion: '', sqliteVersion: null };
  await writeRuntimeFiles(home, { ...runtime, cli, env: {} }, join(root, 'agent/plugin/hooks'));
  return home;
}

export function benchEnvironment(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, BIGMIND_HOME: home, BIGMIND_USER: 'bench' };
}

/** Imports the facts, so that preparing the store takes no longer than measuring. */
export function rememberFacts(home: string): void {
  const file = join(home, 'facts.json');
  writeFileSync(file, JSON.stringify(manyFacts(facts)));
  const { status } = spawnSync(process.execPath, [program, 'import', 'bigmind', file], { env: benchEnvironment(home) });
  if (status !== 0) throw new Error('The facts could not be imported.');
}
