/**
 * Who sent a request: the agent of its token, within the limits of that token or of its address. The store is asked for
 * a token that was valid before, whoever else sends from its address. For another one it is asked only within the limit
 * for wrong tokens, one after the other for each address, so that wrong ones over the limit cost it nothing.
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenRefusal } from '../../memory/governance/tokens.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { BoundedMap } from '../../util/boundedMap.ts';
import { bearerOf } from '../admission.ts';
import { KeyedLimit, type Rate } from '../rateLimit.ts';
import type { Reply } from '../reply.ts';
import { networkOf } from '../requests/network.ts';
import { addressOf } from './agentHeaders.ts';
import { hashOf, type AgentIdentity, type AgentTokens } from './agentTokens.ts';
import { answerOf, healthTimeoutMs, type StoreWatch } from './health.ts';
import { problemReply } from './problem.ts';
import { tokenRefusedTo, tooMany } from './refusals.ts';

/**
 * The identity is undefined without a token, and with a wrong one where none is needed. `unchecked`: why the store could
 * not check the token, which was noted.
 */
type Identified = { identity: AgentIdentity | undefined } | { reply: Reply } | { unchecked: unknown };

interface IdentificationOptions {
  tokens: AgentTokens;
  store: StoreWatch;
  limits: { token: Rate; unidentified: Rate };
  trustsProxy: boolean;
  /** Called with the key of a token that is not valid. */
  onRefused: (key: string) => Promise<void>;
  /** Called for each token that was refused. */
  onRejected: (refusal: TokenRefusal) => void;
}

/** In ms, before a wrong token is answered. */
const wrongTokenPause = 100;

/** How many tokens the server remembers as valid. */
const maxProven = 10_000;

type Checked = Awaited<ReturnType<AgentTokens['check']>>;

export class Identification {
  readonly #options: IdentificationOptions;
  readonly #ofTokens: KeyedLimit;
  readonly #ofAnonymous: KeyedLimit;
  readonly #ofWrong: KeyedLimit;
  readonly #proven = new BoundedMap<string, true>(maxProven);
  readonly #sockets = new WeakSet<object>();
  /** The last check of a token that is not proven, by network. */
  readonly #checks = new Map<string, Promise<unknown>>();

  constructor(options: IdentificationOptions) {
    this.#options = options;
    this.#ofTokens = new KeyedLimit(options.limits.token);
    this.#ofAnonymous = new KeyedLimit(options.limits.unidentified);
    this.#ofWrong = new KeyedLimit(options.limits.unidentified);
  }

  /** A health check needs no token, and does not wait for long. */
  async of(request: IncomingMessage, { isHealthCheck }: { isHealthCheck: boolean }): Promise<Identified> {
    const token = bearerOf(request.headers);
    const network = networkOf(addressOf(request, this.#options.trustsProxy) ?? '');
    if (token === undefined) return limited(this.#ofAnonymous.secondsToWait(network)) ?? { identity: undefined };
    const checked = await this.#checked(token, network, isHealthCheck);
    if ('unchecked' in checked || 'reply' in checked) return checked;
    if ('identity' in checked) {
      this.#sockets.add(request.socket);
      return limited(this.#ofTokens.secondsToWait(checked.identity.key)) ?? checked;
    }
    if (!isHealthCheck) this.#options.onRejected(checked.refusal);
    await this.#options.onRefused(checked.key);
    if (isHealthCheck) return { identity: undefined };
    await sleep(wrongTokenPause);
    return { reply: problemReply(tokenRefusedTo(request.headers, checked.refusal)) };
  }

  /** Whether a valid token was sent over the connection. */
  hasIdentified(socket: object): boolean {
    return this.#sockets.has(socket);
  }

  async #checked(
    token: string,
    network: string,
    isHealthCheck: boolean,
  ): Promise<Checked | { reply: Reply } | { unchecked: unknown }> {
    const { tokens, store } = this.#options;
    const checking = this.#proven.has(hashOf(token)) ? this.#check(token, network) : this.#inTurn(token, network);
    try {
      const checked = await (isHealthCheck ? answerOf(checking, healthTimeoutMs) : checking);
      if (!('reply' in checked) && tokens.isOfStore(token)) store.answered();
      return checked;
    } catch (unchecked) {
      const { code } = bigMindErrorFrom(unchecked);
      const isOfStore = /^(?:store|engine)_/u.test(code);
      // The store does not accept its tokens, which the administrator has to know.
      if (isOfStore || code === 'not_allowed') store.failed(unchecked);
      if (!isOfStore) throw unchecked;
      return { unchecked };
    }
  }

  async #inTurn(token: string, network: string): Promise<Checked | { reply: Reply }> {
    const before = this.#checks.get(network) ?? Promise.resolve();
    const mine = before.then(async () => limited(this.#ofWrong.wait(network)) ?? this.#check(token, network));
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#checks.set(network, settled);
    try {
      return await mine;
    } finally {
      if (this.#checks.get(network) === settled) this.#checks.delete(network);
    }
  }

  async #check(token: string, network: string): Promise<Checked> {
    const checked = await this.#options.tokens.check(token);
    const key = hashOf(token);
    if ('identity' in checked) this.#proven.set(key, true);
    else {
      this.#proven.delete(key);
      this.#ofWrong.take(network);
    }
    return checked;
  }
}

function limited(wait: number): { reply: Reply } | undefined {
  return wait > 0 ? { reply: problemReply(tooMany(wait)) } : undefined;
}
