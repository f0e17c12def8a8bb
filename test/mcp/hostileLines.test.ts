/** Lines that are not messages: each is answered or skipped, nothing of it is stored, and the next line is served. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { programFile } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import { Batches } from '../../src/cli/serve/stdio/batches.ts';
import { LineReader } from '../../src/cli/serve/stdio/lineReader.ts';

const hello = message(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'lines', version: '1' },
});

describe('a line that is not a message', () => {
  it('is answered with an error, and the server continues', async () => {
    const tooLong = 'x'.repeat(11_000_000);
    const answers = await answersTo([
      hello,
      '{"jsonrpc":"2.0","id":2,"method":',
      Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":3,"method":"ping\0"'), Buffer.from([0xff, 0xfe, 0x7d])]),
      '{"jsonrpc":"2.0",\0"id":4}',
      '',
      '[1, 2]',
      '{"id":5,"method":7,"jsonrpc":"2.0"}',
      `{"method":"ping","params":{"id":0,"text":"${tooLong}"},"jsonrpc":"2.0","id":6}`,
      `{"jsonrpc":"2.0","id":"seven","method":"ping","params":{"text":"${tooLong}"}}`,
      message(8, 'ping', {}),
    ]);
    const refusals = answers.filter(({ id }) => id !== 1);
    assert.deepEqual(
      refusals.map(({ id, error }) => [id, error?.code]),
      [
        [undefined, -32700],
        [undefined, -32700],
        [undefined, -32700],
        [undefined, -32600],
        [5, -32600],
        [6, -32600],
        ['seven', -32600],
        [8, undefined],
      ],
    );
    assert.match(refusals[5]?.error?.message ?? '', /longer than 10 MB/u);
  });

  it('is ignored if the input ends before its line feed', async () => {
    const fact = { name: 'memory_store_fact', arguments: { category: 'codebase', fact: 'Half a line.' } };
    const answers = await answersTo([hello, message(2, 'tools/call', fact)], '');
    assert.deepEqual(
      answers.map(({ id }) => id),
      [1],
    );
  });
});

describe('a batch', () => {
  const batch = (...messages: unknown[]): string =>
    `[${messages.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(',')}]`;
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' };

  it('is answered in one line with the answers to all its requests, as its protocol version demands', async () => {
    const old = hello.replace('2025-11-25', '2025-03-26');
    const [started, ...answers] = await answersTo([
      old,
      batch(note, message(2, 'ping', {}), message(3, 'tools/list', {}), 7, { jsonrpc: '2.0', id: 4, method: 5 }),
      batch(note),
      message(5, 'ping', {}),
    ]);
    assert.equal((started as { result?: { protocolVersion?: unknown } }).result?.protocolVersion, '2025-03-26');
    const [first, last] = answers.toSorted((one, other) => Number(Array.isArray(other)) - Number(Array.isArray(one)));
    assert.ok(answers.length === 2 && Array.isArray(first), JSON.stringify(answers.map(({ id }) => id)));
    const answered = (first as Answered[]).map(({ id, error }) => [id, error?.code]);
    assert.deepEqual(
      answered.toSorted(([one], [other]) => Number(one ?? 0) - Number(other ?? 0)),
      [
        [undefined, -32600],
        [2, undefined],
        [3, undefined],
        [4, -32600],
      ],
    );
    assert.deepEqual([last?.id, last?.error], [5, undefined]);
  });

  it('does not wait for a request that was cancelled', () => {
    const batches = new Batches();
    const [one, two] = [1, 2].map((id) => ({ jsonrpc: '2.0' as const, id, method: 'ping' }));
    assert.ok(one !== undefined && two !== undefined);
    assert.equal(batches.begin([one, two], []), undefined);
    const pong = { jsonrpc: '2.0' as const, id: 1, result: {} };
    assert.deepEqual(batches.take(pong), { isTaken: true, answers: undefined });
    const cancel = { jsonrpc: '2.0' as const, method: 'notifications/cancelled', params: { requestId: 2 } };
    assert.deepEqual(batches.cancel(cancel), [pong]);
    assert.deepEqual(batches.take({ ...pong, id: 2 }), { isTaken: false });
  });
});

describe('the line reader', () => {
  it('splits at line feeds, however the input is chunked', () => {
    const text = 'one\ntwo\n\nthrée\nrest';
    for (let size = 1; size < 8; size += 1) {
      const reader = new LineReader(100);
      const bytes = Buffer.from(text);
      const lines: string[] = [];
      for (let from = 0; from < bytes.length; from += size) {
        for (const line of reader.take(bytes.subarray(from, from + size))) {
          lines.push(line.kind === 'line' ? line.bytes.toString() : 'too long');
        }
      }
      assert.deepEqual(lines, ['one', 'two', '', 'thrée']);
    }
  });

  it('keeps both ends of a line that is too long, and reads the next line', () => {
    const reader = new LineReader(1_000);
    const lines = ['begin', 'y'.repeat(5_000), 'end\nnext\n'].flatMap((piece) => reader.take(Buffer.from(piece)));
    const [long, next] = lines;
    assert.ok(long?.kind === 'tooLong' && long.head.toString().startsWith('beginy') && long.tail.length === 512);
    assert.ok(long.tail.toString().endsWith('yend'));
    assert.ok(next?.kind === 'line' && next.bytes.toString() === 'next');
  });
});

interface Answered {
  id?: unknown;
  error?: { code: number; message: string };
}

function message(id: number, method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** What a server answers to these lines; `end` follows the last one. */
async function answersTo(lines: readonly (string | Buffer)[], end = '\n'): Promise<Answered[]> {
  const home = temporaryHome();
  const child = spawn(process.execPath, [programFile, 'mcp'], { cwd: home.path, env: home.env });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  for (const [place, one] of lines.entries()) {
    child.stdin.write(one);
    child.stdin.write(place === lines.length - 1 ? end : '\n');
  }
  child.stdin.end();
  await new Promise((done) => child.on('close', done));
  home.remove();
  return out
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Answered);
}
