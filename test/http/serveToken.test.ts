/** The token of `bigmind serve` across restarts, with real processes and MCP clients. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { programFile, runProgram } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';

interface Start {
  mcp: string;
  token: string;
  port: string;
  /** Everything that it has printed to standard error. */
  stderr: () => string;
  end: () => Promise<void>;
}

describe('the token of bigmind serve', () => {
  let home: TemporaryHome;
  let children: ChildProcess[];
  const file = (): string => join(home.path, 'serve-token');
  beforeEach(() => {
    home = temporaryHome();
    children = [];
  });
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    home.remove();
  });

  async function start(...args: string[]): Promise<Start> {
    const child = spawn(process.execPath, [programFile, 'serve', '--json', ...args], {
      cwd: home.path,
      env: { ...home.env, BIGMIND_HOME: home.path, BIGMIND_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const { mcp, token } = JSON.parse(line) as { mcp: string; token: string };
    const end = async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    };
    return { mcp, token, port: new URL(mcp).port, stderr: () => stderr, end };
  }

  /** Stores a fact as a client that was configured once. */
  async function remember(mcp: string, token: string, fact: string): Promise<void> {
    const client = new Client({ name: 'over-http', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit }));
    const answer = await client.callTool({ name: 'memory_store_fact', arguments: { category: 'decision', fact } });
    assert.notEqual(answer.isError, true);
    await client.close();
  }

  const startError = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await runProgram(home, ['serve', '--port', '0', ...args], {
      env: { BIGMIND_HOME: home.path },
    });
    assert.equal(code, 1, out);
    assert.equal(out, '');
    return err;
  };

  it('still admits a configured client after a restart if it is kept', async () => {
    const first = await start('--keep-token');
    await remember(first.mcp, first.token, 'We deploy on Mondays.');
    await first.end();
    const second = await start('--keep-token', '--port', first.port);
    assert.equal(second.token, first.token);
    await remember(first.mcp, first.token, 'We test on Tuesdays.');
    assert.match(second.stderr(), /kept in .*serve-token/u);
    assert.ok(!second.stderr().includes(first.token));
    if (process.platform !== 'win32') assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  it('is new at each start, and stored in no file by default', async () => {
    const first = await start();
    assert.ok(!existsSync(file()));
    const kept = await start('--keep-token');
    const third = await start();
    assert.equal(new Set([first.token, kept.token, third.token]).size, 3);
    assert.equal(readFileSync(file(), 'utf8').trim(), kept.token);
  });

  it('is created by the next start if the first one was killed while writing it', async function () {
    if (process.platform === 'win32') this.skip();
    const preload = join(home.path, 'deadly.cjs');
    writeFileSync(
      preload,
      `const fs = require('node:fs/promises');
      const { open } = fs;
      fs.open = async (path, flags, ...more) => {
        const handle = await open(path, flags, ...more);
        if (flags === 'wx' && path.includes('serve-token')) handle.writeFile = () => process.kill(process.pid, 'SIGKILL');
        return handle;
      };`,
    );
    const child = spawn(process.execPath, ['--require', preload, programFile, 'serve', '--json', '--keep-token'], {
      cwd: home.path,
      env: { ...home.env, BIGMIND_HOME: home.path, BIGMIND_PORT: '0' },
      stdio: 'ignore',
    });
    children.push(child);
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    assert.equal(signal, 'SIGKILL');
    const { token, end } = await start('--keep-token');
    await end();
    assert.equal(readFileSync(file(), 'utf8').trim(), token);
    assert.equal(statSync(file()).nlink, 1);
  });

  it('is replaced on request, and the old one is rejected', async () => {
    const first = await start('--keep-token');
    await first.end();
    const second = await start('--new-token');
    await assert.rejects(remember(second.mcp, first.token, 'Never said.'), /--keep-token/u);
    await remember(second.mcp, second.token, 'Said.');
    await second.end();
    assert.equal((await start('--keep-token')).token, second.token);
  });

  it('stays unchanged if a start that should replace it fails', async () => {
    const first = await start('--keep-token');
    const taken = await runProgram(home, ['serve', '--new-token', '--port', first.port], {
      env: { BIGMIND_HOME: home.path },
    });
    assert.equal(taken.code, 1);
    assert.equal(readFileSync(file(), 'utf8').trim(), first.token);
  });

  it('is rejected if others may read its file, with the command that fixes it', async function () {
    if (process.platform === 'win32') this.skip();
    const { token, end } = await start('--keep-token');
    await end();
    chmodSync(file(), 0o640);
    const err = await startError('--keep-token');
    assert.ok(err.includes(`chmod 600 '${file()}'`), err);
    assert.ok(!err.includes(token));
    chmodSync(file(), 0o600);
    assert.equal((await start('--keep-token')).token, token);
  });

  it('is rejected if its file is invalid, a link or a folder, and --new-token replaces a link', async function () {
    if (process.platform === 'win32') this.skip();
    const secret = 'what lies in another file of this person';
    for (const text of ['', 'short', 'x'.repeat(5_000), `two words ${'a'.repeat(40)}`, secret]) {
      writeFileSync(file(), text, { mode: 0o600 });
      const err = await startError('--keep-token');
      assert.match(err, /contains no token.*--new-token/u);
      assert.ok(!err.includes(secret));
      assert.equal(readFileSync(file(), 'utf8'), text);
    }
    const other = join(home.path, 'other');
    writeFileSync(other, 'a'.repeat(40), { mode: 0o600 });
    rmSync(file());
    symlinkSync(other, file());
    assert.match(await startError('--keep-token'), /is a link/u);
    const { token, end } = await start('--new-token');
    await end();
    assert.equal(readFileSync(file(), 'utf8').trim(), token);
    assert.equal(readFileSync(other, 'utf8'), 'a'.repeat(40));
    rmSync(file());
    mkdirSync(file());
    for (const flag of ['--keep-token', '--new-token']) assert.match(await startError(flag), /token cannot be kept/u);
  });

  it('stays unchanged if both options are given', async () => {
    const { token, end } = await start('--keep-token');
    await end();
    assert.match(
      await startError('--keep-token', '--new-token'),
      /cannot be used with --keep-token.*Use one of the two/u,
    );
    assert.equal(readFileSync(file(), 'utf8').trim(), token);
  });
});
