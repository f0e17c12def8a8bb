/** Who sent a request: the agent of its token, within the limits of that token or of its address. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenRefusal } from '../../memory/governance/tokens.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { bearerOf } from '../admission.ts';
import { KeyedLimit, type Rate } from '../rateLimit.ts';
import type { Reply } from '../reply.ts';
import { addressOf } from './agentHeaders.ts';
import type { AgentIdentity, AgentTokens } from './agentTokens.ts';
import { answerOf, healthPatience, type StoreWatch } from './health.ts';
import { problemReply } from './problem.ts';
import { tokenRefusedTo, tooMany } from './refusals.ts';

/**
 * The identity is undefined without a token, and with a wrong one where none is needed. `unchecked`: why the store could
 * not check the token, which was noted.
 */
export type Identified = { identity: AgentIdentity | undefined } | { reply: Reply } | { unchecked: unknown };

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

export class Identification {
  readonly #options: IdentificationOptions;
  readonly #ofTokens: KeyedLimit;
  readonly #ofUnidentified: KeyedLimit;

  constructor(options: IdentificationOptions) {
    this.#options = options;
    this.#ofTokens = new KeyedLimit(options.limits.token);
    this.#ofUnidentified = new KeyedLimit(options.limits.unidentified);
  }

  /** A health check needs no token, and does not wait for long. */
  async of(request: IncomingMessage, { isHealthCheck }: { isHealthCheck: boolean }): Promise<Identified> {
    const token = bearerOf(request.headers);
    const checked = token === undefined ? undefined : await this.#checked(token, isHealthCheck);
    if (checked !== undefined && 'unchecked' in checked) return checked;
    if (checked !== undefined && 'identity' in checked) {
      const wait = this.#ofTokens.secondsToWait(checked.identity.key);
      return wait > 0 ? { reply: problemReply(tooMany(wait)) } : checked;
    }
    const wait = this.#ofUnidentified.secondsToWait(addressOf(request, this.#options.trustsProxy) ?? '');
    if (wait > 0) return { reply: problemReply(tooMany(wait)) };
    if (checked === undefined || isHealthCheck) return { identity: undefined };
    this.#options.onRejected(checked.refusal);
    await this.#options.onRefused(checked.key);
    await sleep(wrongTokenPause);
    return { reply: problemReply(tokenRefusedTo(request.headers, checked.refusal)) };
  }

  async #checked(
    token: string,
    isHealthCheck: boolean,
  ): Promise<Awaited<ReturnType<AgentTokens['check']>> | { unchecked: unknown }> {
    const { tokens, store } = this.#options;
    const checking = tokens.check(token);
    try {
      const checked = await (isHealthCheck ? answerOf(checking, healthPatience) : checking);
      if (tokens.isOfStore(token)) store.answered();
      return checked;
    } catch (unchecked) {
      if (!/^(?:store|engine)_/u.test(bigMindErrorFrom(unchecked).code)) throw unchecked;
      store.failed(unchecked);
      return { unchecked };
    }
  }
}
