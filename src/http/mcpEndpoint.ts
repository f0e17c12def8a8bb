/**
 * MCP over HTTP: the same server as over standard input and output, at one path, through the SDK's own transport. Each
 * client has a session with its own server. The number of sessions is limited, and an idle session ends. A client that
 * returns gets a 404 and starts a new one.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { IncomingMessage } from 'node:http';
import type { BigMindServer } from '../mcp/server.ts';
import type { NewId } from '../memory/shared/ports.ts';
import { readBody } from './readBody.ts';
import type { Reply } from './reply.ts';
import { refused } from './reply.ts';

export const mcpPath = '/mcp';

/** Characters of one message or batch, as JSON; far more than the longest text that a tool takes. */
export const maxMcpMessageLength = 1_000_000;

export interface McpLimits {
  /** Clients at once. */
  sessions: number;
  /** Ms without a request or an open stream after which a session ends. */
  idle: number;
  /** Ms without either after which a session may make room for a new client, when there are as many as there may be. */
  forsaken: number;
}

export const defaultMcpLimits: McpLimits = { sessions: 32, idle: 30 * 60_000, forsaken: 60_000 };

export interface McpEndpointOptions {
  /** A server for one client. */
  newServer: () => BigMindServer;
  newId: NewId;
  limits?: McpLimits;
  /** Ms, of a clock that is never set back. */
  now?: () => number;
}

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  server: BigMindServer;
  /** Answers and streams that are being sent. */
  open: number;
  heard: number;
  /** Ids of the requests that are not answered yet. */
  pending: Set<string | number>;
}

export class McpEndpoint {
  readonly #options: McpEndpointOptions;
  readonly #limits: McpLimits;
  readonly #now: () => number;
  readonly #sessions = new Map<string, Session>();
  readonly #sweeping: ReturnType<typeof setInterval>;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
    this.#limits = options.limits ?? defaultMcpLimits;
    this.#now = options.now ?? (() => performance.now());
    this.#sweeping = setInterval(() => void this.endIdle(), Math.min(this.#limits.idle, 60_000));
    this.#sweeping.unref();
  }

  /** How many clients there are. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Answers a request that was let in. */
  async reply(request: IncomingMessage): Promise<Reply> {
    const body = request.method === 'POST' ? await readBody(request, maxMcpMessageLength) : { value: undefined };
    if ('refusal' in body) return refused(body.refusal);
    const name = request.headers['mcp-session-id'];
    if (name === undefined && isInitializeRequest(body.value)) return this.#begin(request, body.value);
    if (typeof name !== 'string')
      return protocolError(400, -32_000, 'Start with `initialize`, then send Mcp-Session-Id.');
    const session = this.#sessions.get(name);
    if (session === undefined) {
      return protocolError(404, -32_001, 'This session has ended. Start a new one with `initialize`.');
    }
    return this.#replyIn(session, request, body.value);
  }

  async endIdle(): Promise<void> {
    const last = this.#now() - this.#limits.idle;
    const idle = [...this.#sessions].filter(([, { open, heard }]) => open === 0 && heard <= last);
    await Promise.all(idle.map(([name]) => this.#end(name)));
  }

  /** What is being answered is still done, and its answer lost with its connection. */
  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    const servers = [...this.#sessions.values()].map(({ server }) => server);
    await Promise.all([...this.#sessions.keys()].map((name) => this.#end(name)));
    await Promise.all(servers.map((server) => server.idle()));
  }

  async #begin(request: IncomingMessage, message: unknown): Promise<Reply> {
    if (!this.#hasRoom()) {
      const sentence = `${String(this.#limits.sessions)} clients are connected, which is the maximum. Close one of them.`;
      return protocolError(503, -32_000, sentence, { 'retry-after': '60' });
    }
    const name = this.#options.newId();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => name });
    const server = this.#options.newServer();
    const session: Session = { transport, server, open: 0, heard: this.#now(), pending: new Set() };
    this.#sessions.set(name, session);
    // Both the client's goodbye and our own end come here.
    server.whenClosed(() => this.#sessions.delete(name));
    await server.mcp.connect(transport);
    const reply = await this.#replyIn(session, request, message);
    // Whoever was refused, as for its `Accept`, knows nothing of a session and would never end it.
    if (reply.status >= 400) await this.#end(name);
    return reply;
  }

  async #replyIn(session: Session, request: IncomingMessage, message: unknown): Promise<Reply> {
    const ids = idsIn(message);
    // The answer to the first would go to the second, and the first would wait for ever.
    if (new Set(ids).size < ids.length || ids.some((id) => session.pending.has(id))) {
      return protocolError(
        400,
        -32_600,
        'A request with this id is still running. Use a different id for each request.',
      );
    }
    for (const id of ids) session.pending.add(id);
    session.open += 1;
    const done = (): void => {
      for (const id of ids) session.pending.delete(id);
      session.open -= 1;
      session.heard = this.#now();
    };
    try {
      const asked = webRequestFrom(request);
      const response = await session.transport.handleRequest(asked, { parsedBody: message });
      return replyFrom(response, done);
    } catch (thrown) {
      done();
      throw thrown;
    }
  }

  /** Makes room at once, so that nobody else takes it, if need be and if somebody is away who has it. */
  #hasRoom(): boolean {
    if (this.#sessions.size < this.#limits.sessions) return true;
    const last = this.#now() - this.#limits.forsaken;
    const forsaken = [...this.#sessions].filter(([, { open, heard }]) => open === 0 && heard <= last);
    const [longest] = forsaken.sort(([, one], [, other]) => one.heard - other.heard);
    if (longest === undefined) return false;
    void this.#end(longest[0]);
    return true;
  }

  async #end(name: string): Promise<void> {
    const session = this.#sessions.get(name);
    this.#sessions.delete(name);
    await session?.server.mcp.close();
  }
}

/** Ids of what wants an answer; what is no message has none, and is refused by the transport. */
function idsIn(message: unknown): (string | number)[] {
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.flatMap((one) => {
    if (typeof one !== 'object' || one === null || !('id' in one) || !('method' in one)) return [];
    return typeof one.id === 'string' || typeof one.id === 'number' ? [one.id] : [];
  });
}

/** The body was read already. */
function webRequestFrom({ method = 'GET', headers }: IncomingMessage): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] satisfies [string, string]],
  );
  return new Request(`http://localhost${mcpPath}`, { method, headers: given });
}

/** `done` is called once, when the answer is out or nobody waits for it any more. */
function replyFrom({ status, headers, body }: Response, done: () => void): Reply {
  const sent = { ...Object.fromEntries(headers), 'cache-control': 'no-store' };
  if (body === null) {
    done();
    return { status, headers: sent, body: '' };
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  let isDone = false;
  const finish = (): void => {
    if (!isDone) done();
    isDone = true;
  };
  const watched = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const part = await reader.read();
      if (!part.done) {
        controller.enqueue(part.value);
        return;
      }
      finish();
      controller.close();
    },
    cancel: async (reason) => {
      finish();
      await reader.cancel(reason);
    },
  });
  return { status, headers: sent, body: watched };
}

function protocolError(status: number, code: number, message: string, headers: Record<string, string> = {}): Reply {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
