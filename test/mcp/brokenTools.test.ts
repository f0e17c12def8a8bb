/** A tool that fails in any way returns a result that says so, and the next call is served. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createMcpServer } from '../../src/mcp/server.ts';
import { resultFrom } from '../../src/mcp/shared/resultFrom.ts';
import { BigMindError, bigMindErrorFrom } from '../../src/memory/shared/errors.ts';
import { openTestMemory } from '../support/memory.ts';

const hostile = {
  get message(): string {
    throw new Error('never read me');
  },
  toString(): string {
    throw new Error('nor me');
  },
};

class HostileError extends Error {
  override get message(): string {
    throw new Error('never read me');
  }
}

describe('a failing tool', () => {
  it('returns an error result, whatever it throws', async () => {
    const test = openTestMemory();
    let newAddress: () => Promise<string> = () => Promise.resolve('http://localhost:1/');
    const server = createMcpServer({
      memory: test.memory,
      search: test.search,
      toolsets: ['maintenance'],
      version: '0',
      username: 'ada',
      project: undefined,
      newId: randomUUID,
      toolHost: {
        page: { newAddress: () => newAddress(), open: () => Promise.resolve(), close: () => Promise.resolve() },
        chatPage: { html: () => Promise.resolve(''), holdsKey: () => false, answer: () => Promise.resolve(undefined) },
        openPanel: () => Promise.resolve(false),
        writeExport: () => Promise.resolve(''),
        fileMemory: () => Promise.reject(new Error('unused')),
        readImport: () => Promise.resolve(''),
      },
      log: () => undefined,
    });
    const client = new Client({ name: 'tests', version: '1' });
    const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.mcp.connect(serverTransport), client.connect(clientTransport)]);
    const call = async (): Promise<unknown> => (await client.callTool({ name: 'memory_get_profile_url' })).isError;
    const thrown: unknown[] = [
      hostile,
      new HostileError(),
      undefined,
      null,
      'a text',
      Object.create(null),
      Symbol('s'),
      7n,
    ];
    for (const value of thrown) {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what is no error is what this is about
      newAddress = () => Promise.reject(value);
      assert.equal(await call(), true);
      newAddress = () => {
        throw value;
      };
      assert.equal(await call(), true);
    }
    newAddress = () => Promise.reject(new BigMindError('not_found', 'There is no "a\u200bb\u{e0041}".'));
    const { structuredContent } = await client.callTool({ name: 'memory_get_profile_url' });
    assert.match(JSON.stringify(structuredContent), /There is no/u);
    assert.doesNotMatch(JSON.stringify(structuredContent), /[\u200b\u{e0041}]/u);
    newAddress = () => Promise.resolve('http://localhost:1/');
    assert.notEqual(await call(), true);
    await client.close();
    await test.close();
  });

  it('fails with an internal error if its answer is not valid JSON', () => {
    const circle: Record<string, unknown> = {};
    circle['again'] = circle;
    for (const structured of [circle, { n: 7n }]) {
      assert.throws(() => resultFrom({ text: '', structured }), { code: 'internal' });
    }
    assert.match(bigMindErrorFrom(hostile).sentence, /cannot be shown/u);
  });
});
