/** A server for agents over a real store, in this process, and requests to it. */
import { createHash, randomUUID } from 'node:crypto';
import { AgentApi, type AgentApiOptions, type AgentLimits } from '../../../src/http/agents/agentApi.ts';
import { startAgentServer, type AgentServer } from '../../../src/http/agents/agentServer.ts';
import { AgentTokens, type FixedToken } from '../../../src/http/agents/agentTokens.ts';
import { hostRefusal } from '../../../src/http/agents/hostNames.ts';
import type { RequestEntry } from '../../../src/http/agents/requestLog.ts';
import type { Timeouts } from '../../../src/http/loopback.ts';
import type { ConnectionLimits } from '../../../src/http/requests/connectionCap.ts';
import { createMcpServer } from '../../../src/mcp/server.ts';
import type { Memory } from '../../../src/memory/memory.ts';
import { openTestMemory, type TestMemory } from '../../support/memory.ts';
import { aToolHost } from '../../support/toolHost.ts';
import { sendRequest, type Reply } from '../support.ts';

export interface ServerChoice {
  limits?: Partial<AgentLimits>;
  timeouts?: Timeouts;
  fixed?: FixedToken[];
  trustsProxy?: boolean;
  allowedHosts?: string[];
  metricsToken?: string;
  connections?: ConnectionLimits;
  /** Replaces parts of the memory that the API uses. */
  changed?: (memory: Memory) => Memory;
}

export interface TestServer {
  open: TestMemory;
  api: AgentApi;
  server: AgentServer;
  log: RequestEntry[];
  notes: string[];
  /** How often something was stored. */
  saved: () => number;
  /** Creates a token; of `ada` by default. */
  token: (more?: {
    agent?: string;
    username?: string;
    isReadOnly?: boolean;
    expiresInHours?: number;
  }) => Promise<string>;
  send: (method: string, path: string, more?: SendOptions) => Promise<Reply>;
  /** Ends the server; the store stays open. */
  stop: () => Promise<void>;
  /** Starts it again at the same port, over the same store. */
  start: () => Promise<void>;
  close: () => Promise<void>;
}

export interface SendOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The first request of an MCP client, and its headers. */
export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
export const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

export async function openServer(choice: ServerChoice = {}): Promise<TestServer> {
  const open = openTestMemory('team');
  const admin = await open.caller({ conversationId: null });
  const { limits = {}, timeouts, fixed = [], trustsProxy = false, allowedHosts = [] } = choice;
  const { metricsToken, connections } = choice;
  const [log, notes]: [RequestEntry[], string[]] = [[], []];
  let saved = 0;
  const memory = choice.changed?.(open.memory) ?? open.memory;
  const options: AgentApiOptions = {
    memory,
    search: open.search,
    tokens: new AgentTokens({ tokens: memory.tokens, fixed, username: 'ada' }),
    newMcpServer: ({ username, agent }, project) =>
      createMcpServer({
        ...{ memory, search: open.search, username, agent, project, version: '1', newId: randomUUID },
        toolsets: ['core'],
        toolHost: aToolHost(),
        log: (line) => notes.push(line),
      }),
    actFor: (_username, work) => work(),
    projectFrom: (name) => ({ key: `name:${name}`, name }),
    newId: randomUUID,
    version: '1',
    models: { embedder: 'off', reranker: 'off' },
    onSaved: () => (saved += 1),
    note: (text) => notes.push(text),
    sentence: (error) => error.sentence,
    log: (entry) => log.push(entry),
    refusalFirst: (headers) => hostRefusal(headers, allowedHosts),
    ...{ trustsProxy, limits },
    ...(metricsToken !== undefined && { isMetricsToken: (given) => given === metricsToken }),
  };
  const api = new AgentApi(options);
  const listen = { host: '127.0.0.1', trustsProxy, ...(timeouts && { timeouts }), ...(connections && { connections }) };
  const server = await startAgentServer({ api, port: 0, ...listen });
  let running = server;
  return {
    ...{ open, api, server, log, notes },
    saved: () => saved,
    token: async (more = {}) =>
      (await open.memory.tokens.add(admin, { agent: 'claude-code', secret: randomSecret(), ...more })).token,
    send: (method, path, { token, body, headers = {} } = {}) =>
      sendRequest(server.port, path, {
        method,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
      }),
    stop: () => running.close(),
    start: async () => {
      running = await startAgentServer({ api: new AgentApi(options), port: server.port, ...listen });
    },
    close: async () => {
      await running.close();
      await open.close();
    },
  };
}

/** As long as a real one. */
export function randomSecret(): string {
  return createHash('sha256').update(randomUUID()).digest('base64url');
}

export function jsonOf({ body }: Reply): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}

export function codeIn(reply: Reply): unknown {
  const { error } = jsonOf(reply);
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
