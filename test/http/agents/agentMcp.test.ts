/** MCP for agents: the time limit of a call, and the agent that a token names. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createMcpServer, type BigMindServer, type ServerOptions } from '../../../src/mcp/server.ts';
import { openTestMemory, type TestMemory } from '../../support/memory.ts';
import { aToolHost } from '../../support/toolHost.ts';

describe('the MCP server of an agent', () => {
  let open: TestMemory;
  beforeEach(() => {
    open = openTestMemory();
  });
  afterEach(() => open.close());

  async function connected(options: Partial<ServerOptions>): Promise<{ client: Client; server: BigMindServer }> {
    const { memory, search } = open;
    const about = { username: 'ada', project: undefined, version: '1', toolsets: ['core', 'maintenance'] } as const;
    const host = { newId: randomUUID, toolHost: aToolHost(), log: () => undefined };
    const server = createMcpServer({ memory, search, ...about, ...host, ...options });
    const client = new Client({ name: 'a-program', version: '1' });
    const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.mcp.connect(serverTransport), client.connect(clientTransport)]);
    return { client, server };
  }

  it('answers a call that takes too long with an error, and serves the next one', async () => {
    let finish = (): void => undefined;
    const slow = new Promise<string>((done) => (finish = () => done('http://localhost:1/')));
    const page = { newAddress: () => slow, open: () => Promise.resolve(), close: () => Promise.resolve() };
    const { client, server } = await connected({ maxCallMs: 50, toolHost: aToolHost({ page }) });
    const late = await client.callTool({ name: 'memory_get_profile_url', arguments: {} });
    assert.equal(late.isError, true);
    assert.match(JSON.stringify(late), /took longer than 0\.05 s/u);
    finish();
    await server.idle();
    assert.notEqual((await client.callTool({ name: 'memory_get_instructions', arguments: {} })).isError, true);
    await client.close();
  });

  it('stores memories as from the agent of the token, whatever the program calls itself', async () => {
    const { client } = await connected({ agent: 'codex' });
    await client.callTool({ name: 'memory_store_fact', arguments: { category: 'codebase', fact: 'The quay is wet.' } });
    const { facts } = await open.memory.facts.list(await open.caller(), 'all', 10);
    assert.deepEqual(
      facts.map(({ agentName }) => agentName),
      ['codex'],
    );
    await client.close();
  });
});
