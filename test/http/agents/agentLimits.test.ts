/** The limits of a server for agents: rates, bodies, time, slow clients; and its end while calls run. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Memory } from '../../../src/memory/memory.ts';
import { codeIn, jsonOf, openServer, type TestServer } from './support.ts';

const fact = { content: 'We deploy on Thursdays only.' };

describe('a server for agents, with many or odd requests,', () => {
  let opened: TestServer;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await opened.close();
  });

  /** Resolves with everything that the server sends, once it has closed the connection. */
  async function afterSending(text: string): Promise<string> {
    const socket = connect(opened.server.port, '127.0.0.1').setEncoding('utf8');
    sockets.push(socket);
    let answer = '';
    socket.on('data', (part: string) => (answer += part)).on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    return answer;
  }

  it('limits each token by itself, and says when to try again', async () => {
    opened = await openServer({ limits: { token: { burst: 3, perSecond: 0.1 } } });
    const { send, token } = opened;
    const [busy, calm] = [await token(), await token()];
    const search = (given: string) => send('POST', '/memory/search', { token: given, body: { query: 'x' } });
    const statuses = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await search(busy)).status);
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    const refused = await search(busy);
    assert.deepEqual([codeIn(refused), Number(refused.headers['retry-after']) > 0], ['too_many_requests', true]);
    assert.equal((await search(calm)).status, 200);
  });

  it('limits requests without a valid token by their address, and nobody with one', async () => {
    opened = await openServer({ limits: { unidentified: { burst: 2, perSecond: 0.1 } }, trustsProxy: true });
    const { send, token } = opened;
    const from = (address: string, given?: string) =>
      send('GET', '/openapi.json', { token: given, headers: { 'x-forwarded-for': address } });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await from('203.0.113.7')).status);
    assert.deepEqual(statuses, [401, 401, 429]);
    assert.equal((await from('203.0.113.8')).status, 401);
    assert.equal((await from('203.0.113.7', await token())).status, 200);
  });

  const bodies: [string, number, string][] = [
    ['/memory/save', 600_000, 'bytes'],
    ['/mcp', 3_000_000, 'bytes'],
    ['/extension/page', 400_000, 'characters'],
    ['/extension/texts', 1_200_000, 'bytes'],
    ['/extension/chats', 12_000_000, 'bytes'],
  ];
  for (const [path, max, unit] of bodies) {
    it(`answers a body over the limit of ${path} with 413 and the limit, however it is sent`, async () => {
      // The client is in this process, too, and takes its time with so much text.
      opened = await openServer({
        timeouts: { headers: 120_000, wholeRequest: 120_000, nextRequest: 120_000, look: 5_000 },
      });
      const [url, token] = [`http://127.0.0.1:${String(opened.server.port)}${path}`, await opened.token()];
      const headers = { authorization: `Bearer ${token}` };
      const statusOf = async (length: number, isChunked: boolean): Promise<number> => {
        const text = 'x'.repeat(length);
        const body = isChunked ? new Blob([text]).stream() : text;
        const reply = await fetch(url, { method: 'POST', headers, body, duplex: 'half' });
        const { error } = (await reply.json()) as { error: { message: string } };
        const sentence = `The body is too long: the maximum here is ${max.toLocaleString('en')} ${unit}.`;
        assert.equal(error.message === sentence, reply.status === 413, error.message);
        return reply.status;
      };
      for (const isChunked of [true, false]) {
        const statuses = [];
        for (const length of [max, max + 1, 3 * max + 1, 30_000_000]) statuses.push(await statusOf(length, isChunked));
        assert.deepEqual(statuses, [400, 413, 413, 413]);
      }
      assert.deepEqual([opened.saved(), opened.notes], [0, []]);
    });
  }

  it('answers before it reads a body whose length is too much, and waits for it in limited time', async () => {
    opened = await openServer({ timeouts: { headers: 50, wholeRequest: 100, nextRequest: 50, look: 20 } });
    const token = await opened.token();
    const head = `POST /memory/save HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Length: 999999999\r\n\r\n`;
    assert.match(await afterSending(head), /^HTTP\/1\.1 413 /u);
  });

  it('answers a call that takes too long with 504', async () => {
    let release = (): void => undefined;
    const slow = new Promise<void>((done) => (release = done));
    opened = await openServer({ limits: { callMs: 50 }, changed: (memory) => storingAfter(memory, slow) });
    const { send, token } = opened;
    const reply = await send('POST', '/memory/save', { token: await token(), body: fact });
    assert.deepEqual([reply.status, codeIn(reply)], [504, 'timeout']);
    release();
  });

  it('disconnects a client that never finishes its headers or its body', async () => {
    opened = await openServer({ timeouts: { headers: 50, wholeRequest: 100, nextRequest: 50, look: 20 } });
    const head = `POST /memory/save HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${await opened.token()}\r\n`;
    assert.match(await afterSending(head), /^HTTP\/1\.1 408 /u);
    assert.match(await afterSending(`${head}Content-Length: 50\r\n\r\n{"content":`), /^HTTP\/1\.1 408 /u);
    assert.equal(opened.saved(), 0);
  });

  it('refuses headers that are too long', async () => {
    opened = await openServer();
    const head = `GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    assert.match(await afterSending(head), /^HTTP\/1\.1 431 /u);
  });

  it('finishes and answers running calls when it ends, refuses new ones, and says so by its health', async () => {
    let release = (): void => undefined;
    const slow = new Promise<void>((done) => (release = done));
    let begun = (): void => undefined;
    const isRunning = new Promise<void>((done) => (begun = done));
    opened = await openServer({ changed: (memory) => storingAfter(memory, slow, begun) });
    const { send, token, server } = opened;
    const given = await token();
    const running = send('POST', '/memory/save', { token: given, body: fact });
    await isRunning;
    const closed = server.close();
    const health = await send('GET', '/health');
    assert.deepEqual([health.status, jsonOf(health)], [503, { status: 'draining' }]);
    const late = await send('POST', '/memory/save', { token: given, body: { content: 'Too late.' } });
    assert.deepEqual([late.status, codeIn(late)], [503, 'draining']);
    release();
    const reply = await running;
    assert.deepEqual([reply.status, jsonOf(reply)['status']], [200, 'stored']);
    await closed;
    await assert.rejects(send('GET', '/health'), { code: 'ECONNREFUSED' });
  });

  it('ends although a call never does, after a time limit', async () => {
    let begun = (): void => undefined;
    const isRunning = new Promise<void>((done) => (begun = done));
    const never = new Promise<void>(() => undefined);
    opened = await openServer({ limits: { endMs: 50 }, changed: (memory) => storingAfter(memory, never, begun) });
    const { send, token, server } = opened;
    const running = send('POST', '/memory/save', { token: await token(), body: fact });
    running.catch(() => undefined);
    await isRunning;
    await server.close();
    await assert.rejects(running);
  });

  it('logs each request with its route, and neither content, tokens nor queries', async () => {
    opened = await openServer();
    const { send, token, log, notes } = opened;
    const given = await token({ username: 'eve', agent: 'codex' });
    const { pg_id: id } = jsonOf(
      await send('POST', '/memory/save', { token: given, body: { content: 'The quay is wet.' } }),
    );
    await send('POST', '/memory/search?full=quay', { token: given, body: { query: 'quay' } });
    await send('GET', `/memory/status/${String(id)}?kind=fact`, { token: given });
    await send('GET', '/secret-quay');
    const [first] = log;
    assert.deepEqual(
      log.map(({ method, route, status, user }) => [method, route, status, user]),
      [
        ['POST', '/memory/save', 200, 'eve'],
        ['POST', '/memory/search', 400, 'eve'],
        ['GET', '/memory/status/{id}', 200, 'eve'],
        ['GET', 'other', 401, null],
      ],
    );
    assert.deepEqual([first?.agent, first?.token], ['codex', given.split('_')[1]]);
    assert.doesNotMatch(JSON.stringify([log, notes]), /quay|bmt_/u);
  });
});

/** Stores a fact only after `until`; `begun` is called before. */
function storingAfter(memory: Memory, until: Promise<void>, begun: () => void = () => undefined): Memory {
  const { facts } = memory;
  const store: typeof facts.store = async (...given) => {
    begun();
    await until;
    return facts.store(...given);
  };
  return { ...memory, facts: Object.assign(Object.create(facts) as typeof facts, { store }) };
}
