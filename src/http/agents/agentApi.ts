/**
 * What a server offers to agents with tokens: MCP, the REST API, its description, and a health check. Who calls follows
 * from the token alone, and each request is checked against the store, so that a revoked token is refused at once. The
 * limits are those of the token, so that no agent takes anything from another.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { BigMindServer } from '../../mcp/server.ts';
import type { Memory } from '../../memory/memory.ts';
import { bigMindErrorFrom, type BigMindError } from '../../memory/shared/errors.ts';
import type { ProjectRef } from '../../memory/shared/identity.ts';
import type { NewId } from '../../memory/shared/ports.ts';
import type { Search } from '../../search/search.ts';
import { McpEndpoint, mcpPath, type McpLimits } from '../mcpEndpoint.ts';
import { bearerOf } from '../admission.ts';
import type { Rate } from '../rateLimit.ts';
import { json, type Reply } from '../reply.ts';
import { targetOf } from '../requests/requestTarget.ts';
import { RunningCommands } from '../runningCommands.ts';
import { addressOf, claimIn, projectNamedIn } from './agentHeaders.ts';
import type { AgentIdentity, AgentTokens } from './agentTokens.ts';
import { ExtensionApi, extensionMethodsAt } from './extension/extensionApi.ts';
import type { AsCaller } from './extension/pageOfUser.ts';
import { alive, healthPaths, healthReply, isHealthPath, stateOf, StoreWatch, type ModelParts } from './health.ts';
import { Identification } from './identification.ts';
import { Metrics, metricsPath, metricsType } from './monitoring/metrics.ts';
import { requestIdFrom } from './monitoring/requestId.ts';
import type { Traces } from './monitoring/traces.ts';
import { openApiDocument } from './openApi.ts';
import { bodyRefused, problemFrom, problemReply, shownError, withRequestId, type Problem } from './problem.ts';
import {
  draining,
  hungUp,
  malformed,
  notMeasured,
  notServed,
  readOnly,
  tokenMissing,
  tookTooLong,
  wrongMethod,
} from './refusals.ts';
import type { RequestEntry } from './requestLog.ts';
import { callRest, matchRest, type RestMatch } from './restCall.ts';
import { RestCallers } from './restCallers.ts';

export interface AgentApiOptions {
  memory: Memory;
  search: Search;
  tokens: AgentTokens;
  /** Creates the MCP server of one client. */
  newMcpServer: (who: AgentIdentity, project: ProjectRef | undefined) => BigMindServer;
  /** Calls of the store by the work act for this user. */
  actFor: <T>(username: string, work: () => T) => T;
  /** The project that a client names in a header. */
  projectFrom: (header: string) => ProjectRef | undefined;
  newId: NewId;
  version: string;
  models: ModelParts;
  /** Called after something was stored. */
  onSaved: () => void;
  /** Reports defects, for the administrator to read. */
  note: (text: string) => void;
  /** An error with its remedy, in words for the administrator. */
  sentence: (error: BigMindError) => string;
  log?: ((entry: RequestEntry) => void) | undefined;
  traces?: Pick<Traces, 'begin'> | undefined;
  /** Whether a person uses the page with a token of this name; without it, a program may. */
  isOfPerson?: (agent: string) => boolean;
  /** Whether this is the token that reads the metrics; without it, nobody does. */
  isMetricsToken?: ((token: string) => boolean) | undefined;
  /** A refusal for what a request says about where it was sent, before anything else is read. */
  refusalFirst?: (headers: IncomingHttpHeaders) => Problem | undefined;
  /** Whether a proxy in front of the server tells the addresses of clients. */
  trustsProxy?: boolean;
  limits?: Partial<AgentLimits>;
}

export interface AgentLimits {
  token: Rate;
  /** For requests without a valid token, by address. */
  unidentified: Rate;
  mcp: McpLimits;
  /**
   * In ms: until a call is answered with 504, one of the extension after twice the time, because it may deliver a long
   * chat; and until running calls are cut off at the end. An answer of MCP begins at once, and has a limit of its own.
   */
  callMs: number;
  endMs: number;
}

