/**
 * Calls every tool of every toolset over a real store, with arguments that its schema allows, nearly allows or forbids.
 * `BIGMIND_FUZZ_RUNS` sets the number of calls; a failure prints the seed, and `BIGMIND_FUZZ_SEED` repeats it.
 */
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createMcpServer } from '../../src/mcp/server.ts';
import { toolsetNames } from '../../src/mcp/shared/toolsetNames.ts';
import { toolsOf } from '../../src/mcp/tools/toolsets.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { aProjectInMemory } from '../support/fileMemory.ts';
import { aToolHost } from '../support/toolHost.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { argumentsOf } from './fuzz/arbitraries.ts';
import { rememberSomething } from './fuzz/memories.ts';

const numRuns = Number(process.env['BIGMIND_FUZZ_RUNS'] ?? 100);
const seed = Number(process.env['BIGMIND_FUZZ_SEED'] ?? 20_261_122);
/** Milliseconds for one tool. A slower one is interrupted, and passes if it has not failed by then. */
const interruptAfterTimeLimit = numRuns * 100;

interface Answer {
  result?: { isError?: boolean; content?: { type: string; text: string }[]; structuredContent?: object };
  error?: { code: number; message: string };
}

describe('every tool', () => {
  let open: TestMemory;
  let words: string[];
  let defects: string[];
  let call: (name: string, args: unknown) => Promise<Answer>;
  before(async () => {
    open = openTestMemory();
    words = await rememberSomething(open);
    defects = [];
    call = await connect(open, (line) => void defects.push(line));
  });
  after(async () => {
    await open.close();
  });

  for (const tool of toolsOf(toolsetNames)) {
    it(`answers any arguments: ${tool.name}`, async function () {
      this.timeout(interruptAfterTimeLimit * 4);
      const args = argumentsOf(tool.inputSchema, words);
      const property = fc.asyncProperty(args, async (given) => {
        defects.length = 0;
        const { result, error } = await call(tool.name, given);
        assert.equal(error, undefined);
        assert.ok(result !== undefined);
        assert.ok(result.content?.every(({ type, text }) => type === 'text' && text !== ''));
        assert.deepEqual(defects, []);
        const { structuredContent: structured = {}, isError = false } = result;
        assert.deepEqual(
          JSON.parse(JSON.stringify(structured)),
          structured,
          'It changes when converted to JSON and back.',
        );
        if (isError) assert.deepEqual(Object.keys(structured), ['error'], JSON.stringify(result));
        else
          assert.deepEqual(
            Object.keys(structured).filter((key) => !/^[a-z][a-z0-9_]*$/u.test(key)),
            [],
          );
        assert.ok(JSON.stringify(result).length < 2_000_000, 'The answer is too long for any model.');
      });
      await fc.assert(property, { numRuns, seed, interruptAfterTimeLimit, markInterruptAsFailure: false });
    });
  }

  it('leaves the store intact and writable', async () => {
    const { damage, indexMissing, indexOrphans } = await open.memory.maintenance.inspect();
    assert.deepEqual({ damage, indexMissing, indexOrphans }, { damage: [], indexMissing: 0, indexOrphans: 0 });
    const fact = await open.memory.facts.store(await open.caller(), {
      category: 'decision',
      fact: `After ${randomUUID()}`,
    });
    assert.equal(fact.status, 'stored');
    assert.equal(Object.hasOwn({}, 'isAdmin') || 'isAdmin' in {}, false);
  });
});

async function connect(
  open: TestMemory,
  log: (line: string) => void,
): Promise<(name: string, args: unknown) => Promise<Answer>> {
  const inFiles = aProjectInMemory(open.ports.clock);
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer({
    memory: open.memory,
    search: open.search,
    username: 'ada',
    version: '1',
    project: undefined,
    files: inFiles.callerFiles,
    newId: randomUUID,
    toolsets: toolsetNames,
    toolHost: aToolHost({
      fileMemory: () => Promise.resolve(inFiles.memory),
      readImport: (path) =>
        path.startsWith('/nowhere')
          ? Promise.reject(new BigMindError('bad_import', 'There is no such file.', { remedy: 'Check the path.' }))
          : Promise.resolve(path),
    }),
    log,
  });
  const waiting = new Map<unknown, (answer: Answer) => void>();
  clientTransport.onmessage = (message) => {
    if ('id' in message) waiting.get(message.id)?.(message as Answer);
  };
  await Promise.all([server.mcp.connect(serverTransport), clientTransport.start()]);
  let id = 0;
  return (name, args) => {
    id += 1;
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
    const answered = new Promise<Answer>((done) => waiting.set(id, done));
    void clientTransport.send(message as JSONRPCMessage);
    return answered;
  };
}
