/**
 * The MCP server. It answers the handshake without opening the store, identifies the caller on the first call, and
 * turns every error into a result that says what to do. A tool never fails with a protocol error.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { BigMindError, bigMindErrorFrom } from '../memory/shared/errors.ts';
import type { Search } from '../search/search.ts';
import { shorten } from '../util/text.ts';
import { CallQueue, lengthOf } from './callQueue.ts';
import { getPrompt, listedPrompts } from './prompts.ts';
import { isSessionUri, listSessions, readSession, sessionTemplate } from './sessionResources.ts';
import { inTime, noteTimeoutMs, recordActivity } from './shared/activity.ts';
import type { ToolUi } from './shared/apps.ts';
import { profileApp, readApp, showsApps } from './shared/apps.ts';
import type { CallersOptions } from './shared/callers.ts';
import { Callers, conversationIn, outlivesConnection } from './shared/callers.ts';
import { answersAsTheyCome, confirmWith } from './shared/confirmation.ts';
import { serverInstructions } from './shared/instructions.ts';
import type { ToolCall } from './shared/requests.ts';
import { answerCalls, answerPrompts, answerResources } from './shared/requests.ts';
import { failure, resultFrom } from './shared/resultFrom.ts';
import type { Tool, ToolAnswer, ToolHost } from './shared/tool.ts';
import { toolsetNames, type ToolsetName } from './shared/toolsetNames.ts';
import { storeFact } from './tools/facts/writingTools.ts';
import { chatPageTools } from './tools/profile/chatPageTools.ts';
import { search } from './tools/recall/searchTools.ts';
import { endSession, startSession } from './tools/sessions/sessionTools.ts';
import { toolsOf } from './tools/toolsets.ts';
import { openProfile } from './tools/upkeep/maintenanceTools.ts';

export interface ServerOptions extends CallersOptions {
  search: Search;
  /** The toolsets that are enabled at first. */
  toolsets: readonly ToolsetName[];
  version: string;
  toolHost: Omit<ToolHost, 'confirm' | 'showsChatPage'>;
  /** Why a client of this server may not use a tool, as a sentence; undefined if it may. Without it, it may use all. */
  withheld?: (tool: Tool) => string | undefined;
  /** In ms, after which a call is answered with an error while its work continues; absent for no limit. */
  maxCallMs?: number;
  /** Called once, at the first tool call; the handshake does not trigger it. */
  onFirstCall?: () => void;
  /** Called after each answered call, because it may have stored something. */
  onAnswered?: () => void;
  /** Logs defects where a user can read them; never to standard output. */
  log: (line: string) => void;
}

const isClaudeCode = /^claude-code\b/iu;

export interface BigMindServer {
  mcp: McpServer;
  /** Changes the toolsets, and notifies the client if its list of tools changed. */
  useToolsets: (names: readonly ToolsetName[]) => Promise<void>;
  /** Resolves when no tool call is running. */
  idle: () => Promise<void>;
  /**
   * Ends the sessions that calls of this connection opened, because its client is gone. Sessions that hooks opened end
   * with their chat. Always resolves, after at most half a second.
   */
  endSessions: () => Promise<void>;
  /** Registers a callback for the end of the connection, whichever side closed it. */
  whenClosed: (callback: () => void) => void;
}

export function createMcpServer(options: ServerOptions): BigMindServer {
  const mcp = new McpServer(
    { name: 'bigmind', title: 'BigMind', version: options.version },
    {
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} },
      jsonSchemaValidator: answersAsTheyCome,
    },
  );
  // Low-level handlers, because the SDK's own would answer invalid arguments with a protocol error.
  const { server } = mcp;
  const callers = new Callers(options, () => server.getClientVersion());
  const showsChatPage = (): boolean => showsApps(server.getClientCapabilities());
  const running = new Set<Promise<CallToolResult>>();
  const queue = new CallQueue();
  const onEnd: (() => void)[] = [];
  server.onclose = () => {
    for (const callback of onEnd) callback();
  };
  const { withheld = () => undefined } = options;
  const offered = (names: readonly ToolsetName[]): Tool[] =>
    toolsOf(names).filter((tool) => withheld(tool) === undefined);
  let tools = offered(options.toolsets);
  // The SDK takes the instructions once, before the client is known, but reads this field when it answers the
  // handshake.
  Object.defineProperty(server, '_instructions', {
    get: () =>
      serverInstructions + (isClaudeCode.test(server.getClientVersion()?.name ?? '') ? claudeCodeNote(tools) : ''),
  });
  let called = false;
  /** The page is offered if the client can show it and the tool that opens it is enabled. */
  const offersPage = (): boolean => showsChatPage() && tools.includes(openProfile);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offersPage() ? [...tools, ...chatPageTools].map(listedWithUi) : tools.map(listed),
  }));
  answerCalls(server, (asked) => {
    if (!called) options.onFirstCall?.();
    called = true;
    const forPage = offersPage() ? chatPageTools : [];
    const toolHost: ToolHost = { ...options.toolHost, confirm: confirmWith(server, asked.requestId), showsChatPage };
    const client = server.getClientVersion()?.name;
    const surroundings = { ...options, withheld, callers, toolHost, tools, forPage, client };
    const result = queue
      .run(() => resultOf(surroundings, asked), asked.signal, lengthOf(asked.args))
      .catch((thrown: unknown) => failure(thrown, options.log, client));
    running.add(result);
    const done = result.finally(() => {
      running.delete(result);
      options.onAnswered?.();
    });
    const { maxCallMs } = options;
    if (maxCallMs === undefined) return done;
    return inTime(done, maxCallMs).then((answer) => answer ?? failure(tookTooLong(maxCallMs), options.log, client));
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listedPrompts }));
  answerPrompts(server, (name, args) => {
    const available = tools.map((tool) => tool.name);
    return getPrompt({ name, args }, { memory: options.memory, callers, available });
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const page = offersPage() ? [profileApp] : [];
    // A client asks for them when it starts; a store that cannot be read is reported by the tools.
    const sessions = await callers
      .of(undefined)
      .then((caller) => listSessions(options.memory, caller))
      .catch(() => []);
    return { resources: [...page, ...sessions] };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [sessionTemplate] }));
  answerResources(server, async (uri) => {
    if (isSessionUri(uri)) return readSession(uri, options.memory, await callers.of(undefined));
    return readApp(uri, offersPage() ? options.toolHost.chatPage : undefined);
  });
  return {
    mcp,
    useToolsets: async (names) => {
      const before = tools;
      tools = offered(names);
      const isSame = tools.length === before.length && tools.every((tool, place) => tool === before[place]);
      if (!isSame && mcp.isConnected()) await server.sendToolListChanged();
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    endSessions: async () => {
      const { sessions } = options.memory;
      const closing = callers.endingWithConnection().map((caller) => sessions.close(caller));
      await inTime(Promise.allSettled(closing), noteTimeoutMs);
    },
    whenClosed: (callback) => onEnd.push(callback),
  };
}

