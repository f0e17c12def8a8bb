/** The protocol at its edges, in process: versions, meaningless requests, canceled calls, many calls at once. */
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CallQueue, lengthOf } from '../../src/mcp/callQueue.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { aToolHost } from '../support/toolHost.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';

interface Answer {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

describe('the protocol', () => {
  let open: TestMemory;
  let client: InMemoryTransport;
  let answers: Answer[];
  let logged: string[];
  beforeEach(async () => {
    open = openTestMemory();
    answers = [];
    logged = [];
    const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
    const server = createMcpServer({
      memory: open.memory,
      search: open.search,
      username: 'ada',
      version: '1',
      project: undefined,
      newId: randomUUID,
      toolsets: ['core'],
      toolHost: aToolHost(),
      log: (line) => void logged.push(line),
    });
    client = clientTransport;
    await server.mcp.connect(serverTransport);
    await clientTransport.start();
  });
  afterEach(async () => {
    await client.close();
    await open.close();
  });

  /** Sends a message unchanged and resolves with its answer. */
  function request(message: Record<string, unknown>): Promise<Answer> {
    return new Promise((done) => {
      client.onmessage = (answer) => {
        answers.push(answer as Answer);
        if ((answer as Answer).id === message['id']) done(answer as Answer);
      };
      send(message);
    });
  }

  function send(message: Record<string, unknown>): void {
    void client.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
  }

  function initialize(protocolVersion: unknown, id = 1): Promise<Answer> {
    const clientInfo = { name: 'tests', version: '1' };
    return request({ id, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo } });
  }

  const call = (name: unknown, args?: unknown, meta?: unknown): Record<string, unknown> => ({
    method: 'tools/call',
    params: { name, arguments: args, ...(meta !== undefined && { _meta: meta }) },
  });

  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    it(`speaks version ${version} with a client that requests it`, async () => {
      assert.equal((await initialize(version)).result?.['protocolVersion'], version);
    });
  }

  it('offers its newest version for each request of an unknown one', async () => {
    for (const [id, version] of ['1999-01-01', '2999-01-01', ''].entries()) {
      assert.equal((await initialize(version, id)).result?.['protocolVersion'], '2025-11-25');
    }
    assert.equal((await request({ id: 9, method: 'ping' })).error, undefined);
  });

  it('answers a call before the handshake, because a lost call is worse', async () => {
    assert.equal((await request({ id: 1, ...call('memory_get_context') })).result?.['isError'], undefined);
  });

  it('reports unknown methods and invalid parameters with the right codes', async () => {
    assert.equal((await request({ id: 1, method: 'tools/forget' })).error?.code, -32_601);
    assert.equal((await request({ id: 2, method: 'prompts/get', params: { name: 7 } })).error?.code, -32_602);
    assert.equal((await request({ id: 3, method: 'prompts/get' })).error?.code, -32_602);
    assert.equal((await request({ id: 4, method: 'resources/read', params: { uri: 'x://y' } })).error?.code, -32_602);
  });

  it('answers a call without a valid tool name with a short sentence', async () => {
    for (const [id, name] of [undefined, 7, null, {}, '', 'x'.repeat(1_000_000)].entries()) {
      const { result } = await request({ id, ...call(name) });
      assert.equal(result?.['isError'], true);
      assert.ok(JSON.stringify(result).length < 5_000);
    }
    assert.deepEqual(logged, []);
  });

  it('repeats only a short part of overlong input', async () => {
    const long = 'x'.repeat(1_000_000);
    const calls = [
      call('memory_start_session', { user_id: long }),
      call('memory_search', { query: 'deploy', since: long, kinds: [long], [long]: long }),
    ];
    for (const [id, message] of calls.entries()) {
      const { result } = await request({ id, ...message });
      assert.equal(result?.['isError'], true);
      assert.ok(JSON.stringify(result).length < 10_000);
    }
    // An unknown project is not an error.
    const { result } = await request({ id: 2, ...call('memory_search', { query: 'deploy', project: long }) });
    assert.ok(JSON.stringify(result).length < 10_000);
  });

  it('accepts any id and progress token, but no overlong conversation id', async () => {
    const id = 'i'.repeat(1_000_000);
    assert.equal((await request({ id, ...call('memory_get_context', {}, { progressToken: 'p' }) })).id, id);
    const meta = { 'vscode.conversationId': 'c'.repeat(1_000_000) };
    const { result } = await request({ id: 2, ...call('memory_get_context', {}, meta) });
    assert.equal(result?.['isError'], true);
  });

  it('neither answers a canceled call nor starts it if it still waits for its turn', async () => {
    for (let id = 1; id <= 40; id += 1) {
      send({ id, ...call('memory_store_fact', { category: 'decision', fact: `Decision number ${String(id)}.` }) });
    }
    send({ method: 'notifications/cancelled', params: { requestId: 40, reason: 'No longer needed.' } });
    await request({ id: 41, ...call('memory_get_context') });
    assert.ok(!answers.some(({ id }) => id === 40));
    const found = await open.search.find(await open.caller(), { query: 'Decision number 40', kinds: ['fact'] });
    assert.ok(!found.results.some(({ text }) => text.endsWith('number 40.')));
    assert.deepEqual(logged, []);
  });

  it('answers thousands of calls, each once and in order', async () => {
    const callCount = 3_000;
    for (let id = 0; id < callCount; id += 1) send({ id, ...call('memory_get_instructions') });
    await request({ id: callCount, ...call('memory_get_instructions') });
    assert.deepEqual(
      answers.map(({ id }) => id),
      Array.from({ length: callCount + 1 }, (_, id) => id),
    );
  });
});

describe('the call queue', () => {
  const never = new AbortController().signal;

  it('runs a limited number of calls at once, and the others in order', async () => {
    const queue = new CallQueue({ atWork: 2, waiting: 10, characters: 100 });
    const begun: number[] = [];
    const finish: (() => void)[] = [];
    const work = (place: number) => (): Promise<void> => {
      begun.push(place);
      return new Promise((done) => finish.push(done));
    };
    const all = [0, 1, 2, 3].map((place) => queue.run(work(place), never));
    await Promise.resolve();
    assert.deepEqual(begun, [0, 1]);
    for (let place = 0; place < all.length; place += 1) {
      finish[place]?.();
      await all[place];
      await new Promise((turn) => setImmediate(turn));
    }
    assert.deepEqual(begun, [0, 1, 2, 3]);
  });

  it('rejects a call when it is full, and continues after a failed call', async () => {
    const queue = new CallQueue({ atWork: 1, waiting: 1, characters: 100 });
    const failing = queue.run(() => Promise.reject(new Error('It broke.')), never);
    const waiting = queue.run(() => Promise.resolve('done'), never);
    await assert.rejects(
      queue.run(() => Promise.resolve(), never),
      { code: 'invalid_input' },
    );
    await assert.rejects(failing, /It broke/u);
    assert.equal(await waiting, 'done');
  });

  it('rejects a call that would make the waiting calls too long, and accepts it once they finish', async () => {
    const queue = new CallQueue({ atWork: 1, waiting: 10, characters: 100 });
    const long = lengthOf({ fact: ['x'.repeat(60)] });
    const run = (): Promise<string> => queue.run(() => Promise.resolve('done'), never, long);
    const first = [run(), run()];
    await assert.rejects(run(), { code: 'invalid_input' });
    await Promise.all(first);
    assert.deepEqual(await Promise.all([run(), run()]), ['done', 'done']);
  });
});
