/** Refusals and errors of the API, as JSON with a code, a message and what to do. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { ErrorCode } from '../../memory/shared/errors.ts';
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { inert } from '../../memory/trust/quoting.ts';
import type { RemedyCode } from '../../memory/shared/vocabulary.ts';
import { shorten } from '../../util/text.ts';
import type { Reply } from '../reply.ts';

export interface Problem {
  status: number;
  code: string;
  message: string;
  remedy?: string | undefined;
  headers?: OutgoingHttpHeaders;
}

/** In characters; an error may repeat its input, which may have any length. */
const maxMessageLength = 2_000;
/** For errors that may pass. */
const retryLater = { 'retry-after': '5' };

/** Closes the connection of a refused request, so that the rest of it need not be read. */
export function problemReply({ status, code, message, remedy, headers = {} }: Problem): Reply {
  const error = { code, message: cut(message), remedy: remedy === undefined ? null : cut(remedy) };
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(isBeforeBody(status) && { connection: 'close' }),
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...headers,
    },
    body: JSON.stringify({ error }),
  };
}

function isBeforeBody(status: number): boolean {
  return [401, 403, 405, 413, 429, 503, 504].includes(status);
}

/** Without the message of a defect or of the store, which may name files of the machine. */
export function problemFrom(thrown: unknown): Problem {
  const { code, message, remedy } = bigMindErrorFrom(thrown);
  const status = statuses[code];
  if (/^(?:store|engine)_/u.test(code)) return { status, code, ...storeAway, headers: retryLater };
  if (code === 'internal')
    return { status, code, message: 'Something went wrong inside the server.', remedy: askAdmin };
  const words = typeof remedy === 'object' ? remedies[remedy.code] : remedy;
  return { status, code, message, remedy: words, ...(status === 503 && { headers: retryLater }) };
}

/** An error in words that clients may see; `note` gets those of the machine. */
export function shownError(thrown: unknown, note: (text: string) => void): BigMindError {
  const error = bigMindErrorFrom(thrown);
  if (!/^(?:store|engine)_|^internal$/u.test(error.code)) return error;
  note(error.code === 'internal' ? (error.stack ?? error.message) : `bigmind: ${error.message}`);
  const { message, remedy } = problemFrom(error);
  return new BigMindError(error.code, message, remedy === undefined ? {} : { remedy });
}

const statuses: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  bad_import: 400,
  not_found: 404,
  not_allowed: 403,
  conflict: 409,
  store_unavailable: 503,
  store_full: 503,
  store_locked: 503,
  store_corrupt: 503,
  store_foreign: 503,
  store_newer: 503,
  store_replaced: 503,
  engine_unavailable: 503,
  provider_down: 503,
  provider_refused: 503,
  server_down: 503,
  server_refused: 503,
  internal: 500,
};

const askAdmin = 'Ask the administrator of the server, who finds the reason in its log.';

const storeAway = {
  message: 'The store of the server cannot be used at the moment.',
  remedy: `Try again in a few seconds. If that does not help: ${askAdmin}`,
};

/** Other remedies are for people at the machine. */
const remedies: Partial<Record<RemedyCode, string>> = {
  find_fact: 'Find its id with POST /memory/search.',
  find_knowledge: 'Find its id with POST /memory/search.',
  find_session: 'Find its id with POST /memory/search.',
  read_fact_again: 'Read it again with POST /memory/search, then decide again.',
  name_one_project: 'Name one project, or use null for all projects. Nothing was stored.',
  run_doctor: askAdmin,
  repair_store: askAdmin,
};

function cut(text: string): string {
  return shorten(inert(text), maxMessageLength);
}
