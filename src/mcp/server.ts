/**
 * The MCP server. It answers the handshake without touching the store, resolves who is calling on the first call, and
 * turns every error into a result that tells the model what to do: a tool never fails as a protocol error.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { BigMindError, bigMindErrorFrom } from '../memory/errors.ts';
import type { Caller } from '../memory/identity.ts';
import type { Memory } from '../memory/memory.ts';
import type { Search } from '../search/search.ts';
import { shorten } from '../util/text.ts';
import { profileApp, readApp, showsApps } from './apps.ts';
import type { ToolUi } from './apps.ts';
import { Callers } from './callers.ts';
import type { CallersOptions } from './callers.ts';
import { CallQueue, lengthOf } from './callQueue.ts';
import { answersAsTheyCome, confirmWith } from './confirmation.ts';
import { serverInstructions } from './instructions.ts';
import { getPrompt, listedPrompts } from './prompts.ts';
import { answerCalls, answerPrompts, answerResources } from './requests.ts';
import type { ToolCall } from './requests.ts';
import { resultFrom } from './resultFrom.ts';
import type { Desk, Tool, ToolAnswer } from './tool.ts';
import type { ToolsetName } from './toolsetNames.ts';
import { chatPageTools } from './tools/chatPageTools.ts';
import { openProfile } from './tools/maintenanceTools.ts';
import { toolsOf } from './toolsets.ts';

export interface ServerOptions extends CallersOptions {
  search: Search;
  /** What is switched on at first. */
  toolsets: readonly ToolsetName[];
  version: string;
  desk: Omit<Desk, 'confirm' | 'showsChatPage'>;
  /** Called once, when a tool is called for the first time; the handshake does not. */
  onFirstCall?: () => void;
  /** Called when a call was answered, in which something may have been stored. */
  onAnswered?: () => void;
  /** Where a person can read of defects; never standard output. */
  log: (line: string) => void;
}

/** VS Code's id of the chat that a tool call comes from. */
const conversationKey = 'vscode.conversationId';

export interface BigMindServer {
  mcp: McpServer;
  /** Switches toolsets, and tells the client when its list is another one now. */
  useToolsets: (names: readonly ToolsetName[]) => Promise<void>;
  /** Resolves when no tool call is running any more. */
  idle: () => Promise<void>;
  /** Calls back when the connection has ended, whoever ended it. */
  whenClosed: (told: () => void) => void;
}

export function createMcpServer(options: ServerOptions): BigMindServer {
  const mcp = new McpServer(
    { name: 'bigmind', title: 'BigMind', version: options.version },
    {
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} },
      instructions: serverInstructions,
      jsonSchemaValidator: answersAsTheyCome,
    },
  );
  // The handlers are our own, because the high-level ones would answer bad arguments with an error of the protocol.
  const { server } = mcp;
  const callers = new Callers(options, () => server.getClientVersion());
  const showsChatPage = (): boolean => showsApps(server.getClientCapabilities());
  const running = new Set<Promise<CallToolResult>>();
  const queue = new CallQueue();
  const toTellOfEnd: (() => void)[] = [];
  server.onclose = () => {
    for (const told of toTellOfEnd) told();
  };
  let tools = toolsOf(options.toolsets);
  let called = false;
  /** The page is offered where it can be shown and somebody can open it. */
  const offersPage = (): boolean => showsChatPage() && tools.includes(openProfile);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offersPage() ? [...tools, ...chatPageTools].map(listedWithUi) : tools.map(listed),
  }));
  answerCalls(server, (asked) => {
    if (!called) options.onFirstCall?.();
    called = true;
    const forPage = offersPage() ? chatPageTools : [];
    const desk: Desk = { ...options.desk, confirm: confirmWith(server, asked.requestId), showsChatPage };
    const client = server.getClientVersion()?.name;
    const surroundings = { ...options, callers, desk, tools, forPage, client };
    const result = queue
      .run(() => resultOf(surroundings, asked), asked.takenBack, lengthOf(asked.args))
      .catch((thrown: unknown) => failure(thrown, options.log, client));
    running.add(result);
    return result.finally(() => {
      running.delete(result);
      options.onAnswered?.();
    });
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listedPrompts }));
  answerPrompts(server, (name) => {
    const available = tools.map((tool) => tool.name);
    return getPrompt(name, { memory: options.memory, callers, available });
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: offersPage() ? [profileApp] : [] }));
  // Some clients ask for these of everybody who has resources.
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  answerResources(server, (uri) => readApp(uri, offersPage() ? options.desk.chatPage : undefined));
  return {
    mcp,
    useToolsets: async (names) => {
      const before = tools;
      tools = toolsOf(names);
      const isSame = tools.length === before.length && tools.every((tool, place) => tool === before[place]);
      if (!isSame && mcp.isConnected()) await server.sendToolListChanged();
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    whenClosed: (told) => toTellOfEnd.push(told),
  };
}

