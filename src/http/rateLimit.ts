/**
 * Rate limits. All requests come from this machine, so an address distinguishes nobody. The token does, and among
 * clients with the token, the connection. Each kind has its own allowance, so that a flood without the token takes
 * nothing from those with it. The page's own files need no token. A program that floods them can block the page from
 * loading; a web page cannot, because cross-site requests are refused first.
 */

/** Who is asking: with the token, without any, or with one that is not ours. */
export type Credentials = 'known' | 'stranger' | 'wrong';

export interface Rate {
  /** How many may come at once. */
  burst: number;
  /** How many more each second. */
  perSecond: number;
}

/** What one program that asks without pause reaches is far below what the machine bears, and far above what work needs. */
export const defaultRates = {
  connection: { burst: 300, perSecond: 100 },
  known: { burst: 1_000, perSecond: 300 },
  stranger: { burst: 200, perSecond: 50 },
  wrong: { burst: 10, perSecond: 1 },
} as const satisfies Record<string, Rate>;

export type Rates = Readonly<Record<keyof typeof defaultRates, Rate>>;

/** An answer to a wrong token waits so many ms for each wrong one that came lately. */
const pausePerWrongToken = 20;

export class RateLimit {
  readonly #rates: Rates;
  readonly #now: () => number;
  readonly #ofAll: Record<Credentials, Allowance>;
  readonly #ofConnections = new WeakMap<object, Allowance>();

  /** `now` in ms, of a clock that is never set back. */
  constructor(rates: Rates = defaultRates, now: () => number = () => performance.now()) {
    this.#rates = rates;
    this.#now = now;
    this.#ofAll = {
      known: new Allowance(rates.known, now()),
      stranger: new Allowance(rates.stranger, now()),
      wrong: new Allowance(rates.wrong, now()),
    };
  }

  /** 0 for a request that may go on; else the whole seconds after which another try makes sense. */
  secondsToWait(credentials: Credentials, connection: object): number {
    const ofAll = this.#ofAll[credentials];
    const ofConnection = credentials === 'known' ? [this.#ofConnection(connection)] : [];
    const allowances = [ofAll, ...ofConnection];
    const wait = Math.max(...allowances.map((allowance) => allowance.secondsToWait(this.#now())));
    if (wait > 0) return Math.ceil(wait);
    for (const allowance of allowances) allowance.take();
    return 0;
  }

  /** How long an answer to a wrong token waits, in ms: guesses in a row become slower and slower. */
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

/** Fills by itself up to its burst. */
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
    this.#left -= 1;
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
