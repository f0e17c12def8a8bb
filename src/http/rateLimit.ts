/**
 * Rate limits. All requests come from this machine, so addresses do not distinguish clients. The token does, and
 * among clients with the token, the connection. Each kind has its own allowance, so a flood without the token does
 * not affect clients with it. The page's own files need no token. A program that floods them can block the page from
 * loading; a web page cannot, because cross-site requests are refused first.
 */

import { BoundedMap } from '../util/boundedMap.ts';

/** How a request is authenticated: with the token, without any, or with a wrong one. */
export type Credentials = 'known' | 'anonymous' | 'wrong';

export interface Rate {
  /** The number of requests allowed at once. */
  burst: number;
  /** The number of further requests per second. */
  perSecond: number;
}

/** Far above the needs of normal use, and far below the load that the machine can handle. */
const defaultRates = {
  connection: { burst: 300, perSecond: 100 },
  known: { burst: 1_000, perSecond: 300 },
  anonymous: { burst: 200, perSecond: 50 },
  wrong: { burst: 10, perSecond: 1 },
} as const satisfies Record<string, Rate>;

export type Rates = Readonly<Record<keyof typeof defaultRates, Rate>>;

/** The delay in ms of an answer to a wrong token, for each recent wrong token before it. */
const pausePerWrongToken = 20;

export class RateLimit {
  readonly #rates: Rates;
  readonly #now: () => number;
  readonly #ofAll: Record<Credentials, Allowance>;
  readonly #ofConnections = new WeakMap<object, Allowance>();

  /** `now` in ms, from a clock that is never set back. */
  constructor(rates: Rates = defaultRates, now: () => number = () => performance.now()) {
    this.#rates = rates;
    this.#now = now;
    this.#ofAll = {
      known: new Allowance(rates.known, now()),
      anonymous: new Allowance(rates.anonymous, now()),
      wrong: new Allowance(rates.wrong, now()),
    };
  }

  /** 0 if the request may proceed; else the whole seconds after which to try again. */
  secondsToWait(credentials: Credentials, connection: object): number {
    const ofAll = this.#ofAll[credentials];
    const ofConnection = credentials === 'known' ? [this.#ofConnection(connection)] : [];
    const allowances = [ofAll, ...ofConnection];
    const wait = Math.max(...allowances.map((allowance) => allowance.secondsToWait(this.#now())));
    if (wait > 0) return Math.ceil(wait);
    for (const allowance of allowances) allowance.take();
    return 0;
  }

  /** The delay in ms of an answer to a wrong token: repeated guesses become slower and slower. */
  pauseForWrongToken(): number {
    return pausePerWrongToken * (this.#ofAll.wrong.taken(this.#now()) - 1);
  }

  #ofConnection(connection: object): Allowance {
    const known = this.#ofConnections.get(connection);
    if (known !== undefined) return known;
    const fresh = new Allowance(this.#rates.connection, this.#now());
    this.#ofConnections.set(connection, fresh);
    return fresh;
  }
}

/** How many keys a `KeyedLimit` knows; one that is forgotten starts with a full allowance. */
const maxKeys = 10_000;

/** One allowance for each key, such as a token or an address. */
export class KeyedLimit {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #known = new BoundedMap<string, Allowance>(maxKeys);

  /** `now` in ms, from a clock that is never set back. */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** 0 if the request may proceed, which then counts; else the whole seconds after which to try again. */
  secondsToWait(key: string): number {
    const wait = this.wait(key);
    if (wait === 0) this.take(key);
    return wait;
  }

  /** The same without counting a request. */
  wait(key: string): number {
    return Math.ceil(this.#of(key).secondsToWait(this.#now()));
  }

  take(key: string): void {
    this.#of(key).take();
  }

  #of(key: string): Allowance {
    const allowance = this.#known.get(key) ?? new Allowance(this.#rate, this.#now());
    this.#known.set(key, allowance);
    return allowance;
  }
}

/** A token bucket that refills up to its burst. */
class Allowance {
  readonly #rate: Rate;
  #left: number;
  #seen: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#seen = now;
  }

  secondsToWait(now: number): number {
    this.#fill(now);
    return this.#left >= 1 ? 0 : (1 - this.#left) / this.#rate.perSecond;
  }

  take(): void {
    this.#left = Math.max(0, this.#left - 1);
  }

  taken(now: number): number {
    this.#fill(now);
    return Math.ceil(this.#rate.burst - this.#left);
  }

  #fill(now: number): void {
    const { burst, perSecond } = this.#rate;
    this.#left = Math.min(burst, this.#left + ((now - this.#seen) / 1_000) * perSecond);
    this.#seen = now;
  }
}
