/**
 * MCP over HTTP: the same server as over standard input and output, at one path, through the SDK's own transport. Each
 * client has a session with its own server, which only the owner of the session can use. The number of sessions is
 * limited, and an idle session ends. A client that returns gets a 404 and starts a new one.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { IncomingMessage } from 'node:http';
import type { BigMindServer } from '../mcp/server.ts';
import type { NewId } from '../memory/shared/ports.ts';
import { readBody } from './readBody.ts';
import type { Reply } from './reply.ts';

export const mcpPath = '/mcp';

/** One message or batch, as JSON; far more than the longest text that a tool accepts. */
const maxMcpBody = { bytes: 3_000_000 };

export interface McpLimits {
  /** Concurrent clients. */
  sessions: number;
  /** Concurrent clients of one owner. */
  sessionsOfOwner: number;
  /** In ms; a session without a request or an open stream for this long ends. */
  idle: number;
  /** In ms; at the limit of sessions, one that was idle for this long may be ended for a new client. */
  evictableAfterMs: number;
}

const defaultMcpLimits: McpLimits = {
  sessions: 32,
  sessionsOfOwner: 32,
  idle: 30 * 60_000,
  evictableAfterMs: 60_000,
};

/** Whose session a client has: the person with the token of the page, or the agent with a token. */
export interface McpOwner {
  /** Distinguishes owners. */
  key: string;
  /** Creates a server for one client. */
  newServer: () => BigMindServer;
}

interface McpEndpointOptions {
  newId: NewId;
  limits?: McpLimits;
  /** In ms, from a clock that is never set back. */
  now?: () => number;
}

interface Session {
  owner: string;
  transport: WebStandardStreamableHTTPServerTransport;
  server: BigMindServer;
  /** The number of responses and streams being sent. */
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

  /** The number of clients. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Answers a request of an owner that passed the access checks. */
  async reply(request: IncomingMessage, owner: McpOwner): Promise<Reply> {
    const body = request.method === 'POST' ? await readBody(request, maxMcpBody) : { value: undefined };
    if ('refusal' in body) return protocolError(body.refusal.status, -32_600, body.refusal.sentence);
    const name = request.headers['mcp-session-id'];
    if (name === undefined && isInitializeRequest(body.value)) return this.#begin(request, body.value, owner);
    if (typeof name !== 'string')
      return protocolError(400, -32_000, 'Start with `initialize`, then send Mcp-Session-Id.');
    const session = this.#sessions.get(name);
    if (session?.owner !== owner.key) {
      return protocolError(404, -32_001, 'This session has ended. Start a new one with `initialize`.');
    }
    return this.#replyIn(session, request, body.value);
  }

  async endIdle(): Promise<void> {
    const last = this.#now() - this.#limits.idle;
    const idle = [...this.#sessions].filter(([, { open, heard }]) => open === 0 && heard <= last);
    await Promise.all(idle.map(([name]) => this.#end(name)));
  }

  /** For an owner that may no longer call. Running calls are completed, but their answers are lost. */
  async endSessionsOf(owner: string): Promise<void> {
    const ended = [...this.#sessions].filter(([, session]) => session.owner === owner);
    await Promise.all(ended.map(([name]) => this.#end(name)));
  }

  /** Running calls are completed, but their answers are lost with their connections. */
  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    const servers = [...this.#sessions.values()].map(({ server }) => server);
    await Promise.all([...this.#sessions.keys()].map((name) => this.#end(name)));
    await Promise.all(servers.map((server) => server.idle()));
  }

  async #begin(request: IncomingMessage, message: unknown, owner: McpOwner): Promise<Reply> {
    const max = this.#maxReached(owner);
    if (max !== undefined) {
      const sentence = `${String(max)} clients are connected, which is the maximum. Close one of them.`;
      return protocolError(503, -32_000, sentence, { 'retry-after': '60' });
    }
    const name = this.#options.newId();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => name });
    const server = owner.newServer();
    const session: Session = { owner: owner.key, transport, server, open: 0, heard: this.#now(), pending: new Set() };
    this.#sessions.set(name, session);
    // Called when the client ends the session, and when this endpoint does.
    server.whenClosed(() => this.#sessions.delete(name));
    let reply: Reply;
    try {
      await server.mcp.connect(transport);
      reply = await this.#replyIn(session, request, message);
    } catch (thrown) {
      await this.#end(name);
      throw thrown;
    }
    // A refused client, such as for its `Accept` header, does not know the session and would never end it.
    if (reply.status >= 400) await this.#end(name);
    return reply;
  }

  async #replyIn(session: Session, request: IncomingMessage, message: unknown): Promise<Reply> {
    const ids = idsIn(message);
    // The answer to the first request would be sent to the second, and the first would wait forever.
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

  /**
   * The limit that another session would exceed; undefined if it fits. If necessary, ends the longest idle one.
   * Synchronous, so that no other client takes the place.
   */
  #maxReached({ key }: McpOwner): number | undefined {
    const { sessions, sessionsOfOwner } = this.#limits;
    const own = [...this.#sessions].filter(([, { owner }]) => owner === key);
    if (own.length >= sessionsOfOwner && !this.#endIdleAmong(own)) return sessionsOfOwner;
    if (this.#sessions.size >= sessions && !this.#endIdleAmong([...this.#sessions])) return sessions;
    return undefined;
  }

  #endIdleAmong(among: [string, Session][]): boolean {
    const last = this.#now() - this.#limits.evictableAfterMs;
    const evictable = among.filter(([, { open, heard }]) => open === 0 && heard <= last);
    const [oldest] = evictable.sort(([, one], [, other]) => one.heard - other.heard);
    if (oldest === undefined) return false;
    void this.#end(oldest[0]);
    return true;
  }

  async #end(name: string): Promise<void> {
    const session = this.#sessions.get(name);
    this.#sessions.delete(name);
    await session?.server.mcp.close();
  }
}

/** Ids of requests that expect an answer. An invalid message has none; the transport refuses it. */
function idsIn(message: unknown): (string | number)[] {
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.flatMap((one) => {
    if (typeof one !== 'object' || one === null || !('id' in one) || !('method' in one)) return [];
    return typeof one.id === 'string' || typeof one.id === 'number' ? [one.id] : [];
  });
}

/** Without the body, which was already read. */
function webRequestFrom({ method = 'GET', headers }: IncomingMessage): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] satisfies [string, string]],
  );
  return new Request(`http://localhost${mcpPath}`, { method, headers: given });
}

/** `done` is called once, when the response is sent or its reader has left. */
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
      const part = await reader.read().catch((thrown: unknown) => {
        finish();
        throw thrown;
      });
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
