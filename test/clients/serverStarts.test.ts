/** The record of server start times: short, harmless whatever it contains, and reported by the doctor. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { noteServerStart, serverStartFindings } from '../../src/clients/serverStarts.ts';
import { openChat, runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { put } from './support.ts';

describe('the record of server starts', () => {
  let home: TemporaryHome;
  let file: string;
  beforeEach(() => {
    home = temporaryHome();
    file = join(home.path, 'server-starts.txt');
  });
  afterEach(() => {
    home.remove();
  });

  const note = async (client: string, ...times: number[]): Promise<void> => {
    for (const ms of times) await noteServerStart(home.path, { client, ms });
  };

  it('reports nothing before the first start', () => {
    assert.deepEqual(serverStartFindings(home.path), []);
  });

  it('reports the median of all starts and of each client', async () => {
    await note('codex', 140.4, 100, 160);
    await note('claude-code', 90);
    assert.deepEqual(serverStartFindings(home.path), [
      {
        status: 'ok',
        what: 'MCP server starts took 100 ms (median of the last 4): 90 ms for claude-code, 140 ms for codex.',
      },
    ]);
  });

  it('warns about a client that starts slowly, even if others are fast, by the last twenty starts', async () => {
    await note('codex', 5_000, 5_000, 5_000);
    await note('claude-code', ...Array.from({ length: 19 }, () => 100));
    await note('codex', 900);
    const [finding] = serverStartFindings(home.path);
    assert.equal(finding?.status, 'warning');
    assert.match(finding.what, /took 100 ms \(median of the last 20\): 100 ms for claude-code, 900 ms for codex/u);
    assert.ok(typeof finding.remedy === 'string');
    assert.match(finding.remedy, /Codex waits about a second.*bigmind install CLIENT/u);
    await note('codex', 700, 700);
    assert.equal(serverStartFindings(home.path)[0]?.status, 'ok');
  });

  it('stays small and holds one line per start, whatever name a client sends', async () => {
    await note('a\n7 b\u0000<x>'.repeat(200), 1);
    await note('', 2);
    assert.match(readFileSync(file, 'utf8'), /^1 a 7 b[\w .-]{1,55}\n2 unknown client\n$/u);
    await note('x'.repeat(60), ...Array.from({ length: 300 }, (_, index) => index));
    assert.ok(statSync(file).size <= 8_192 + 70);
    assert.match(serverStartFindings(home.path)[0]?.what ?? '', /took 289 ms \(median of the last 20\)/u);
  });

  it('does no harm if it is damaged or cannot be written', async () => {
    put(file, `\u0000\u0001 nothing\n12\n99999999999 x\n120 codex\n300 co`);
    assert.match(serverStartFindings(home.path)[0]?.what ?? '', /median of the last 2/u);
    await noteServerStart(join(home.path, 'not there'), { client: 'codex', ms: 1 });
    mkdirSync(join(home.path, 'other', 'server-starts.txt'), { recursive: true });
    await noteServerStart(join(home.path, 'other'), { client: 'codex', ms: 1 });
    assert.deepEqual(serverStartFindings(join(home.path, 'other')), []);
  });

  it('gets a line after the handshake, which the doctor reports', async () => {
    const chat = await openChat(home, { name: 'codex-mcp-client' });
    try {
      while (serverStartFindings(home.path).length === 0) await setTimeout(20);
      const [ms, client] = readFileSync(file, 'utf8').trim().split(' ');
      assert.equal(client, 'codex');
      assert.ok(Number(ms) > 0);
    } finally {
      await chat.close();
    }
    const { out } = await runProgram(home, ['doctor']);
    assert.match(out, /MCP server starts took \d+ ms \(median of the last 1\): \d+ ms for codex\./u);
  });
});
