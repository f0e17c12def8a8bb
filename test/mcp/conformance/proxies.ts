/**
 * The proxies between the conformance suite and our servers. The suite speaks HTTP and has no token, so one proxy adds
 * it. The other one speaks HTTP for a stdio server through the SDK's own transports, so that the suite also tests what
 * most clients start.
 */
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { programFile } from '../../support/program.ts';
import type { TemporaryHome } from '../../support/temporaryHome.ts';

export interface Proxy {
  url: string;
  close: () => Promise<void>;
}

/** Replaces the proxy's own port in Host and Origin by the server's; any other value passes unchanged. */
export function tokenProxy(port: number, token: string): Promise<Proxy> {
  const replacePort = (text: string, own: number): string => text.replaceAll(`:${String(own)}`, `:${String(port)}`);
  return startProxy((incoming, response, own) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    if (incoming.headers.host !== undefined) headers.host = replacePort(incoming.headers.host, own);
    if (incoming.headers.origin !== undefined) headers.origin = replacePort(incoming.headers.origin, own);
    const forwarded = request(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        response.flushHeaders();
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
}

/** Each session has its own process, as with a client that starts one. */
export async function stdioBridge(home: TemporaryHome): Promise<Proxy> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const children: StdioClientTransport[] = [];
  const openSession = async (): Promise<StreamableHTTPServerTransport> => {
    const http = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (name) => void sessions.set(name, http),
    });
    const { env } = home;
    const child = new StdioClientTransport({
      command: process.execPath,
      args: [programFile, 'mcp'],
      env,
      cwd: home.path,
      stderr: 'ignore',
    });
    children.push(child);
    http.onmessage = (message) => void child.send(message);
    child.onmessage = (message) => void http.send(message);
    await Promise.all([http.start(), child.start()]);
    return http;
  };
  const proxy = await startProxy((incoming, response) => {
    const name = incoming.headers['mcp-session-id'];
    const known = typeof name === 'string' ? sessions.get(name) : undefined;
    void Promise.resolve(known ?? openSession()).then((http) => http.handleRequest(incoming, response));
  });
  const close = async (): Promise<void> => {
    await Promise.all(children.map((child) => child.close()));
    await proxy.close();
  };
  return { ...proxy, close };
}

type Handler = (incoming: IncomingMessage, response: ServerResponse, ownPort: number) => void;

async function startProxy(handler: Handler): Promise<Proxy> {
  const server: Server = createServer((incoming, response) => handler(incoming, response, port));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://localhost:${String(port)}/mcp`, close };
}
