/**
 * What the domain needs from outside and may not reach for by itself: the time, fresh ids, a hash, and a way to
 * cut secrets out of text. A composition root hands these in; tests hand in fixed ones.
 */

export interface Clock {
  now(): Date;
  /** IANA name, for example `Europe/Berlin`; dates shown to people and models are in this zone. */
  readonly timeZone: string;
}

/** A fresh UUID on each call. */
export type NewId = () => string;

/** The lower-case hexadecimal SHA-256 of a text's UTF-8 bytes. */
export type Hash = (text: string) => string;

export interface Redaction {
  text: string;
  /** How many secrets or private passages were cut out. */
  removed: number;
  /** The name of the rule for each of them, in the order of finding. */
  rules?: readonly string[];
}

/** Cuts secrets and `<private>` passages out of a text before it is stored. */
export type Redact = (text: string) => Redaction;

/** Turns text into the words that a full-text index holds, one space between two; the search room provides it. */
export type IndexText = (text: string) => string;

/** To be raised whenever `IndexText` gives other words for some text: every store then makes its index anew. */
export const indexTextVersion = 3;

export interface Ports {
  clock: Clock;
  newId: NewId;
  hash: Hash;
  redact: Redact;
  indexText: IndexText;
}
