/** `bigmind serve` for one suite, on a memory of its own, and tabs that look at it. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '../../src/memory/portability.ts';
import { programFile, runProgram } from '../support/program.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

export interface Served {
  /** With the token. */
  address: string;
  /** Without it. */
  frontDoor: string;
  token: string;
  process: ChildProcess;
}

export async function serve(home: TemporaryHome, env: Record<string, string> = {}): Promise<Served> {
  const child = spawn(process.execPath, [programFile, 'serve', '--json', '--port', '0'], {
    cwd: home.path,
    env: { ...home.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  assert.ok(child.stdout);
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const { address } = JSON.parse(line) as { address: string };
  const token = new URLSearchParams(new URL(address).hash.slice(1)).get('token') ?? '';
  return { address, frontDoor: new URL('/', address).href, token, process: child };
}

/** As the user of this home, whose memory is empty so far. */
export async function fillMemory(home: TemporaryHome, snapshot: Snapshot): Promise<void> {
  const file = join(home.path, 'snapshot.json');
  writeFileSync(file, JSON.stringify(snapshot));
  const { code, err } = await runProgram(home, ['import', 'bigmind', file]);
  assert.equal(code, 0, err);
}
