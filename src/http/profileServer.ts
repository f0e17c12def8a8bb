/**
 * Serves the web UI to a browser on this machine, on loopback only. Memories can be read and changed only with the
 * token of this server, which the page gets once for the key in its address. Queries and commands are sent to one
 * path, as the messages that every host of the page understands; other messages are refused and logged. MCP clients
 * use another path, with the same checks. Too many or too slow requests are refused before anything is read.
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BigMindServer } from '../mcp/server.ts';
import { BigMindError } from '../memory/shared/errors.ts';
import type { NewId } from '../memory/shared/ports.ts';
import { replyTo } from '../page/pageReplies.ts';
import { maxPageMessageLength, readPageMessage } from '../protocol/messages.ts';
import { codeOf } from '../util/fileTrouble.ts';
import type { Refusal } from './admission.ts';
import { bearerOf, credentialsOf, keyRefused, refusalOf, tokenMissing, tooOften } from './admission.ts';
import type { Asset } from './assets.ts';
import { assetAt } from './assets.ts';
import { EntryKeys } from './entryKeys.ts';
import { listenAtWith, listenOnLoopback, type Listening, type Timeouts } from './loopback.ts';
import { McpEndpoint, mcpPath, type McpOwner } from './mcpEndpoint.ts';
import type { HttpPageHost } from './pageHost.ts';
import { profileHtml, profilePolicy } from './profileHtml.ts';
import { RateLimit, type Credentials, type Rates } from './rateLimit.ts';
import { readBody } from './readBody.ts';
import { json, plain, refused, send, type Reply } from './reply.ts';
import { targetOf } from './requests/requestTarget.ts';
import { RunningCommands } from './runningCommands.ts';
import { isSame } from './sameSecret.ts';

export interface ProfileServerOptions {
  host: HttpPageHost;
  /** The folder with the page's files, `dist/webview` of an installation. */
  assetFolder: string;
  /** 0 selects any free port. */
  port: number;
  /**
   * Gives access to the memory: letters, digits and hyphens, and random; new for each server, unless the user keeps
   * one.
   */
  token: string;
  /** Creates the nonce of each page. */
  newId: NewId;
  /** Reports defects, for the user to read. */
  note: (text: string) => void;
  /** Creates a server for one MCP client; without it, MCP is not served. */
  newMcpServer?: () => BigMindServer;
  /** Answers agents with tokens of their own; closed by its creator. */
  agents?: AgentRequests;
  /** The rate limits, and the time limits of a request; defaults if absent. */
  rates?: Rates;
  timeouts?: Timeouts;
}

/** What serves agents with tokens of their own, as `AgentApi` does. */
interface AgentRequests {
  /** The methods of a path that only agents use; undefined for any other path. */
  methodsAt: (path: string) => readonly string[] | undefined;
  /** Whether a text is meant as the token of an agent. */
  isToken: (text: string) => boolean;
  /** Checks and answers a request. Never rejects. */
  reply: (request: IncomingMessage) => Promise<Reply>;
  /** Called when an answer is sent, or its client has left. */
  sent: (request: IncomingMessage) => void;
  /** Refuses new calls. Resolves when none is running, or after a time limit. */
  finish: () => Promise<void>;
}

export interface ProfileServer extends Listening {
  /**
   * A new address of the page. It opens the page once, with a key after `#`, which browsers send to no server. Anyone
   * who uses it may read and change the memory.
   */
  newAddress: () => string;
  /** The address for MCP clients, with the same token; not served without `newMcpServer`. */
  mcpAddress: string;
}

/** Rejects with `invalid_input` if the port cannot be used. */
export async function startProfileServer(options: ProfileServerOptions): Promise<ProfileServer> {
  const limit = new RateLimit(options.rates);
  const keys = new EntryKeys(options.newId);
  const { newMcpServer: newServer, newId, agents } = options;
  const mcp = newServer && { endpoint: new McpEndpoint({ newId }), owner: { key: 'person', newServer } };
  const running = new RunningCommands();
  const listenAt = listenAtWith((request, response) => {
    void replyOrFailure(request, { ...options, limit, keys, mcp, running })
      .then((reply) => reply && send(response, reply))
      .finally(() => {
        running.end(request);
        agents?.sent(request);
      });
  }, options.timeouts);
  const listening = await listenOnLoopback(listenAt, options.port).catch(async (thrown: unknown) => {
    await mcp?.endpoint.close();
    throw portRefused(thrown, options.port);
  });
  const home = `http://localhost:${String(listening.port)}`;
  const close = async (): Promise<void> => {
    const unfinished = Promise.all([running.finish(), agents?.finish()]);
    await Promise.all([listening.close(unfinished), mcp?.endpoint.close()]);
  };
  return { ...listening, close, newAddress: () => `${home}/#key=${keys.make()}`, mcpAddress: `${home}${mcpPath}` };
}

