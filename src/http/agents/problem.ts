/** Refusals and errors of the API, as JSON with a code, a message and what to do. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { ErrorCode } from '../../memory/shared/errors.ts';
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { inert } from '../../memory/trust/quoting.ts';
import type { RemedyCode } from '../../memory/shared/vocabulary.ts';
import { shorten } from '../../util/text.ts';
import type { Refusal } from '../admission.ts';
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
/** In seconds, for what may pass. */
const retryLater = { 'retry-after': '5' };

/** Closes the connection of a request that is refused before its body, so that the body need not be read. */
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
    error,
  };
}

/** The answer with the id of its request, by which the administrator finds it in the log. */
export function withRequestId(reply: Reply, id: string): Reply {
  const { error, body } = reply;
  return {
    ...reply,
    headers: { ...reply.headers, 'x-request-id': id },
    body: error === undefined ? body : JSON.stringify({ error: { ...error, request_id: id } }),
  };
}

function isBeforeBody(status: number): boolean {
  return [401, 403, 405, 429, 503, 504].includes(status);
}

/** Without the message of a defect or of the store, which may name files of the machine. */
export function problemFrom(thrown: unknown): Problem {
  const { code, message, remedy } = bigMindErrorFrom(thrown);
  const status = statuses[code];
  const mayPass = passing.has(code) && { headers: retryLater };
  if (isOfStore(code)) return { status, code, ...storeProblems[code], ...mayPass };
  if (code === 'internal')
    return { status, code, message: 'Something went wrong inside the server.', remedy: askAdmin };
  const words = typeof remedy === 'object' ? remedies[remedy.code] : remedy;
  return { status, code, message, remedy: words, ...mayPass };
}

export function bodyRefused({ status, sentence: message }: Refusal): Reply {
  return problemReply({ status, code: 'invalid_input', message, remedy: 'Nothing was stored.' });
}

/** An error in words that clients may see; `note` gets those of the machine. */
export function shownError(thrown: unknown, note: (text: string) => void): BigMindError {
  const error = bigMindErrorFrom(thrown);
  if (!isOfStore(error.code) && error.code !== 'internal') return error;
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
  store_missing: 503,
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

/** What may pass without anybody doing something about it, so a client may send its request again. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'store_unavailable',
  'store_locked',
  'store_replaced',
  'provider_down',
  'server_down',
]);

type StoreCode = Extract<ErrorCode, `${'store' | 'engine'}_${string}`>;

const retry = `Try again in a few seconds. If that does not help: ${askAdmin}`;
const noRetry = 'Trying again does not help.';

const storeProblems: Readonly<Record<StoreCode, { message: string; remedy: string }>> = {
  store_unavailable: { message: 'The store of the server cannot be used at the moment.', remedy: retry },
  store_locked: { message: 'Another program keeps the store of the server locked.', remedy: retry },
  store_replaced: {
    message: 'The store of the server was replaced, or the memory of this user is being erased.',
    remedy: `Nothing was stored. ${retry}`,
  },
  store_full: {
    message: 'The store of the server has no space left for this.',
    remedy: 'Nothing was stored. Ask the administrator of the server to free space.',
  },
  store_newer: {
    message: 'BigMind on the server is older than its store.',
    remedy: `${noRetry} Ask the administrator of the server to update BigMind there.`,
  },
  store_corrupt: {
    message: 'The store of the server is damaged.',
    remedy: `${noRetry} Ask the administrator of the server to repair it.`,
  },
  store_missing: {
    message: 'The store of the server is missing.',
    remedy: `${noRetry} Ask the administrator of the server to put it back, or to restore a backup.`,
  },
  store_foreign: {
    message: 'The store of the server belongs to another program.',
    remedy: `${noRetry} Ask the administrator of the server to correct its settings.`,
  },
  engine_unavailable: {
    message: 'BigMind on the server cannot open its store with the Node that runs it.',
    remedy: `${noRetry} ${askAdmin}`,
  },
};

function isOfStore(code: ErrorCode): code is StoreCode {
  return Object.hasOwn(storeProblems, code);
}

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
