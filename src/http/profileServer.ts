/**
 * Serves the profile to a browser on this machine: GET only, on 127.0.0.1 only, and nothing of a memory without the
 * token that this server was started with. It writes nothing, keeps nothing, and never reads the body of a request.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { BigMindError } from '../memory/errors.ts';
import type { NewId } from '../memory/ports.ts';
import { cookieName, hasTokenCookie, isSame, refusalOf, tokenMissing, type Refusal } from './admission.ts';
import { assetAt } from './assets.ts';
import { profileHtml, profilePolicy } from './profileHtml.ts';
import type { ProfileReader } from './profileReader.ts';

export interface ProfileServerOptions {
  reader: ProfileReader;
  /** The folder with the page's files, `dist/webview` of an installation. */
  assetFolder: string;
  /** 0 takes any port that is free. */
  port: number;
  /** Opens the page: letters, digits and hyphens, random, and new for each server. */
  token: string;
  /** Makes the nonce of each page. */
  newId: NewId;
  /** Told of defects, for a person to read. */
  note: (text: string) => void;
}

export interface ProfileServer {
  port: number;
  /** With the token; whoever has it may read the profile. */
  address: string;
  /** Ends what is being answered, too. */
  close(): Promise<void>;
}

interface Reply {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string | Buffer;
}

const everywhere: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** Rejects with `invalid_input` when nobody may listen at that port. */
export async function startProfileServer(options: ProfileServerOptions): Promise<ProfileServer> {
  const server = createServer();
  const port = await listen(server, options.port);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void replyOrFailure(request, { ...options, port }).then(({ status, headers, body }) =>
      response.writeHead(status, { ...everywhere, ...headers }).end(body),
    );
  });
  return {
    port,
    address: `http://localhost:${String(port)}/?token=${options.token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Never rejects. */
async function replyOrFailure(request: IncomingMessage, options: ProfileServerOptions): Promise<Reply> {
  try {
    return await replyTo(request, options);
  } catch (thrown) {
    options.note(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
    return plain(500, 'BigMind could not answer. Where it runs it says why.');
  }
}

async function replyTo(request: IncomingMessage, options: ProfileServerOptions): Promise<Reply> {
  const { port, token, reader } = options;
  const refusal = refusalOf(request, port);
  if (refusal !== undefined) return refused(refusal);
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const asset = assetAt(path, options.assetFolder);
  if (asset !== undefined) return { status: 200, headers: { 'content-type': asset.type }, body: await asset.read() };
  const offered = path === '/' ? new URLSearchParams(query).get('token') : null;
  if (offered !== null && isSame(offered, token)) return letIn(port, token);
  if (!hasTokenCookie(request, port, token)) return refused(tokenMissing);
  switch (path) {
    case '/':
      return page(options.newId());
    case '/api/profile':
      return json(await reader.message());
    case '/api/changes':
      return json({ token: await reader.changeToken() });
    default:
      return plain(404, 'There is no such page.');
  }
}

/** The token goes into a cookie and out of the address, so that it stays neither on the screen nor in the history. */
function letIn(port: number, token: string): Reply {
  const cookie = `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict`;
  return plain(303, 'The profile is at /.', { location: '/', 'set-cookie': cookie });
}

function page(nonce: string): Reply {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': profilePolicy(nonce) };
  return { status: 200, headers, body: profileHtml(nonce) };
}

function json(value: unknown): Reply {
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
}

/** The connection ends, so that nothing else that was sent over it need be read. */
function refused({ status, sentence }: Refusal): Reply {
  return plain(status, sentence, { connection: 'close', ...(status === 405 ? { allow: 'GET' } : {}) });
}

function plain(status: number, sentence: string, headers: OutgoingHttpHeaders = {}): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `${sentence}\n` };
}

/** Answers with the port that was taken in the end. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portRefused(error, port)));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function portRefused(cause: NodeJS.ErrnoException, port: number): BigMindError {
  const taken = cause.code === 'EADDRINUSE';
  const what = taken ? `Port ${String(port)} is taken by another program` : `Port ${String(port)} cannot be used`;
  return new BigMindError('invalid_input', `${what}, so the profile cannot be served there.`, {
    remedy: 'Set BIGMIND_PORT to another port, or to 0 for any that is free.',
    details: { port, reason: cause.code ?? cause.message },
    cause,
  });
}
