/** The core tools in the chat of a VS Code without MCP: the texts, errors and redaction of the MCP server. */
import assert from 'node:assert/strict';
import { fullInstructions } from '../../src/mcp/shared/instructions.ts';
import { coreTools } from '../../src/mcp/tools/coreTools.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { OpenMemory } from '../../src/vscode/platform/sharedMemory.ts';
import { ChatTools, needsConfirmation } from '../../src/vscode/services/chatTools/chatTools.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

const heron = { name: 'heron', key: 'vscode-vfs://github/acme/heron' };

const nest = { fact: 'The heron nests at the north gate', category: 'codebase' };

describe('the chat tools', () => {
  let open: TestMemory;
  let person: Caller;
  let tools: ChatTools;
  let lines: string[];
  /** Thrown by the next uses of the memory, instead of doing their work. */
  let troubles: Error[];

  beforeEach(async () => {
    open = openTestMemory();
    person = await open.caller({ conversationId: null, project: heron });
    [lines, troubles] = [[], []];
    tools = new ChatTools({
      access: { use },
      agent: { name: 'Visual Studio Code', version: '1.120.0' },
      windowId: 'window-1',
      log: (line) => lines.push(line),
    });
  });

  afterEach(() => open.close());

  async function use<T>(work: (opened: OpenMemory) => Promise<T>): Promise<T> {
    const trouble = troubles.shift();
    if (trouble !== undefined) throw trouble;
    const { memory, search } = open;
    return work({ memory, search, caller: person, callerIn: () => Promise.resolve(person) });
  }

  const call = (tool: string, input: object = {}, chat?: string): Promise<{ text: string; isError: boolean }> =>
    tools.answer({ tool, input, chat });

  it('stores a fact that a search in another chat finds', async () => {
    const stored = await call('memory_store_fact', { ...nest }, 'chat-1');
    assert.deepEqual(stored.isError, false, stored.text);
    const found = await call('memory_search', { query: 'where does the heron nest' }, 'chat-2');
    assert.match(found.text, /nests at the north gate/u);
  });

  it('records the program of the chat, the user and the project', async () => {
    await call('memory_store_fact', { ...nest });
    const [fact] = (await open.memory.facts.list(person, 'all', 1)).facts;
    const agents = await open.memory.identities.listAgents(person);
    assert.ok(agents.some(({ name }) => name === 'Visual Studio Code'));
    assert.deepEqual([fact?.userId, fact?.projectId], [person.user.id, person.project?.id]);
  });

  it('gives each chat one session, and all calls without a chat the session of the window', async () => {
    for (const chat of ['chat-1', 'chat-2', 'chat-1', undefined, undefined]) {
      await call('memory_flag_important', { content: `Said in ${String(chat)}` }, chat);
    }
    assert.equal((await open.memory.maintenance.totals(person.user.id)).sessions, 3);
  });

  it('removes secrets before it stores anything', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const { text } = await call('memory_store_fact', { ...nest, fact: `The token of the bot is ${secret}` });
    assert.ok(!text.includes(secret));
    assert.ok(!(await call('memory_search', { query: 'token of the bot' })).text.includes(secret));
  });

  it('explains invalid arguments, and what to do, as the MCP server does', async () => {
    const { text, isError } = await call('memory_store_fact', { fact: 7, colour: 'red' });
    assert.ok(isError);
    assert.match(text, /fact: Invalid input/u);
    assert.match(text, /call memory_store_fact again; nothing was stored/u);
    assert.deepEqual(lines, []);
  });

  it('reports a memory that cannot be opened as an error with a remedy', async () => {
    troubles = [new BigMindError('store_full', 'The disk is full.', { remedy: 'Free some space.' })];
    assert.deepEqual(await call('memory_search', { query: 'heron' }), {
      text: 'The disk is full. Free some space.',
      isError: true,
    });
  });

  it('calls once more if the store was replaced in the meantime', async () => {
    troubles = [new BigMindError('store_replaced', 'Another store is here now.')];
    assert.equal((await call('memory_search', { query: 'heron' })).isError, false);
  });

  it('logs a defect and keeps its details from the model', async () => {
    troubles = [new TypeError('x is undefined')];
    const { isError } = await call('memory_search', { query: 'heron' });
    assert.ok(isError);
    assert.match(lines.join('\n'), /x is undefined/u);
  });

  it('refuses a tool that is not in the toolset core', async () => {
    assert.deepEqual((await call('memory_vacuum')).isError, true);
  });

  it('asks before every tool that writes, and before no other', () => {
    const asking = coreTools.map(({ name }) => name).filter((name) => needsConfirmation(name));
    assert.deepEqual(
      asking,
      coreTools.filter(({ readOnly }) => !readOnly).map(({ name }) => name),
    );
    assert.ok(asking.includes('memory_store_fact'));
    assert.ok(!asking.includes('memory_search'));
  });

  it('answers the instructions in the words of the MCP server', async () => {
    assert.equal((await call('memory_get_instructions')).text, fullInstructions(coreTools.map(({ name }) => name)));
  });
});
