/**
 * A server ends when it is no longer needed, even while one of its calls waits for a store that another program locked.
 * The tests use real processes with a separate parent that can be killed.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { programFile, runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

/** Starts the program as its child with inherited pipes, and prints the process id. */
const parent = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ${JSON.stringify([programFile])}.concat(process.argv.slice(1)), { stdio: 'inherit' });
  process.stderr.write('pid ' + child.pid + '\\n');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
`;

/** A server must end within this time, in milliseconds; the store stays locked for longer. */
const endTimeoutMs = 6_000;

describe('a server', () => {
  let home: TemporaryHome;
  let locked: DatabaseSync;
  beforeEach(async () => {
    home = temporaryHome();
    await runProgram(home, ['save', 'The store is there.']);
    locked = new DatabaseSync(home.database);
    locked.exec('BEGIN IMMEDIATE');
  });
  afterEach(() => {
    locked.close();
    home.remove();
  });

  for (const command of ['mcp', 'serve'] as const) {
    it(`(${command}) ends when its parent is killed while another program holds its input open`, async () => {
      const server = await start(home, command);
      server.parent.kill('SIGKILL');
      assert.ok(await hasEnded(server.pid));
      server.parent.stdin?.destroy();
    });

    it(`(${command}) ends on each of the usual signals`, async function () {
      if (process.platform === 'win32') this.skip();
      await Promise.all(
        (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).map(async (signal) => {
          const server = await start(home, command);
          process.kill(server.pid, signal);
          assert.ok(await hasEnded(server.pid), signal);
          server.parent.kill('SIGKILL');
        }),
      );
    });
  }

  it('(mcp) ends when its input closes', async () => {
    const server = await start(home, 'mcp');
    server.parent.stdin?.end();
    assert.ok(await hasEnded(server.pid));
  });

  it('(serve) keeps running when its input closes', async () => {
    const server = await start(home, 'serve');
    server.parent.stdin?.end();
    assert.ok(!(await hasEnded(server.pid, 1_500)));
    process.kill(server.pid, 'SIGKILL');
  });

  it('(serve) survives its parent and a hang-up when started in the background', async function () {
    if (process.platform === 'win32') this.skip();
    const program = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([programFile, 'serve', '--port', '0'])}, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
      process.stderr.write('pid ' + child.pid + '\\n');
      child.unref();
    `;
    const starting = spawn(process.execPath, ['--eval', program], { env: home.env, cwd: home.path });
    const pid = await pidFrom(starting);
    await until(() => read(starting).includes('Token: '));
    process.kill(pid, 'SIGHUP');
    assert.ok(!(await hasEnded(pid, 1_500)));
    process.kill(pid, 'SIGTERM');
    assert.ok(await hasEnded(pid));
  });
});

interface Started {
  parent: ChildProcess;
  pid: number;
}

/** A server with a call that waits for the locked store, and without child processes. */
async function start(home: TemporaryHome, command: 'mcp' | 'serve'): Promise<Started> {
  const args = command === 'mcp' ? ['mcp'] : ['serve', '--port', '0', '--json'];
  const started = spawn(process.execPath, ['--eval', parent, '--', ...args], { env: home.env, cwd: home.path });
  const pid = await pidFrom(started);
  const call = { isAnswered: false };
  if (command === 'mcp') {
    started.stdin.write(line(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }));
    const fact = { category: 'codebase', fact: 'It waits.' };
    started.stdin.write(line(2, 'tools/call', { name: 'memory_store_fact', arguments: fact }));
    await until(() => read(started).includes('"id":1'));
  } else {
    await until(() => read(started).includes('"token"'));
    const [, port, token] = /localhost:(\d+)\/.*"token":"([\w-]+)"/u.exec(read(started)) ?? [];
    const pageCommand = { type: 'storeFact', text: 'It waits.', category: 'codebase' };
    const body = JSON.stringify({ type: 'act', id: 2, act: pageCommand });
    const headers = { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' };
    fetch(`http://localhost:${String(port)}/api/page`, { method: 'POST', headers, body }).then(
      () => (call.isAnswered = true),
      () => undefined,
    );
  }
  // Gives the call time to reach the store.
  await new Promise((done) => setTimeout(done, 200));
  assert.ok(!call.isAnswered && !read(started).includes('"id":2'), 'the call does not wait');
  const children = `/proc/${String(pid)}/task/${String(pid)}/children`;
  if (existsSync(children)) assert.equal(readFileSync(children, 'utf8'), '');
  return { parent: started, pid };
}

const clientInfo = { name: 'ending', version: '1' };

function line(id: number, method: string, params: unknown): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

const outputs = new WeakMap<ChildProcess, { text: string }>();

/** The output of a process so far, from both streams. */
function read(child: ChildProcess): string {
  let output = outputs.get(child);
  if (output === undefined) {
    const made = { text: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (made.text += text));
    }
    outputs.set(child, made);
    output = made;
  }
  return output.text;
}

async function pidFrom(child: ChildProcess): Promise<number> {
  read(child);
  await once(child, 'spawn');
  await until(() => /pid \d+/u.test(read(child)));
  return Number(/pid (\d+)/u.exec(read(child))?.[1]);
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    assert.ok(Date.now() < deadline, 'timed out');
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function hasEnded(pid: number, timeoutMs = endTimeoutMs): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(pid) && Date.now() < deadline) await new Promise((done) => setTimeout(done, 20));
  return !isRunning(pid);
}

/** A zombie process does not count as running. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const status = `/proc/${String(pid)}/stat`;
    return !existsSync(status) || !/^\d+ \(.*\) Z/u.test(readFileSync(status, 'utf8'));
  } catch {
    // There is no such process.
    return false;
  }
}
