/** The responses of the server, sent at once, or as a stream while both sides stay connected. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Refusal } from './admission.ts';

export interface Reply {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string | Buffer | ReadableStream<Uint8Array>;
  /** What an error of the REST API says, which is in the body too. */
  error?: Readonly<Record<string, unknown>>;
}

const defaultMaxMs = 60_000;

const everywhere: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Resolves when everything is sent or the client has disconnected; never rejects. A client that does not read a text
 * within `maxMs` is disconnected; a stream may take any time.
 */
export async function send(
  response: ServerResponse,
  { status, headers, body }: Reply,
  maxMs: number = defaultMaxMs,
): Promise<void> {
  response.writeHead(status, { ...everywhere, ...headers });
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    // A disconnect is reported only once: before this point, or while sending.
    if (response.destroyed) return;
    const cut = setTimeout(() => response.destroy(), maxMs);
    await new Promise<void>((done) => {
      response.once('close', done).end(body, done);
    });
    clearTimeout(cut);
    return;
  }
  response.flushHeaders();
  // A client that disconnects ends the stream, which releases its resources.
  await pipeline(Readable.fromWeb(body), response).catch(() => undefined);
}

export function json(value: unknown): Reply {
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
}

export function plain(status: number, sentence: string, headers: OutgoingHttpHeaders = {}): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `${sentence}\n` };
}

/**
 * Closes the connection, so that the rest of the request need not be read; not for a body that is too long, because a
 * client reads no answer if the connection is closed while it sends.
 */
export function refused({ status, sentence, headers = {} }: Refusal): Reply {
  return plain(status, sentence, { ...(status !== 413 && { connection: 'close' }), ...remedies[status], ...headers });
}

/** HTTP headers that tell a client what to try instead. */
const remedies: Partial<Record<Refusal['status'], OutgoingHttpHeaders>> = {
  401: { 'www-authenticate': 'Bearer' },
};
