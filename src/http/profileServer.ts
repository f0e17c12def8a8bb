/**
 * Serves the web UI to a browser on this machine: on loopback only, and nothing of a memory is read or changed without the
 * token that this server was started with. What is asked and what is changed comes to one path, as the messages that
 * every host of the page understands; a message that does not fit them is refused and noted.
 */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { BigMindError } from '../memory/errors.ts';
import type { NewId } from '../memory/ports.ts';
import { replyTo } from '../page/pageReplies.ts';
import { longestPageMessage, readPageMessage } from '../protocol/messages.ts';
import { hasToken, refusalOf, tokenMissing, type Refusal } from './admission.ts';
import { assetAt } from './assets.ts';
import type { Asset } from './assets.ts';
import { codeOf, listenAtWith, listenOnLoopback, type Listening } from './loopback.ts';
import { profileHtml, profilePolicy } from './profileHtml.ts';
import type { HttpPageHost } from './pageHost.ts';
import { readBody } from './readBody.ts';

export interface ProfileServerOptions {
  host: HttpPageHost;
  /** The folder with the page's files, `dist/webview` of an installation. */
  assetFolder: string;
  /** 0 takes any port that is free. */
  port: number;
  /** Opens the memory: letters, digits and hyphens, random, and new for each server. */
  token: string;
  /** Makes the nonce of each page. */
  newId: NewId;
  /** Told of defects, for a person to read. */
  note: (text: string) => void;
}

export interface ProfileServer extends Listening {
  /** With the token behind a `#`, which no browser sends to anybody; whoever has it may read and change what is remembered. */
  address: string;
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
  const listenAt = listenAtWith((request, response) => {
    void replyOrFailure(request, options).then(({ status, headers, body }) =>
      response.writeHead(status, { ...everywhere, ...headers }).end(body),
    );
  });
  const listening = await listenOnLoopback(listenAt, options.port).catch((thrown: unknown) => {
    throw portRefused(thrown, options.port);
  });
  return { ...listening, address: `http://localhost:${String(listening.port)}/#token=${options.token}` };
}

/** Never rejects. */
async function replyOrFailure(request: IncomingMessage, options: ProfileServerOptions): Promise<Reply> {
  try {
    return await replyWith(request, options);
  } catch (thrown) {
    const defect = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    // A browser that leaves in the middle of a message is none, and reads no answer.
    if (request.errored === null) options.note(defect);
    return plain(500, 'BigMind could not answer. Where it runs it says why.');
  }
}

async function replyWith(request: IncomingMessage, options: ProfileServerOptions): Promise<Reply> {
  const [path = ''] = (request.url ?? '').split('?', 1);
  // The socket of a browser that has left has no port any more, and nobody to answer to.
  const refusal = refusalOf(request, request.socket.localPort ?? 0, path === pagePath ? 'POST' : 'GET');
  if (refusal !== undefined) return refused(refusal);
  const asset = assetAt(path, options.assetFolder);
  if (asset !== undefined) return assetReply(asset);
  if (path === '/') return page(options.newId());
  if (path !== pagePath && path !== '/api/changes') return plain(404, 'There is no such page.');
  if (!hasToken(request, options.token)) return refused(tokenMissing);
  return path === pagePath ? pageReply(request, options) : json({ token: await options.host.changeToken() });
}

/** The only path to a memory, for questions and for acts. */
const pagePath = '/api/page';

async function pageReply(request: IncomingMessage, { host, note }: ProfileServerOptions): Promise<Reply> {
  const body = await readBody(request, longestPageMessage);
  if (body === undefined) return refused({ status: 413, sentence: 'This is longer than any message of the page.' });
  const message = readPageMessage(body);
  if (message?.type === 'ask' || message?.type === 'act') return json(await replyTo(message, host));
  note('A message that does not fit the protocol was refused.');
  return refused({ status: 400, sentence: 'This is no message that the page sends.' });
}

async function assetReply({ type, mayBeKept, read }: Asset): Promise<Reply> {
  const headers = { 'content-type': type, ...(mayBeKept && { 'cache-control': 'private, max-age=3600' }) };
  return { status: 200, headers, body: await read() };
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
  return plain(status, sentence, { connection: 'close', ...remedies[status] });
}

/** What a program may try instead, in the words of HTTP. */
const remedies: Record<Refusal['status'], OutgoingHttpHeaders> = {
  400: {},
  401: { 'www-authenticate': 'Bearer' },
  403: {},
  405: { allow: 'GET, POST' },
  413: {},
};

function plain(status: number, sentence: string, headers: OutgoingHttpHeaders = {}): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `${sentence}\n` };
}

function portRefused(cause: unknown, port: number): BigMindError {
  const code = codeOf(cause);
  const taken = code === 'EADDRINUSE';
  const what = taken ? `Port ${String(port)} is taken by another program` : `Port ${String(port)} cannot be used`;
  return new BigMindError('invalid_input', `${what}, so the profile cannot be served there.`, {
    remedy: 'Set BIGMIND_PORT to another port, or to 0 for any that is free.',
    details: { port, reason: code ?? String(cause) },
    cause,
  });
}
