/** MCP over HTTP, with clients that follow the protocol and clients that do not. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createPageHost } from '../../src/http/pageHost.ts';
import { startProfileServer, type ProfileServer } from '../../src/http/profileServer.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { aToolHost } from '../support/toolHost.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { assetFolder, sendRequest, type Reply } from './support.ts';

const token = '5d0c8a52-6a0e-4f0e-8a35-0d4f6a1c9b11';
const accept = 'application/json, text/event-stream';

describe('MCP over HTTP', () => {
  let open: TestMemory;
  let server: ProfileServer;
  let notes: string[];
  const clients: Client[] = [];
  beforeEach(async () => {
    open = openTestMemory();
    notes = [];
    server = await start();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    await server.close();
    await open.close();
  });

  function start({ serves = true } = {}): Promise<ProfileServer> {
    const about = { username: 'ada', version: '1', project: undefined, location: '/home/ada/memory.db' };
    const note = (text: string): void => void notes.push(text);
    const { memory, search } = open;
    const host = createPageHost({ ...about, memory, search, note });
    const newMcpServer = () =>
      createMcpServer({
        ...about,
        memory,
        search,
        toolsets: ['core'],
        newId: randomUUID,
        toolHost: aToolHost(),
        log: note,
      });
    return startProfileServer({
      host,
      assetFolder,
      port: 0,
      token,
      newId: randomUUID,
      note,
      ...(serves && { newMcpServer }),
    });
  }

  async function connectClient(name = 'over-http'): Promise<Client> {
    const client = new Client({ name, version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const transport = new StreamableHTTPClientTransport(new URL(server.mcpAddress), { requestInit });
    await client.connect(transport);
    clients.push(client);
    return client;
  }

  /** Sends one message unchanged. */
  function send(message: unknown, headers: Record<string, string> = {}, method = 'POST'): Promise<Reply> {
    const given = { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json', ...headers };
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    return sendRequest(server.port, '/mcp', { method, headers: given, body });
  }

  /** Starts a session by hand; resolves with its headers. */
  async function startSession(): Promise<Record<string, string>> {
    const { status, headers } = await send(initialize);
    assert.equal(status, 200);
    const session = headers['mcp-session-id'];
    assert.ok(typeof session === 'string');
    await send({ jsonrpc: '2.0', method: 'notifications/initialized' }, { 'mcp-session-id': session });
    return { 'mcp-session-id': session };
  }

  it('offers the same as standard input and output to a client with the token', async () => {
    const client = await connectClient();
    const { tools } = await client.listTools();
    assert.equal(tools.length, 12);
    const fact = { category: 'decision', fact: 'We deploy on Thursdays only.' };
    await client.callTool({ name: 'memory_store_fact', arguments: fact });
    const found = await client.callTool({ name: 'memory_search', arguments: { query: 'deploy' } });
    assert.match(JSON.stringify(found.structuredContent), /Thursdays/u);
    assert.equal((await client.listPrompts()).prompts.length, 3);
    assert.match(JSON.stringify(await client.getPrompt({ name: 'bigmind_init' })), /Thursdays/u);
  });

  it('distinguishes its clients', async () => {
    const [one, other] = [await connectClient('Cursor'), await connectClient('Windsurf')];
    for (const client of [one, other]) await client.callTool({ name: 'memory_start_session', arguments: {} });
    const agents = await open.memory.identities.listAgents(await open.caller());
    const names = agents.map(({ name }) => name);
    assert.ok(names.includes('Cursor') && names.includes('Windsurf'), names.join(', '));
  });

  for (const [given, authorization] of [
    ['no token', undefined],
    ['another token', 'Bearer 5d0c8a52-6a0e-4f0e-8a35-0d4f6a1c9b12'],
  ] as const) {
    it(`rejects requests with ${given}`, async () => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const headers = { accept, 'content-type': 'application/json', ...(authorization && { authorization }) };
        const { status } = await sendRequest(server.port, '/mcp', {
          method,
          headers,
          body: JSON.stringify(initialize),
        });
        assert.equal(status, 401, method);
      }
    });
  }

  it('rejects other host names, sites and methods, and allows no cross-origin access', async () => {
    assert.equal((await send(initialize, { host: 'evil.example' })).status, 403);
    assert.equal((await send(initialize, { origin: 'http://evil.example' })).status, 403);
    const { headers } = await send(initialize);
    assert.ok(!Object.keys(headers).some((name) => name.startsWith('access-control-')));
    for (const method of ['OPTIONS', 'PUT', 'HEAD']) {
      const refused = await send(initialize, {}, method);
      assert.deepEqual([refused.status, refused.headers.allow], [405, 'GET, POST, DELETE'], method);
    }
  });

  it('does not exist if it is not served', async () => {
    await server.close();
    server = await start({ serves: false });
    assert.equal((await send(initialize)).status, 405);
    assert.equal((await sendRequest(server.port, '/mcp')).status, 404);
  });

  it('answers 400 without a session, and 404 for an unknown or ended one', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    assert.equal((await send(list)).status, 400);
    assert.equal((await send(list, { 'mcp-session-id': randomUUID() })).status, 404);
    const session = await startSession();
    assert.equal((await send(list, session)).status, 200);
    assert.equal((await send('', session, 'DELETE')).status, 200);
    assert.equal((await send(list, session)).status, 404);
  });

  it('rejects a second initialization of a session', async () => {
    assert.equal((await send(initialize, await startSession())).status, 400);
  });

  const cases: [string, string, number][] = [
    ['no JSON', '{"jsonrpc":', 400],
    ['a text', '"tools/list"', 400],
    ['an empty batch', '[]', 202],
    ['a batch that is too long', JSON.stringify(Array.from({ length: 101 }, (_, id) => ping(id))), 400],
    ['an id that is an object', JSON.stringify({ jsonrpc: '2.0', id: { a: 1 }, method: 'ping' }), 400],
    ['two requests with one id', JSON.stringify([ping(1), ping(1)]), 400],
    ['deeply nested JSON', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['a message that is too long', JSON.stringify({ ...ping(1), params: { text: 'x'.repeat(3_000_000) } }), 413],
  ];
  for (const [what, body, status] of cases) {
    it(`answers ${what} with ${String(status)}, and keeps the session`, async () => {
      const session = await startSession();
      assert.equal((await send(body, session)).status, status);
      assert.equal((await send(ping(7), session)).status, 200);
      assert.deepEqual(notes, []);
    });
  }

  it('answers every request of a batch', async () => {
    const { status, body } = await send([ping(1), ping('two')], await startSession());
    assert.equal(status, 200);
    assert.match(body, /"id":1[^\d]/u);
    assert.match(body, /"id":"two"/u);
  });

  it('keeps working after a client disconnects in the middle of a call', async () => {
    const session = await startSession();
    const call = { ...ping(9), method: 'tools/call', params: { name: 'memory_get_context', arguments: {} } };
    const body = JSON.stringify(call);
    const lines = Object.entries({
      host: `localhost:${String(server.port)}`,
      authorization: `Bearer ${token}`,
      accept,
      'content-type': 'application/json',
      'content-length': String(body.length),
      ...session,
    }).map(([name, value]) => `${name}: ${value}`);
    const socket = connect(server.port, '127.0.0.1');
    socket.write(['POST /mcp HTTP/1.1', ...lines, '', body].join('\r\n'));
    await once(socket, 'data');
    socket.destroy();
    assert.equal((await send(ping(10), session)).status, 200);
    assert.deepEqual(notes, []);
  });

  it('reserves no session for a rejected client', async () => {
    for (let count = 0; count < 33; count += 1) {
      assert.equal((await send(initialize, { accept: 'application/json' })).status, 406);
    }
    await startSession();
  });

  it('rejects clients above the max until one of them leaves', async () => {
    const sessions: Record<string, string>[] = [];
    for (let count = 0; count < 32; count += 1) sessions.push(await startSession());
    const refused = await send(initialize);
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    await send('', sessions[0] ?? {}, 'DELETE');
    await startSession();
  });
});

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
};

function ping(id: number | string): { jsonrpc: '2.0'; id: number | string; method: string } {
  return { jsonrpc: '2.0', id, method: 'ping' };
}
