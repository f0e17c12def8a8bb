/** Helpers of the page suites: requests that `fetch` would not send, and reading answers. */
import assert from 'node:assert/strict';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { resolve } from 'node:path';
import { anyKnowledge } from '../support/anyKnowledge.ts';
import type { HttpPageHost } from '../../src/http/pageHost.ts';
import { readAnswer, readHostMessage, type PageMessage } from '../../src/protocol/messages.ts';

/** The output of a build: run `npm run build` first. */
export const assetFolder = resolve(import.meta.dirname, '../../dist/webview');

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  /** For any method but GET; by default a text that nobody reads. */
  body?: string;
  /** The loopback address to connect to. */
  at?: LoopbackAddress;
}

export type LoopbackAddress = '127.0.0.1' | '::1';

/** Sends the path unchanged. The `host` header is `localhost` with the port, unless `headers` contains one. */
export function sendRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {}, at = '127.0.0.1', body: given }: RequestOptions = {},
): Promise<Reply> {
  const body = method === 'GET' ? '' : (given ?? 'a body that nobody reads');
  const length = String(Buffer.byteLength(body));
  const sent = { host: `localhost:${String(port)}`, 'content-length': length, ...headers };
  return new Promise((done, fail) => {
    const outgoing = request({ host: at, port, path, method, headers: sent, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

/** Where the page sends queries and commands. */
export const pagePath = '/api/page';

/** Sends a query or a command as the page does, by default the query for the overview. */
export function sendPageMessage(
  port: number,
  { message = overviewQuery, ...options }: RequestOptions & { message?: unknown } = {},
): Promise<Reply> {
  return sendRequest(port, pagePath, { method: 'POST', body: JSON.stringify(message), ...options });
}

export const overviewQuery = { type: 'ask', id: 1, question: { type: 'overview' } };

/** All memories, newest first. */
export const allMemoriesQuery: PageMessage = {
  type: 'ask',
  id: 2,
  question: {
    type: 'knowledge',
    order: 'newest',
    offset: 0,
    limit: 100,
    filter: anyKnowledge,
  },
};

/** The texts that the page would list. */
export async function memoriesAt(port: number, headers: { authorization: string }): Promise<string[]> {
  const { body } = await sendPageMessage(port, { headers, message: allMemoriesQuery });
  const message = readHostMessage(JSON.parse(body));
  assert.ok(message?.type === 'answer', body);
  const answer = readAnswer('knowledge', message.answer);
  assert.ok(answer !== undefined, body);
  return answer.items.map(({ text }) => text);
}

/**
 * Opens an address as a browser does, which requests only the part before the `#`. The page then exchanges the key
 * after it for the token.
 */
export async function openAddress(address: string): Promise<{ port: number; headers: { authorization: string } }> {
  const { port, pathname, search, hash } = new URL(address);
  const page = await sendRequest(Number(port), `${pathname}${search}`);
  assert.equal(page.status, 200);
  const entry = await exchangeKey(Number(port), new URLSearchParams(hash.slice(1)).get('key') ?? '');
  assert.equal(entry.status, 200, entry.body);
  const { token } = JSON.parse(entry.body) as { token: string };
  return { port: Number(port), headers: { authorization: `Bearer ${token}` } };
}

/** Exchanges the key of an address as the page does. */
export function exchangeKey(port: number, key: string, headers: Record<string, string> = {}): Promise<Reply> {
  return sendRequest(port, '/api/entry', {
    method: 'POST',
    body: '',
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
}

/** Needs no store, because other suites test what the page reads. */
export const hostWithoutStore: HttpPageHost = {
  location: 'nowhere',
  actions: [],
  use: () => Promise.reject(new Error('Nothing here.')),
  adviceOn: () => ({ remedy: null, actions: [] }),
  note: () => undefined,
  changeToken: () => Promise.resolve('1'),
};

/** Simulates another program that already uses the port. Port 0 selects any free one. */
export async function occupyPort(at: LoopbackAddress, port = 0): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((listening, fail) => {
    server.once('error', fail);
    server.listen(port, at, listening);
  });
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : port };
}

export async function closeServer(server: Server): Promise<void> {
  if (server.listening) await new Promise((closed) => server.close(closed));
}

/** Whether this machine has the second loopback address; a container may not. */
export async function hasIpv6(): Promise<boolean> {
  try {
    await closeServer((await occupyPort('::1')).server);
    return true;
  } catch {
    return false; // The system rejects the address.
  }
}
