/**
 * The key that an address contains instead of the token. An address is in the command line of the program that opens
 * it, where others on this machine can read it, in the browser's history, and in the transcript of an assistant. So a
 * key opens the page once, within a short time, and is then worthless.
 */
import type { NewId } from '../memory/shared/ports.ts';
import { isSame } from './sameSecret.ts';

/** Lifetime of a key in milliseconds: time for a browser to start, and for a user to copy an address. */
const validFor = 120_000;
/** The maximum number of unused keys; a new one replaces the oldest. */
const maxKeys = 100;

export class EntryKeys {
  readonly #newId: NewId;
  readonly #now: () => number;
  #keys: { key: string; until: number }[] = [];

  /** `now` in ms, from a clock that is never set back. */
  constructor(newId: NewId, now: () => number = () => performance.now()) {
    this.#newId = newId;
    this.#now = now;
  }

  make(): string {
    const key = this.#newId();
    this.#keys = [...this.#keys.slice(1 - maxKeys), { key, until: this.#now() + validFor }];
    return key;
  }

  isGood(given: string): boolean {
    return this.#keys.some(({ key, until }) => until > this.#now() && isSame(given, key));
  }

  /** Invalidates the key and returns whether it was valid. */
  use(given: string): boolean {
    const wasGood = this.isGood(given);
    this.#keys = this.#keys.filter(({ key }) => !isSame(given, key));
    return wasGood;
  }
}
