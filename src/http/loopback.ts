/**
 * Listens on loopback only. The name `localhost` resolves to 127.0.0.1 or ::1, depending on the client, so a port
 * must be free at both addresses. Otherwise another program at the other address could receive our token.
 */
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { codeOf } from '../util/fileTrouble.ts';

export interface Listening {
  port: number;
  /**
   * Accepts no more connections. Requests in progress are ended once `unfinished` has settled, or at once without it.
   */
  close: (unfinished?: Promise<unknown>) => Promise<void>;
}

/** Listens at one address; port 0 selects any free port. Rejects with the system's error. */
export type ListenAt = (host: string, port: number) => Promise<Listening>;

/** A port that is free at one address may be in use at the other. */
const triesForAnyPort = 5;

/** Listens on the same port at both addresses; on failure, rejects with the system's error and listens at neither. */
export async function listenOnLoopback(listenAt: ListenAt, port: number): Promise<Listening> {
  for (let triesLeft = port === 0 ? triesForAnyPort : 1; ;) {
    const first = await listenAt('127.0.0.1', port);
    try {
      const second = await listenAt('::1', first.port);
      const close = async (unfinished?: Promise<unknown>): Promise<void> => {
        await Promise.all([first.close(unfinished), second.close(unfinished)]);
      };
      return { port: first.port, close };
    } catch (thrown) {
      // Without IPv6, there is no second address that another program could use.
      if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(thrown) ?? '')) return first;
      await first.close();
      triesLeft -= 1;
      if (triesLeft === 0 || codeOf(thrown) !== 'EADDRINUSE') throw thrown;
    }
  }
}

/** Time limits of a request in ms; a client that sends a byte now and then must not keep a connection open forever. */
export interface Timeouts {
  headers: number;
  wholeRequest: number;
  /** Between two requests of one connection. */
  nextRequest: number;
  /** The interval of the check. */
  look: number;
}

const defaultTimeouts: Timeouts = { headers: 10_000, wholeRequest: 30_000, nextRequest: 5_000, look: 5_000 };

/** Concurrent connections; each MCP client uses one or two, each page one. */
const defaultMaxConnections = 128;
const maxHeaders = 64;
/** In bytes, for all headers together. */
const maxHeadersLength = 16_384;

/** `admits` is asked about each connection, which is closed if not; without it, all are admitted. */
interface ConnectionRules {
  max: number;
  admits?: (socket: Socket) => boolean;
}

/** The server at each address uses the same handler. */
export function listenAtWith(
  handler: RequestListener,
  timeouts: Timeouts = defaultTimeouts,
  { max, admits }: ConnectionRules = { max: defaultMaxConnections },
): ListenAt {
  const options = {
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.wholeRequest,
    keepAliveTimeout: timeouts.nextRequest,
    connectionsCheckingInterval: timeouts.look,
    maxHeaderSize: maxHeadersLength,
  };
  return (host, port) =>
    new Promise((resolve, reject) => {
      const server = createServer(options, handler);
      server.maxConnections = max;
      if (admits !== undefined) {
        server.prependListener('connection', (socket) => {
          if (!admits(socket)) socket.destroy();
        });
      }
      server.maxHeadersCount = maxHeaders;
      const close = async (unfinished?: Promise<unknown>): Promise<void> => {
        const closed = new Promise<void>((done) => {
          server.close(() => done());
        });
        server.closeIdleConnections();
        await unfinished;
        server.closeAllConnections();
        await closed;
      };
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, () => {
        const address = server.address();
        resolve({ port: typeof address === 'object' && address !== null ? address.port : port, close });
      });
    });
}
