/**
 * Listens to this machine and nobody else. The name `localhost` stands for 127.0.0.1 or for ::1, as each program likes,
 * so a port is ours only when it is ours at both: at the one that we left, another program could be handed our token.
 */
import { createServer, type RequestListener } from 'node:http';

export interface Listening {
  port: number;
  /** Takes nothing more at once. What is being answered ends when `unfinished` has, or at once without it. */
  close: (unfinished?: Promise<unknown>) => Promise<void>;
}

/** Listens at one address; 0 takes any port that is free there. Rejects with what the system said. */
export type ListenAt = (host: string, port: number) => Promise<Listening>;

/** The port that is free at one address is another program's at the other, now and then. */
const triesForAnyPort = 5;

/** Has the same port at both addresses, or rejects with what the system said and listens at neither. */
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
      // A machine without IPv6 has no second address that somebody else could take.
      if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(thrown) ?? '')) return first;
      await first.close();
      triesLeft -= 1;
      if (triesLeft === 0 || codeOf(thrown) !== 'EADDRINUSE') throw thrown;
    }
  }
}

/** How long a request may take to come, in ms; a client that sends a byte now and then must not hold a connection for ever. */
export interface Patience {
  headers: number;
  wholeRequest: number;
  /** Between two requests of one connection. */
  nextRequest: number;
  /** How often that is looked at. */
  look: number;
}

const defaultPatience: Patience = { headers: 10_000, wholeRequest: 30_000, nextRequest: 5_000, look: 5_000 };

/** Connections at once; each client of MCP holds one or two, each page one. */
const maxConnections = 128;
const maxHeaders = 64;
/** Bytes of all headers. */
const maxHeadersLength = 16_384;

/** Both servers answer by the same handler. */
export function listenAtWith(handler: RequestListener, patience: Patience = defaultPatience): ListenAt {
  const options = {
    headersTimeout: patience.headers,
    requestTimeout: patience.wholeRequest,
    keepAliveTimeout: patience.nextRequest,
    connectionsCheckingInterval: patience.look,
    maxHeaderSize: maxHeadersLength,
  };
  return (host, port) =>
    new Promise((resolve, reject) => {
      const server = createServer(options, handler);
      server.maxConnections = maxConnections;
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

/** The system's word for it, such as `EADDRINUSE`. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}