interface CallSurroundings extends Pick<ServerOptions, 'memory' | 'search' | 'log'> {
  withheld: (tool: Tool) => string | undefined;
  callers: Callers;
  toolHost: ToolHost;
  tools: readonly Tool[];
  /** Further tools that the page may call; models do not see them. */
  forPage: readonly Tool[];
  /** The client's name from the handshake. */
  client: string | undefined;
}

/** Never rejects. */
async function resultOf(
  { memory, search, log, withheld, callers, toolHost, tools, forPage, client }: CallSurroundings,
  { name, args, meta }: Pick<ToolCall, 'name' | 'args' | 'meta'>,
): Promise<CallToolResult> {
  const call = async (): Promise<ToolAnswer> => {
    const ofPage = forPage.find((one) => one.name === name);
    const tool = ofPage ?? named(name, tools, withheld);
    const caller = await callers.of(conversationIn(meta));
    // An open page polls every few seconds, even in a silent chat, so its calls do not count as activity.
    const isOpen = ofPage === undefined ? await recordActivity(memory, caller) : undefined;
    if (isOpen === false && !outlivesConnection(meta)) callers.willOpen(caller);
    return tool.call(args, { memory, search, caller, toolHost, available: tools.map((one) => one.name) });
  };
  try {
    const answer = await call().catch((thrown: unknown) => {
      // The file was removed or restored from a backup in the meantime. Nothing was stored, and the new store does not
      // know the caller.
      if (bigMindErrorFrom(thrown).code !== 'store_replaced') throw thrown;
      callers.forget();
      return call();
    });
    return resultFrom(answer, client);
  } catch (thrown) {
    return failure(thrown, log, client);
  }
}

function tookTooLong(milliseconds: number): BigMindError {
  const seconds = String(milliseconds / 1_000);
  return new BigMindError('store_unavailable', `The call took longer than ${seconds} s.`, {
    remedy: 'It may still be done, so look before you call it again.',
  });
}

interface ListedTool extends Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema'> {
  annotations: Record<string, boolean>;
  _meta?: Record<string, boolean | ToolUi>;
}

/**
 * The tools that Claude Code loads in full. For others it shows the model only the name, and the model must search for
 * them before the first call (code.claude.com/docs/en/mcp, tool search; seen in 2.1.330).
 */
const loadedAtOnce: readonly Tool[] = [startSession, endSession, search, storeFact];
const alwaysLoad = { 'anthropic/alwaysLoad': true };

/** Only for Claude Code: the names of these tools there, and that it must search for the others. */
function claudeCodeNote(tools: readonly Tool[]): string {
  const names = tools.filter((tool) => loadedAtOnce.includes(tool)).map(({ name }) => `mcp__bigmind__${name}`);
  return names.length === 0 ? '' : `\n\nAlready loaded: ${names.join(', ')}. Find the other tools with ToolSearch.`;
}

function listed(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    annotations: tool.readOnly
      ? { readOnlyHint: true, openWorldHint: false }
      : {
          readOnlyHint: false,
          destructiveHint: tool.destructive,
          idempotentHint: tool.repeatable,
          openWorldHint: false,
        },
    ...(loadedAtOnce.includes(tool) && { _meta: alwaysLoad }),
  };
}

function listedWithUi(tool: Tool): ListedTool {
  const plain = listed(tool);
  return tool.ui === undefined ? plain : { ...plain, _meta: { ...plain._meta, ui: tool.ui } };
}

/** In characters, for an unknown tool name that an answer repeats. */
const maxShownNameLength = 80;

function named(name: unknown, tools: readonly Tool[], withheld: CallSurroundings['withheld']): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const exists = toolsOf(toolsetNames).find((tool) => tool.name === name);
  const why = exists === undefined ? undefined : withheld(exists);
  if (why !== undefined) throw new BigMindError('not_allowed', why, { remedy: 'Nothing was changed.' });
  const known = tools.map((tool) => tool.name).join(', ');
  const remedy = `Use one of: ${known}. The user can turn on more with BIGMIND_TOOLSETS or the setting bigmind.toolsets.`;
  const what = typeof name === 'string' ? `"${shorten(name, maxShownNameLength)}"` : 'without a name';
  throw new BigMindError('not_found', `There is no tool ${what}, or it is turned off.`, { remedy });
}
