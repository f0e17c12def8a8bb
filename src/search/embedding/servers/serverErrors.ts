/**
 * Maps failures of model servers to errors. One status can mean different things: Ollama returns 500 for a text that is
 * too long, llama.cpp 501 if it was started without embeddings. The error depends on whether waiting can help.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { oneLine, shorten } from '../../../util/text.ts';

/**
 * Why a server refused, as `details.reason` of `provider_refused`. `input` blames one of the texts, so others may still
 * pass; every other reason applies to all texts.
 */
type RefusalReason = 'model' | 'key' | 'input' | 'address' | 'answer' | 'request';

/** A server as its errors describe it. */
export interface ServerFacts {
  /** Such as `Ollama at http://localhost:11434`. */
  title: string;
  key: string | undefined;
  remedies: ServerRemedies;
}

/** What to do about a missing model, a rejected key or a wrong address, and about a server that is down. */
export type ServerRemedies = Readonly<Record<'model' | 'key' | 'address', string> & { down?: string }>;

const maxQuoteLength = 200;
const tooLong =
  /context (?:length|size|window)|too (?:long|large|many tokens)|maximum .*(?:length|tokens|batch)|input length/iu;
const noModel =
  /\bmodel\b.*(?:not (?:found|exist|loaded|supported)|unknown|does not (?:exist|support))|no models? loaded/iu;
const neverWill = /does not support|not supported|not implemented/iu;

export function serverIsDown(facts: ServerFacts, why: string, details: Record<string, unknown> = {}): BigMindError {
  return new BigMindError('provider_down', `${facts.title} ${why}.`, {
    remedy: facts.remedies.down ?? 'Keyword search still works. Check that the server runs; BigMind tries again later.',
    details,
  });
}

export function serverRefused(facts: ServerFacts, reason: RefusalReason, why: string, remedy?: string): BigMindError {
  return new BigMindError('provider_refused', `${facts.title} ${why}.`, {
    remedy: remedy ?? remedyFor(facts, reason),
    details: { reason },
  });
}

/** `text` is the body of a response with a status outside 200 to 299. */
export function errorFromAnswer(facts: ServerFacts, { status, headers }: Response, text: string): BigMindError {
  const said = messageIn(text).replaceAll(facts.key ?? '\0', '[key]');
  const quote = said === '' ? '' : `: ${shorten(said, maxQuoteLength)}`;
  const refused = (reason: RefusalReason): BigMindError =>
    serverRefused(facts, reason, `refused (${String(status)}${quote})`);
  // A message about a key may contain parts of it.
  if (status === 401 || status === 403) {
    const denial = facts.key === undefined ? 'requires a key' : 'rejected the key';
    return serverRefused(facts, 'key', `${denial} (${String(status)})`);
  }
  if (status === 429 || status === 408) return isDown(facts, status, quote, headers);
  if (tooLong.test(said) || status === 413) return refused('input');
  if (noModel.test(said)) return refused('model');
  if (status >= 500 && status !== 501 && !neverWill.test(said)) return isDown(facts, status, quote, headers);
  // A browser reveals nothing about a redirect but its existence.
  if (status === 0 || (status >= 300 && status < 400))
    return serverRefused(facts, 'address', 'redirects to another address');
  return refused(status === 404 || status === 405 ? 'address' : 'request');
}

function isDown(facts: ServerFacts, status: number, quote: string, headers: Headers): BigMindError {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const busy = status === 429 ? 'is too busy' : 'returned an error';
  const details = Number.isFinite(seconds) && seconds >= 0 ? { status, retryAfterSeconds: seconds } : { status };
  return serverIsDown(facts, `${busy} (${String(status)}${quote})`, details);
}

function remedyFor({ remedies }: ServerFacts, reason: RefusalReason): string {
  switch (reason) {
    case 'model':
    case 'key':
    case 'address':
      return remedies[reason];
    case 'input':
      return 'Choose a model that takes longer texts, or start the server with a larger context.';
    case 'answer':
    case 'request':
      return `Check that the address is that of such a server and the model one for this use. ${remedies.address}`;
  }
}

/**
 * The message in an error body: `{error: "…"}` (Ollama), `{error: {message}}` (OpenAI), `{message}`, or `{detail}` as a
 * text or a list of `{msg}`. Nothing else of a body is quoted, because some servers repeat the texts of the memories.
 */
function messageIn(text: string): string {
  const body = parsed(text);
  const said = [fieldOf(body, 'error'), fieldOf(fieldOf(body, 'error'), 'message'), fieldOf(body, 'message')];
  const detail = fieldOf(body, 'detail');
  const listed: unknown = Array.isArray(detail) ? fieldOf(detail[0], 'msg') : detail;
  const message = [...said, listed].find((value) => typeof value === 'string');
  return typeof message === 'string' ? oneLine(message.replace(/\p{Cc}/gu, ' ')) : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // HTML or plain text: the status is enough.
    return undefined;
  }
}

/** A field of a value that may not be an object. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