interface CallSurroundings extends Pick<ServerOptions, 'memory' | 'search' | 'log'> {
  callers: Callers;
  desk: Desk;
  tools: readonly Tool[];
  /** Tools that may be called beside those, and are not told to models. */
  forPage: readonly Tool[];
  /** The client's name, as it gave it in the handshake. */
  client: string | undefined;
}

/** Never rejects. */
async function resultOf(
  { memory, search, log, callers, desk, tools, forPage, client }: CallSurroundings,
  { name, args, meta }: Pick<ToolCall, 'name' | 'args' | 'meta'>,
): Promise<CallToolResult> {
  const call = async (): Promise<ToolAnswer> => {
    const ofPage = forPage.find((one) => one.name === name);
    const tool = ofPage ?? named(name, tools);
    const caller = await callers.of(meta[conversationKey]);
    // An open page asks every few seconds, also in a chat that fell silent.
    if (ofPage === undefined) await noteHeard(memory, caller);
    return tool.call(args, { memory, search, caller, desk, available: tools.map((one) => one.name) });
  };
  try {
    const answer = await call().catch((thrown: unknown) => {
      // The file was removed or put back from a backup while we ran: nothing was stored, and we are new to it.
      if (bigMindErrorFrom(thrown).code !== 'store_replaced') throw thrown;
      callers.forget();
      return call();
    });
    return resultFrom(answer, client);
  } catch (thrown) {
    return failure(thrown, log, client);
  }
}

/** How long a call waits for the note that something was heard of its conversation, in ms; what reads must not wait for who writes. */
const patienceToNote = 500;

/** Notes that something was heard of the conversation, as far as the store can be written at all. */
async function noteHeard(memory: Memory, caller: Caller): Promise<void> {
  const noted = memory.sessions.heard(caller).catch((thrown: unknown) => {
    if (bigMindErrorFrom(thrown).code === 'store_replaced') throw thrown;
    // A lock or a full disk. A tool that writes says so itself, and the next call notes the same.
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((done) => {
    timer = setTimeout(done, patienceToNote);
  });
  await Promise.race([noted, patience]);
  clearTimeout(timer);
}

interface ListedTool extends Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema'> {
  annotations: Record<string, boolean>;
}

function listed(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    annotations: tool.readOnly
      ? { readOnlyHint: true, openWorldHint: false }
      : { readOnlyHint: false, destructiveHint: tool.destructive, idempotentHint: true, openWorldHint: false },
  };
}

function listedWithUi(tool: Tool): ListedTool & { _meta?: { ui: ToolUi } } {
  return tool.ui === undefined ? listed(tool) : { ...listed(tool), _meta: { ui: tool.ui } };
}

/** Characters of a name that means nothing, as an answer repeats it. */
const longestNameTold = 80;

function named(name: unknown, tools: readonly Tool[]): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const known = tools.map((tool) => tool.name).join(', ');
  const remedy = `Use one of: ${known}. A person switches on more with BIGMIND_TOOLSETS or the setting bigmind.toolsets.`;
  const what = typeof name === 'string' ? `"${shorten(name, longestNameTold)}"` : 'without a name';
  throw new BigMindError('not_found', `There is no tool ${what}, or it is not switched on.`, { remedy });
}

/** Characters; a refusal may repeat what was given, which may be of any length. */
const longestRefusal = 2_000;

function failure(thrown: unknown, log: (line: string) => void, client: string | undefined): CallToolResult {
  const error = bigMindErrorFrom(thrown);
  if (error.code === 'internal') log(error.stack ?? error.message);
  const message = shorten(error.message, longestRefusal);
  const remedy = error.remedy === undefined ? null : shorten(error.remedy, longestRefusal);
  const text = remedy === null ? message : `${message} ${remedy}`;
  const answer = { text, structured: { error: { code: error.code, message, remedy } } };
  return { isError: true, ...resultFrom(answer, client) };
}
