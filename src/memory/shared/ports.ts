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

export type CitedFile =
  | {
      kind: 'text';
      /** From the project folder, with forward slashes; the same for every spelling of the path. */
      path: string;
      text: string;
    }
  | { kind: Unreadable };

/**
 * Why there is no text. `missing`: no regular file has this path. `outside`: the path, or a link on the way, leaves the
 * folder. `unreadable`: the file system refuses or does not answer. `no_folder`: the folder itself is missing.
 */
export type Unreadable = 'missing' | 'binary' | 'too_large' | 'outside' | 'unreadable' | 'no_folder';

/** The files of one project folder, as they are now. */
export interface CitedFiles {
  /**
   * `path` is that of a `FileRef`: from the project folder, or absolute. Never rejects, never reads a file of more than
   * 2 MiB, and follows no link that leaves the folder.
   */
  read(path: string): Promise<CitedFile>;
  /** The absolute path of the folder; absent if it is on no disk of this machine. */
  readonly folder?: string;
  /** Starts a time limit, because a read from an unresponsive disk does not end. */
  limitTime(milliseconds: number): TimeLimit;
}

export interface TimeLimit {
  /** Exact, also while the event loop is busy. */
  isOver(): boolean;
  /** Resolves when the time is over, or at `end`. */
  readonly over: Promise<void>;
  /** Releases the timer. */
  end(): void;
}

export interface Ports {
  clock: Clock;
  newId: NewId;
  hash: Hash;
  redact: Redact;
  indexText: IndexText;
}
