/**
 * The one error of the house. It carries a code that programs can branch on, a sentence that says what happened,
 * and a remedy that says what to do next. Edges translate it: to a notice, to a tool result, to an exit code.
 * Outcomes that are expected (a duplicate, a conflict) are values, never errors.
 */

import { remedyText } from './findings.ts';
import type { Remedy, WordRemedy } from './findings.ts';

export type ErrorCode =
  /** The caller's input does not fit; `remedy` says what would. */
  | 'invalid_input'
  /** An id that names nothing the caller may see. */
  | 'not_found'
  /** The thing exists but belongs to somebody else, or the role does not allow it. */
  | 'not_allowed'
  /** A row changed since it was read. */
  | 'conflict'
  /** The store's folder or file cannot be reached, read or written. */
  | 'store_unavailable'
  /** The disk has no room for what was to be written; what is stored can be read. */
  | 'store_full'
  /** Another process held the store longer than we are willing to wait. */
  | 'store_locked'
  /** The file is damaged, or is no SQLite database. */
  | 'store_corrupt'
  /** A SQLite database, but not one of BigMind's. */
  | 'store_foreign'
  /** Written by a newer BigMind than this one. */
  | 'store_newer'
  /** Another store came to stand in the place of the one that the caller was known to; nothing was written. */
  | 'store_replaced'
  /** The file belongs to the other SQLite engine, or no engine is to be had here. */
  | 'engine_unavailable'
  /** A file to import cannot be understood. */
  | 'bad_import'
  /** A model's server cannot be reached, is too slow or too busy; later it may answer. */
  | 'provider_down'
  /** A model's server answered, and will answer the same until something is changed; `remedy` says what. */
  | 'provider_refused'
  /** A defect of ours. */
  | 'internal';

export interface BigMindErrorOptions {
  /** What to do next. It names no tool and no command: edges word those. */
  remedy?: Remedy;
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

export class BigMindError extends Error {
  override readonly name = 'BigMindError';
  readonly code: ErrorCode;
  readonly remedy: Remedy | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: BigMindErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }

  /** Message and remedy as one line, without a remedy that only an edge can word; edges use `sentenceOf`. */
  get sentence(): string {
    return typeof this.remedy === 'string' ? `${this.message} ${this.remedy}` : this.message;
  }
}

/** Message and remedy as one line, as an edge words them. */
export function sentenceOf({ message, remedy }: BigMindError, word: WordRemedy): string {
  return remedy === undefined ? message : `${message} ${remedyText(remedy, word)}`;
}

/** Any thrown value as a `BigMindError`; unknown ones become `internal` with their cause kept. */
export function bigMindErrorFrom(thrown: unknown): BigMindError {
  if (thrown instanceof BigMindError) return thrown;
  const message = messageOf(thrown);
  return new BigMindError('internal', `Something went wrong inside BigMind: ${message}`, {
    remedy: { code: 'run_doctor' },
    cause: thrown,
  });
}

/** What was thrown may be anything, also something that throws when it is asked for its text. */
function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    // Whoever threw that wanted nothing to be said of it.
    return 'a value that cannot be shown was thrown';
  }
}