interface Serving extends ProfileServerOptions {
  limit: RateLimit;
  keys: EntryKeys;
  /** The person who has the token. */
  mcp: { endpoint: McpEndpoint; owner: McpOwner } | undefined;
  running: RunningCommands;
}

/** Never rejects. Undefined for a command that arrives during shutdown. */
async function replyOrFailure(request: IncomingMessage, serving: Serving): Promise<Reply | undefined> {
  try {
    return await replyWith(request, serving);
  } catch (thrown) {
    const defect = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    // A browser that disconnects while sending is not a defect, and reads no answer.
    if (request.errored === null) serving.note(defect);
    return plain(500, 'BigMind could not answer. The reason is in the terminal where it runs.');
  }
}

async function replyWith(request: IncomingMessage, serving: Serving): Promise<Reply | undefined> {
  const { limit, keys, mcp, token, agents } = serving;
  const target = targetOf(request);
  if ('problem' in target) return refused({ status: 400, sentence: target.problem });
  const { path } = target;
  const isMcp = mcp !== undefined && path === mcpPath;
  const isOfAgents = agents?.methodsAt(path);
  const ofPage = [path === pagePath || path === entryPath ? 'POST' : 'GET'];
  const allowed = isMcp ? ['GET', 'POST', 'DELETE'] : (isOfAgents ?? ofPage);
  // Checked first, so that other sites do not use up the rate limit. A closed socket has no port.
  const refusal = refusalOf(request, request.socket.localPort ?? 0, allowed);
  if (refusal !== undefined) return refused(refusal);
  const bearer = bearerOf(request.headers);
  const hasAgentToken = isMcp && bearer !== undefined && agents?.isToken(bearer) === true;
  if (agents !== undefined && (isOfAgents !== undefined || hasAgentToken)) return agents.reply(request);
  const isEntry = path === entryPath;
  const credentials = credentialsOf(request, (given) => (isEntry ? keys.isGood(given) : isSame(given, token)));
  const wait = limit.secondsToWait(credentials, request.socket);
  if (wait > 0) return refused(tooOften(wait));
  const asset = assetAt(path, serving.assetFolder);
  if (asset !== undefined) return assetReply(asset);
  if (path === '/') return page(serving.newId());
  if (path !== pagePath && path !== changesPath && !isEntry && !isMcp) return plain(404, 'This page does not exist.');
  if (credentials !== 'known') return refusedLater(isEntry ? keyRefused : tokenMissing, credentials, limit);
  if (isEntry) return keys.use(bearer ?? '') ? json({ token }) : refused(keyRefused);
  if (isMcp) return mcp.endpoint.reply(request, mcp.owner);
  return path === pagePath ? pageReply(request, serving) : json({ token: await serving.host.changeToken() });
}

async function refusedLater(refusal: Refusal, credentials: Credentials, limit: RateLimit): Promise<Reply> {
  if (credentials === 'wrong') await sleep(limit.pauseForWrongToken());
  return refused(refusal);
}

/** Where the page exchanges the key of its address for the token. */
const entryPath = '/api/entry';
/** The only paths to a memory in addition to MCP's: queries and commands, and the check for changes. */
const pagePath = '/api/page';
const changesPath = '/api/changes';

async function pageReply(request: IncomingMessage, { host, note, running }: Serving): Promise<Reply | undefined> {
  const body = await readBody(request, { characters: maxPageMessageLength });
  if ('refusal' in body) return refused(body.refusal);
  const message = readPageMessage(body.value);
  if (message?.type === 'ask') return json(await replyTo(message, host));
  if (message?.type === 'act') {
    if (running.isEnding) {
      request.socket.destroy();
      return undefined;
    }
    running.begin(request);
    return json(await replyTo(message, host));
  }
  note('A message that does not fit the protocol was refused.');
  return refused({ status: 400, sentence: 'The request is not a valid message of the page.' });
}

async function assetReply({ type, mayBeKept, read }: Asset): Promise<Reply> {
  const headers = { 'content-type': type, ...(mayBeKept && { 'cache-control': 'private, max-age=3600' }) };
  return { status: 200, headers, body: await read() };
}

function page(nonce: string): Reply {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': profilePolicy(nonce) };
  return { status: 200, headers, body: profileHtml(nonce) };
}

function portRefused(cause: unknown, port: number): BigMindError {
  const code = codeOf(cause);
  const taken = code === 'EADDRINUSE';
  const what = taken ? `Port ${String(port)} is in use by another program` : `Port ${String(port)} cannot be used`;
  return new BigMindError('invalid_input', `${what}, so BigMind cannot serve the memory page there.`, {
    remedy: 'Choose another port with --port or BIGMIND_PORT, or 0 for any free port.',
    details: { port, reason: code ?? String(cause) },
    cause,
  });
}
