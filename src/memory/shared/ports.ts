/**
 * What the domain gets from outside: the time, fresh ids, a hash, redaction and index words. A composition root
 * provides these; tests provide fixed ones.
 */

export interface Clock {
  now(): Date;
  /** IANA name, such as `Europe/Berlin`; dates shown to people and models are in this zone. */
  readonly timeZone: string;
}

/** A fresh UUID on each call. */
export type NewId = () => string;

/** The lower-case hexadecimal SHA-256 of a text's UTF-8 bytes. */
export type Hash = (text: string) => string;

export interface Redaction {
  text: string;
  /** How many secrets or private passages were removed. */
  removed: number;
  /** The rule name for each of them, in the order found. */
  rules?: readonly string[];
}

/** Removes secrets and `<private>` passages from a text before it is stored. */
export type Redact = (text: string) => Redaction;

/** Turns text into the words of a full-text index, separated by single spaces; implemented in `search/`. */
export type IndexText = (text: string) => string;

/** Increase this whenever `IndexText` returns other words for any text; every store then rebuilds its index. */
export const indexTextVersion = 3;

export interface Ports {
  clock: Clock;
  newId: NewId;
  hash: Hash;
  redact: Redact;
  indexText: IndexText;
}
