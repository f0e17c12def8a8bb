/**
 * One JSON request to a model server, limited in time and size. The key is sent in one header and nowhere else.
 * Redirects are not followed, so that neither the key nor the text of a memory reaches an address that the user did not
 * choose.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { bearerKey, serverAddress, type ModelServerSettings } from './providerSettings.ts';
import { errorFromAnswer, serverIsDown, serverRefused, type ServerFacts, type ServerRemedies } from './serverErrors.ts';

/** The part of the global `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Milliseconds that a server may take. A user waits for a query; documents are embedded in the background. */
interface Timeouts {
  document: number;
  query: number;
}

export const defaultTimeouts: Timeouts = { document: 60_000, query: 3_000 };

/** Options of every provider in addition to its settings. */
export interface ProviderParts {
  fetch?: Fetch;
  timeouts?: Timeouts;
}

/** More than any valid response: 1,000 vectors of 1,536 dimensions are about 30 MB of text. */
const defaultMaxBytes = 64 * 1024 * 1024;

interface ServerQuestion {
  path: string;
  body: object;
  limitMs: number;
  signal: AbortSignal | undefined;
  /** A longer response is refused. */
  maxBytes?: number;
}

export class ModelServer {
  /** Without trailing slashes and without secrets. */
  readonly address: string;
  readonly #facts: ServerFacts;
  readonly #fetch: Fetch;

  /** Throws for an address to which the key must not be sent; `kind` is the kind of server in messages. */
  constructor(
    kind: string,
    { url, key }: Pick<ModelServerSettings, 'url' | 'key'>,
    remedies: ServerRemedies,
    fetchIt: Fetch = (address, init) => fetch(address, init),
  ) {
    const bearer = key === undefined ? undefined : bearerKey(`The key for ${kind}`, key);
    this.address = serverAddress(`The address of ${kind}`, url, bearer);
    this.#facts = { title: `${kind} at ${this.address}`, key: bearer, remedies };
    this.#fetch = fetchIt;
  }

  /** The response as JSON of any shape. Rejects as a provider does. */
  async ask(question: ServerQuestion): Promise<unknown> {
    const limit = AbortSignal.timeout(question.limitMs);
    const signal = question.signal === undefined ? limit : AbortSignal.any([question.signal, limit]);
    signal.throwIfAborted();
    const { response, text } = await this.#exchange(question, signal, limit);
    if (!response.ok) throw errorFromAnswer(this.#facts, response, text);
    try {
      return JSON.parse(text);
    } catch {
      throw this.invalidResponse('it is not JSON');
    }
  }

  /** For a response that cannot be used. */
  invalidResponse(why: string): BigMindError {
    return serverRefused(this.#facts, 'answer', `gave an invalid response: ${why}`);
  }

  async #exchange(
    { path, body, limitMs, signal: callers, maxBytes = defaultMaxBytes }: ServerQuestion,
    signal: AbortSignal,
    limit: AbortSignal,
  ): Promise<{ response: Response; text: string }> {
    const send = this.#fetch;
    try {
      const response = await send(`${this.address}${path}`, {
        method: 'POST',
        headers: this.#headers(),
        body: JSON.stringify(body),
        redirect: 'manual',
        credentials: 'omit',
        signal,
      });
      const text = await textOf(response, maxBytes);
      if (text === undefined) throw this.invalidResponse(`it is larger than ${String(maxBytes / 2 ** 20)} MB`);
      return { response, text };
    } catch (thrown) {
      callers?.throwIfAborted();
      if (limit.aborted)
        throw serverIsDown(this.#facts, `did not answer within ${String(limitMs / 1000)} s`, { timedOut: true });
      // The thrown error is not included, because it may contain the request; its system code is enough.
      throw thrown instanceof BigMindError ? thrown : this.#unreachable(thrown);
    }
  }

  #headers(): Record<string, string> {
    const { key } = this.#facts;
    const common = { 'content-type': 'application/json', accept: 'application/json' };
    return key === undefined ? common : { ...common, authorization: `Bearer ${key}` };
  }

  #unreachable(thrown: unknown): BigMindError {
    const code = systemCodeOf(thrown);
    return serverIsDown(this.#facts, `cannot be reached${code === undefined ? '' : ` (${code})`}`);
  }
}

/** The whole body; undefined if it is too large. */
async function textOf(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}

/** Codes such as `ECONNREFUSED`, which fetch stores in a nested cause. */
function systemCodeOf(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && /^[A-Z_]+$/u.test(error.code)) return error.code;
  }
  return undefined;
}