const defaultAgentLimits: AgentLimits = {
  token: { burst: 200, perSecond: 50 },
  unidentified: { burst: 60, perSecond: 5 },
  mcp: { sessions: 1_024, sessionsOfOwner: 32, idle: 30 * 60_000, evictableAfterMs: 60_000 },
  callMs: 30_000,
  endMs: 10_000,
};

const mcpMethods = ['GET', 'POST', 'DELETE'];
const openApiPath = '/openapi.json';

/** What is known of a request, for the log. */
interface Seen {
  id: string;
  route: string;
  identity: AgentIdentity | undefined;
  /** It was answered with 504. */
  isOver: boolean;
}

export class AgentApi {
  readonly #options: AgentApiOptions;
  readonly #limits: AgentLimits;
  readonly #mcp: McpEndpoint;
  readonly #running: RunningCommands;
  readonly #callers: RestCallers;
  readonly #extension: ExtensionApi;
  readonly #store: StoreWatch;
  readonly #identification: Identification;
  readonly #metrics = new Metrics();
  #isDraining = false;

  constructor(options: AgentApiOptions) {
    this.#options = options;
    this.#limits = { ...defaultAgentLimits, ...options.limits };
    this.#mcp = new McpEndpoint({ newId: options.newId, limits: this.#limits.mcp });
    this.#running = new RunningCommands(this.#limits.endMs);
    this.#callers = new RestCallers(options.memory.identities);
    this.#extension = new ExtensionApi({
      ...options,
      shownError: (thrown) => shownError(thrown, options.note),
      bodyRefused,
    });
    this.#store = new StoreWatch(options.memory.maintenance, options.note, options.sentence);
    this.#identification = new Identification({
      tokens: options.tokens,
      store: this.#store,
      limits: this.#limits,
      trustsProxy: options.trustsProxy === true,
      onRefused: (key) => this.#mcp.endSessionsOf(key),
      onRejected: (reason) => this.#metrics.tokenRejected(reason),
    });
  }

  methodsAt(path: string): readonly string[] | undefined {
    const match = matchRest(path);
    const rest = match === undefined ? extensionMethodsAt(path) : [match.route.method];
    const isMeasured = path === metricsPath && this.#options.isMetricsToken !== undefined;
    const methods = isHealthPath(path) || path === openApiPath || isMeasured ? ['GET'] : rest;
    // Node sends the headers of an answer to HEAD only.
    return methods?.includes('GET') === true ? [...methods, 'HEAD'] : methods;
  }

  isToken(text: string): boolean {
    return this.#options.tokens.isToken(text);
  }

  /** Notes why the store cannot be used, and later that it can be used again. */
  storeFailed(thrown: unknown): void {
    this.#store.failed(thrown);
  }

  async reply(request: IncomingMessage): Promise<Reply> {
    const begun = performance.now();
    const id = requestIdFrom(request.headers, this.#options.newId);
    const seen: Seen = { id, route: 'other', identity: undefined, isOver: false };
    this.#metrics.begun();
    const span = this.#options.traces?.begin(request.headers['traceparent']);
    const answering = (): Promise<Reply> => this.#answer(request, seen);
    const answer = (span?.run(answering) ?? answering()).catch((thrown: unknown) => this.#failure(request, thrown, id));
    const reply = withRequestId(await this.#inTime(answer, seen), id);
    const ms = performance.now() - begun;
    const answered = { method: request.method ?? '', route: seen.route, status: reply.status };
    this.#metrics.answered({ ...answered, ms });
    span?.end({ ...answered, id });
    this.#log(request, seen, reply.status, ms);
    return this.#isDraining ? { ...reply, headers: { ...reply.headers, connection: 'close' } } : reply;
  }

  /** From now on, the server is not ready, so that a proxy turns to another one. It still answers calls. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Whether a valid token was sent over the connection. */
  isIdentified(socket: object): boolean {
    return this.#identification.hasIdentified(socket);
  }

  sent(request: IncomingMessage): void {
    this.#running.end(request);
  }

  finish(): Promise<void> {
    return this.#running.finish();
  }

  /** Running calls are completed, but their answers are lost. */
  close(): Promise<void> {
    return this.#mcp.close();
  }

  async #answer(request: IncomingMessage, seen: Seen): Promise<Reply> {
    const target = targetOf(request);
    if ('problem' in target) return problemReply(malformed(target.problem));
    const { path, query } = target;
    const match = matchRest(path);
    seen.route = routeOf(path, match);
    const early = this.#options.refusalFirst?.(request.headers) ?? this.#wrongMethodOf(request, path);
    if (early !== undefined) return problemReply(early);
    if (isHealthPath(path)) return this.#health(request, path, seen);
    if (path === metricsPath && this.#readsMetrics(request)) return this.#measured();
    const known = await this.#identification.of(request, { isHealthCheck: false });
    if ('reply' in known) return known.reply;
    if ('unchecked' in known) return problemReply(problemFrom(known.unchecked));
    // Nobody reads the answer any more, so nothing is begun.
    if (seen.isOver) return problemReply(tookTooLong);
    seen.identity = known.identity;
    const { identity } = known;
    if (identity === undefined) {
      this.#metrics.tokenRejected('missing');
      return problemReply(tokenMissing);
    }
    const refusal = this.#refusalOf(request, path, identity);
    if (refusal !== undefined) return problemReply(refusal);
    if (path === openApiPath) return json(openApiDocument(this.#options.version));
    // An open stream is no call: it lasts as long as its client.
    if (request.method !== 'GET' || match !== undefined) this.#running.begin(request);
    return this.#options.actFor(identity.username, () => {
      if (extensionMethodsAt(path) !== undefined) return this.#extensionReply(request, path, identity);
      if (match === undefined) return this.#mcpReply(request, identity);
      return this.#restReply(request, { ...match, query }, identity);
    });
  }

  /** Known before who asks, so that a stranger's request costs nothing. */
  #wrongMethodOf({ method = '' }: IncomingMessage, path: string): Problem | undefined {
    const allowed = path === mcpPath ? mcpMethods : this.methodsAt(path);
    return allowed === undefined || allowed.includes(method) ? undefined : wrongMethod(allowed);
  }

  #refusalOf(request: IncomingMessage, path: string, identity: AgentIdentity): Problem | undefined {
    if (this.#running.isEnding) return draining;
    if (path !== mcpPath && this.methodsAt(path) === undefined) return notServed;
    if (path === metricsPath) return notMeasured;
    const claim = claimIn(request.headers, identity);
    if (claim !== undefined) return { status: 403, code: 'not_allowed', ...claim };
    const isWrite = matchRest(path)?.route.writes === true;
    return isWrite && identity.isReadOnly ? readOnly : undefined;
  }

  async #health(request: IncomingMessage, path: string, seen: Seen): Promise<Reply> {
    if (!['GET', 'HEAD'].includes(request.method ?? '')) return problemReply(wrongMethod(['GET']));
    // Asks nobody else, because a store that is away is no reason to restart this process.
    if (path === healthPaths.live) return alive;
    const { models, version } = this.#options;
    const isEnding = this.#isEnding();
    const known = await this.#identification.of(request, { isHealthCheck: true });
    if ('unchecked' in known) {
      const state = stateOf(bigMindErrorFrom(known.unchecked));
      return healthReply({ isEnding, state: { reads: state, writes: state }, asker: 'unchecked' });
    }
    if ('reply' in known) return known.reply;
    seen.identity = known.identity;
    const state = await this.#store.look();
    return healthReply({ isEnding, state, asker: known.identity === undefined ? 'anyone' : { models, version } });
  }

  #isEnding(): boolean {
    return this.#isDraining || this.#running.isEnding;
  }

  #readsMetrics({ headers }: IncomingMessage): boolean {
    const token = bearerOf(headers);
    return token !== undefined && this.#options.isMetricsToken?.(token) === true;
  }

  #measured(): Reply {
    const { version, memory } = this.#options;
    const state = { version, isEnding: this.#isEnding(), mcpSessions: this.#mcp.size, load: memory.maintenance.load() };
    return { status: 200, headers: { 'content-type': metricsType }, body: this.#metrics.text(state) };
  }

  #mcpReply(request: IncomingMessage, identity: AgentIdentity): Promise<Reply> {
    const newServer = (): BigMindServer => this.#options.newMcpServer(identity, this.#projectOf(request));
    return this.#mcp.reply(request, { key: identity.key, newServer });
  }

  #extensionReply(request: IncomingMessage, path: string, identity: AgentIdentity): Promise<Reply> {
    const project = this.#projectOf(request);
    const asCaller: AsCaller = (work) => this.#callers.use(identity, project, work);
    return this.#extension.reply(request, path, { ...identity, asCaller });
  }

  async #restReply(
    request: IncomingMessage,
    match: RestMatch & { query: URLSearchParams },
    identity: AgentIdentity,
  ): Promise<Reply> {
    const { memory, search, onSaved } = this.#options;
    const project = this.#projectOf(request);
    return callRest(request, match, {
      ...{ memory, search, onSaved, agent: identity.agent, maxWaitMs: this.#limits.callMs / 3 },
      asCaller: (work) => this.#callers.use(identity, project, work),
    });
  }

  #projectOf({ headers }: IncomingMessage): ProjectRef | undefined {
    const named = projectNamedIn(headers);
    return named === undefined ? undefined : this.#options.projectFrom(named);
  }

  /** The work continues after the limit, because a transaction cannot be stopped. */
  async #inTime(answer: Promise<Reply>, seen: Seen): Promise<Reply> {
    const { callMs } = this.#limits;
    const inTime = new Promise<Reply>((done) => {
      const over = (): void => {
        seen.isOver = true;
        done(problemReply(tookTooLong));
        // Says why, if it is the store.
        void this.#store.look();
      };
      const timer = setTimeout(over, extensionMethodsAt(seen.route) === undefined ? callMs : 2 * callMs);
      void answer.then(done).finally(() => clearTimeout(timer));
    });
    return inTime;
  }

  #failure(request: IncomingMessage, thrown: unknown, id: string): Reply {
    const { code, stack, message, cause } = bigMindErrorFrom(thrown);
    const problem = problemFrom(thrown);
    // A client that disconnects while sending is not a defect, and reads no answer.
    if (code === 'internal' && request.errored !== null) return problemReply(hungUp);
    if (code === 'internal') {
      const where = cause instanceof Error ? (cause.stack ?? cause.message) : (stack ?? message);
      this.#options.note(`Request ${id}: ${where}`);
    } else if (problem.status >= 500) this.#options.note(`bigmind: ${message} (request ${id})`);
    return problemReply(problem);
  }

  #log(request: IncomingMessage, { id, route, identity }: Seen, status: number, ms: number): void {
    this.#options.log?.({
      time: this.#options.memory.clock.now().toISOString(),
      method: request.method ?? '',
      route,
      status,
      ms: Math.round(ms),
      request: id,
      token: identity?.tokenId ?? null,
      user: identity?.username ?? null,
      agent: identity?.agent ?? null,
      address: addressOf(request, this.#options.trustsProxy === true) ?? null,
    });
  }
}

function routeOf(path: string, match: RestMatch | undefined): string {
  if (match !== undefined) return match.route.path;
  const isKnown = [mcpPath, openApiPath, metricsPath].includes(path) || isHealthPath(path);
  return isKnown || extensionMethodsAt(path) !== undefined ? path : 'other';
}
