/** Helpers of the page suites: requests that `fetch` would not send, and reading answers. */
import assert from 'node:assert/strict';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { resolve } from 'node:path';
import type { HttpPageHost } from '../../src/http/pageHost.ts';
import { readAnswer, readHostMessage } from '../../src/protocol/messages.ts';

/** The output of a build: run `npm run build` first. */
export const assetFolder = resolve(import.meta.dirname, '../../dist/webview');

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  /** For any method but GET; by default a text that nobody reads. */
  body?: string;
  /** The loopback address to connect to. */
  at?: LoopbackAddress;
}

export type LoopbackAddress = '127.0.0.1' | '::1';

/** Sends the path unchanged. The `host` header is `localhost` with the port, unless `headers` contains one. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, at = '127.0.0.1', body: given }: Asking = {},
): Promise<Reply> {
  const body = method === 'GET' ? '' : (given ?? 'a body that nobody reads');
  const length = String(Buffer.byteLength(body));
  const sent = { host: `localhost:${String(port)}`, 'content-length': length, ...headers };
  return new Promise((done, fail) => {
    const asked = request({ host: at, port, path, method, headers: sent, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    asked.on('error', fail);
    asked.end(body);
  });
}

/** Where the page sends queries and commands. */
export const pagePath = '/api/page';

/** Sends a query or a command as the page does, by default the query for the overview. */
export function askPage(
  port: number,
  { message = anOverview, ...asking }: Asking & { message?: unknown } = {},
): Promise<Reply> {
  return ask(port, pagePath, { method: 'POST', body: JSON.stringify(message), ...asking });
}

export const anOverview = { type: 'ask', id: 1, question: { type: 'overview' } };

/** All memories, newest first. */
export const allMemories = {
  type: 'ask',
  id: 2,
  question: {
    type: 'memories',
    order: 'newest',
    offset: 0,
    limit: 100,
    filter: { kinds: null, project: null, agent: null, minConfidence: null, since: null, until: null, state: 'live' },
  },
};

/** The texts that the page would list. */
export async function memoriesAt(port: number, headers: { authorization: string }): Promise<string[]> {
  const { body } = await askPage(port, { headers, message: allMemories });
  const message = readHostMessage(JSON.parse(body));
  assert.ok(message?.type === 'answer', body);
  const answer = readAnswer('memories', message.answer);
  assert.ok(answer !== undefined, body);
  return answer.memories.map(({ text }) => text);
}

/**
 * Opens an address as a browser does, which requests only the part before the `#`. The page then exchanges the key
 * after it for the token.
 */
export async function enter(address: string): Promise<{ port: number; headers: { authorization: string } }> {
  const { port, pathname, search, hash } = new URL(address);
  const page = await ask(Number(port), `${pathname}${search}`);
  assert.equal(page.status, 200);
  const entry = await exchange(Number(port), new URLSearchParams(hash.slice(1)).get('key') ?? '');
  assert.equal(entry.status, 200, entry.body);
  const { token } = JSON.parse(entry.body) as { token: string };
  return { port: Number(port), headers: { authorization: `Bearer ${token}` } };
}

/** Exchanges the key of an address as the page does. */
export function exchange(port: number, key: string, headers: Record<string, string> = {}): Promise<Reply> {
  return ask(port, '/api/entry', { method: 'POST', body: '', headers: { authorization: `Bearer ${key}`, ...headers } });
}

/** Needs no store, because other suites test what the page reads. */
export const nobodysHost: HttpPageHost = {
  location: 'nowhere',
  actions: [],
  use: () => Promise.reject(new Error('Nothing here.')),
  adviceOn: () => ({ remedy: null, actions: [] }),
  note: () => undefined,
  changeToken: () => Promise.resolve('1'),
};

/** Simulates another program that already uses the port. Port 0 selects any free one. */
export async function occupy(at: LoopbackAddress, port = 0): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((listening, fail) => {
    server.once('error', fail);
    server.listen(port, at, listening);
  });
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : port };
}

export async function leave(server: Server): Promise<void> {
  if (server.listening) await new Promise((closed) => server.close(closed));
}

/** Whether this machine has the second loopback address; a container may not. */
export async function hasIpv6(): Promise<boolean> {
  try {
    await leave((await occupy('::1')).server);
    return true;
  } catch {
    return false; // The system rejects the address.
  }
}
