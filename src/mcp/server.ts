/**
 * The MCP server. It answers the handshake without touching the store, resolves who is calling on the first tool call,
 * and turns every error into a result that tells the model what to do: a tool never fails as a protocol error.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { BigMindError, bigMindErrorFrom } from '../memory/errors.ts';
import type { Caller, ProjectRef } from '../memory/identity.ts';
import type { Memory } from '../memory/memory.ts';
import type { Search } from '../search/search.ts';
import { serverInstructions } from './instructions.ts';
import type { Tool, ToolAnswer } from './tool.ts';

export interface ServerOptions {
  memory: Memory;
  search: Search;
  tools: readonly Tool[];
  version: string;
  username: string;
  project: ProjectRef | undefined;
  /** Names this connection; it stands for the conversation where the client does not name one. */
  connectionId: string;
  /** Where a person can read of defects; never standard output. */
  log: (line: string) => void;
}

/** VS Code's id of the chat that a tool call comes from. */
const conversationKey = 'vscode.conversationId';

export interface BigMindServer {
  mcp: McpServer;
  /** Resolves when no tool call is running any more. */
  idle: () => Promise<void>;
}

export function createMcpServer(options: ServerOptions): BigMindServer {
  const mcp = new McpServer(
    { name: 'bigmind', title: 'BigMind', version: options.version },
    { capabilities: { tools: {} }, instructions: serverInstructions },
  );
  // The handlers are our own, because the high-level ones would answer bad arguments with an error of the protocol.
  const { server } = mcp;
  const callers = new Callers(options, () => server.getClientVersion());
  const running = new Set<Promise<CallToolResult>>();
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: options.tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const result = resultOf(options, callers, params);
    running.add(result);
    return result.finally(() => running.delete(result));
  });
  return {
    mcp,
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Never rejects. */
async function resultOf(
  options: ServerOptions,
  callers: Callers,
  { name, arguments: args, _meta: meta }: CallToolRequest['params'],
): Promise<CallToolResult> {
  const call = async (): Promise<ToolAnswer> => {
    const tool = named(name, options.tools);
    const caller = await callers.of(meta?.[conversationKey]);
    return tool.call(args, { memory: options.memory, search: options.search, caller });
  };
  try {
    const answer = await call().catch((thrown: unknown) => {
      // The file was removed or put back from a backup while we ran: nothing was stored, and we are new to it.
      if (bigMindErrorFrom(thrown).code !== 'store_replaced') throw thrown;
      callers.forget();
      return call();
    });
    return { content: [{ type: 'text', text: answer.text }], structuredContent: answer.structured };
  } catch (thrown) {
    return failure(thrown, options.log);
  }
}

function listed(tool: Tool): {
  name: string;
  title: string;
  description: string;
  inputSchema: Tool['inputSchema'];
  annotations: Record<string, boolean>;
} {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    annotations: tool.readOnly
      ? { readOnlyHint: true, openWorldHint: false }
      : { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

function named(name: string, tools: readonly Tool[]): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const known = tools.map((tool) => tool.name).join(', ');
  throw new BigMindError('not_found', `There is no tool "${name}".`, { remedy: `Use one of: ${known}.` });
}

function failure(thrown: unknown, log: (line: string) => void): CallToolResult {
  const error = bigMindErrorFrom(thrown);
  if (error.code === 'internal') log(error.stack ?? error.message);
  return {
    isError: true,
    content: [{ type: 'text', text: error.sentence }],
    structuredContent: { error: { code: error.code, message: error.message, remedy: error.remedy ?? null } },
  };
}

/** Who is calling, asked of the store once for each conversation. */
class Callers {
  readonly #options: ServerOptions;
  readonly #client: () => { name: string; version: string } | undefined;
  readonly #known = new Map<string, Promise<Caller>>();

  constructor(options: ServerOptions, client: () => { name: string; version: string } | undefined) {
    this.#options = options;
    this.#client = client;
  }

  of(conversation: unknown): Promise<Caller> {
    const id = typeof conversation === 'string' && conversation !== '' ? conversation : this.#options.connectionId;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const resolved = this.#resolve(id);
    this.#known.set(id, resolved);
    // A store that could not be opened may be there at the next call.
    resolved.catch(() => this.#known.delete(id));
    return resolved;
  }

  forget(): void {
    this.#known.clear();
  }

  #resolve(conversationId: string): Promise<Caller> {
    const { memory, username, project } = this.#options;
    const client = this.#client();
    const agent = { name: client?.name ?? 'unknown client', version: client?.version ?? null };
    return memory.identities.resolve({ username, agent, project, conversationId });
  }
}
