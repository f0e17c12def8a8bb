/**
 * The server of a team: agents with tokens, at an address that other machines reach. It has no page. It speaks plain
 * HTTP, so a proxy in front of it adds TLS.
 */
import { BigMindError } from '../../memory/shared/errors.ts';
import { codeOf } from '../../util/fileTrouble.ts';
import { listenAtWith, type Timeouts } from '../loopback.ts';
import { send } from '../reply.ts';
import { ConnectionCap, type ConnectionLimits } from '../requests/connectionCap.ts';
import type { AgentApi } from './agentApi.ts';

interface AgentServerOptions {
  api: AgentApi;
  /** The address to listen at, such as `0.0.0.0`. */
  host: string;
  /** 0 selects any free port. */
  port: number;
  timeouts?: Timeouts;
  /** Behind a proxy, all connections come from the proxy, which limits those of its clients. */
  trustsProxy?: boolean;
  connections?: ConnectionLimits;
}

export interface AgentServer {
  port: number;
  /** Makes health checks answer 503, so that a proxy turns to another server, while calls are still answered. */
  drain: () => void;
  /**
   * Refuses new calls with 503, as its health check does, so that a proxy turns to another server; finishes running
   * calls within their time limit; then stops listening.
   */
  close: () => Promise<void>;
}

/** Agents keep connections open; a server for 200 users has some of each. */
const maxConnections = 2_048;
const defaultConnections: ConnectionLimits = { ofAddress: 1_024, unidentified: 256 };

/** Rejects with `invalid_input` if the address or the port cannot be used. */
export async function startAgentServer(options: AgentServerOptions): Promise<AgentServer> {
  const { api, host, port, timeouts, trustsProxy = false, connections = defaultConnections } = options;
  const cap = new ConnectionCap(connections, (socket) => api.isIdentified(socket));
  const listenAt = listenAtWith(
    (request, response) => {
      void api
        .reply(request)
        .then((reply) => send(response, reply))
        .finally(() => api.sent(request));
    },
    timeouts,
    { max: maxConnections, ...(!trustsProxy && { admits: (socket) => cap.admits(socket) }) },
  );
  const listening = await listenAt(host, port).catch((thrown: unknown) => {
    throw placeRefused(thrown, host, port);
  });
  return {
    port: listening.port,
    drain: () => api.drain(),
    close: async () => {
      await api.finish();
      await listening.close();
      await api.close();
    },
  };
}

function placeRefused(cause: unknown, host: string, port: number): BigMindError {
  const reason = codeOf(cause) ?? String(cause);
  const isTaken = reason === 'EADDRINUSE';
  const what = isTaken ? `Port ${String(port)} is in use by another program` : `The server cannot listen at ${host}`;
  return new BigMindError('invalid_input', `${what} (${reason}).`, {
    remedy: 'Choose another port with --port, or an address of this machine with --host; 0.0.0.0 means all of them.',
    details: { port, reason },
    cause,
  });
}
