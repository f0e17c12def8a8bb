/**
 * The error class of BigMind. It has a code for programs, a message that says what happened, and a remedy that says
 * what to do next. Edges translate it to a notice, a tool result or an exit code. Expected outcomes (a duplicate, a
 * conflict) are values, never errors.
 */

import { remedyText } from './findings.ts';
import type { Remedy, WordRemedy } from './findings.ts';

export type ErrorCode =
  /** The caller's input is invalid; `remedy` says what is valid. */
  | 'invalid_input'
  /** The id names nothing that the caller may see. */
  | 'not_found'
  /** The item exists but belongs to another user, or the role does not allow the action. */
  | 'not_allowed'
  /** A row changed since it was read. */
  | 'conflict'
  /** The store's folder or file cannot be reached, read or written. */
  | 'store_unavailable'
  /** The disk is full for writes; stored data remains readable. */
  | 'store_full'
  /** Another process held the lock longer than our time limit. */
  | 'store_locked'
  /** The file is damaged or not an SQLite database. */
  | 'store_corrupt'
  /** The file is missing or empty, but there was a store. */
  | 'store_missing'
  /** An SQLite database, but not one of BigMind's. */
  | 'store_foreign'
  /** Written by a newer BigMind. */
  | 'store_newer'
  /**
   * Another store replaced the one in which the caller was resolved, or the caller is being erased; nothing was
   * written.
   */
  | 'store_replaced'
  /** The file belongs to the other SQLite engine, or no usable engine is available. */
  | 'engine_unavailable'
  /** A file to import has an unknown or invalid format. */
  | 'bad_import'
  /** A language model or a model server is unreachable, too slow or overloaded; a retry may succeed. */
  | 'provider_down'
  /** It refuses or is missing, and retries will not help until something changes; `remedy` says what. */
  | 'provider_refused'
  /** The server of a team is unreachable, too slow or shutting down; a retry may succeed. */
  | 'server_down'
  /** The server of a team refuses, and retries will not help until something changes; `remedy` says what. */
  | 'server_refused'
  /** A bug in BigMind. */
  | 'internal';

interface BigMindErrorOptions {
  /** What to do next. Names no tool and no command: edges add those. */
  remedy?: Remedy | undefined;
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** The message says what happened; `remedy` says what to do next. */
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

  /** Message and remedy on one line, without a remedy that only an edge can word; edges use `sentenceOf`. */
  get sentence(): string {
    return typeof this.remedy === 'string' ? `${this.message} ${this.remedy}` : this.message;
  }
}

/** Message and remedy on one line, in the words of an edge. */
export function sentenceOf({ message, remedy }: BigMindError, word: WordRemedy): string {
  return remedy === undefined ? message : `${message} ${remedyText(remedy, word)}`;
}

/** For a review in a store with several users, in team mode, before one of them becomes its first admin. */
export function noAdminYet(): BigMindError {
  return new BigMindError('not_allowed', 'This memory has several users, but no admin yet.', {
    remedy: { code: 'appoint_first_admin' },
  });
}

/** For an approval that reaches others and that no person confirmed. `details` say so to edges, which may know a way. */
export function unconfirmedApproval(what: string): BigMindError {
  return new BigMindError('not_allowed', `Everyone would get ${what}, so a person has to approve it, not an agent.`, {
    remedy:
      'Nothing was changed. A curator or an admin approves it on the page of the memory, in VS Code or in a browser.',
    details: { needs: 'person' },
  });
}

/** Any thrown value as a `BigMindError`; unknown ones become `internal` and keep their cause. */
export function bigMindErrorFrom(thrown: unknown): BigMindError {
  if (thrown instanceof BigMindError) return thrown;
  const message = messageOf(thrown);
  return new BigMindError('internal', `Something went wrong inside BigMind: ${message}`, {
    remedy: { code: 'run_doctor' },
    cause: thrown,
  });
}

/** Anything can be thrown, even a value that throws when it is converted to text. */
function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    // The value throws when it is converted to text.
    return 'a value that cannot be shown was thrown';
  }
}
