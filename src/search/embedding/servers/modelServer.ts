/**
 * One request of JSON to a server that runs models. It ends within a time and a size, whatever the server does, and the
 * key goes into one header and nowhere else: redirects are not followed, so neither the key nor a memory's text is
 * handed on to an address that nobody chose.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { bearerKey, serverAddress, type ModelServerSettings } from './providerSettings.ts';
import { errorFromAnswer, serverIsDown, serverRefused, type ServerFacts } from './serverErrors.ts';

/** The part of the global `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How long a server may take, in milliseconds. Somebody waits for a question; documents are embedded in the background. */
export interface Patience {
  document: number;
  query: number;
}

export const defaultPatience: Patience = { document: 60_000, query: 3_000 };

/** What every provider may be given beside its settings. */
export interface ProviderParts {
  fetch?: Fetch;
  patience?: Patience;
}

/** More than any sound answer: 1,000 vectors of 1,536 dimensions are about 30 MB of text. */
const maxBytes = 64 * 1024 * 1024;

export interface ServerQuestion {
  path: string;
  body: object;
  limitMs: number;
  signal: AbortSignal | undefined;
}

export class ModelServer {
  /** Without slashes at its end and without anything secret. */
  readonly address: string;
  readonly #facts: ServerFacts;
  readonly #fetch: Fetch;

  /** Rejects an address where the key must not travel; `kind` names the server's kind for people. */
  constructor(
    kind: string,
    { url, key }: Pick<ModelServerSettings, 'url' | 'key'>,
    remedies: ServerFacts['remedies'],
    fetchIt: Fetch = (address, init) => fetch(address, init),
  ) {
    const bearer = key === undefined ? undefined : bearerKey(`The key for ${kind}`, key);
    this.address = serverAddress(`The address of ${kind}`, url, bearer);
    this.#facts = { title: `${kind} at ${this.address}`, key: bearer, remedies };
    this.#fetch = fetchIt;
  }

  /** The answer as JSON of whatever shape. Rejects as a provider does. */
  async ask(question: ServerQuestion): Promise<unknown> {
    const limit = AbortSignal.timeout(question.limitMs);
    const signal = question.signal === undefined ? limit : AbortSignal.any([question.signal, limit]);
    signal.throwIfAborted();
    const { response, text } = await this.#exchange(question, signal, limit);
    if (!response.ok) throw errorFromAnswer(this.#facts, response, text);
    try {
      return JSON.parse(text);
    } catch {
      throw this.nonsense('it is not JSON');
    }
  }

  /** For an answer that cannot be used. */
  nonsense(why: string): BigMindError {
    return serverRefused(this.#facts, 'answer', `gave an answer that makes no sense: ${why}`);
  }

  async #exchange(
    { path, body, limitMs, signal: callers }: ServerQuestion,
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
      const text = await textOf(response);
      if (text === undefined) throw this.nonsense(`it is larger than ${String(maxBytes / 2 ** 20)} MB`);
      return { response, text };
    } catch (thrown) {
      callers?.throwIfAborted();
      if (limit.aborted) throw serverIsDown(this.#facts, `did not answer within ${String(limitMs / 1000)} s`);
      // What was thrown is left out, for it may hold the request; its code says what the system found.
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

/** The whole body, or undefined when it is too large. */
async function textOf(response: Response): Promise<string | undefined> {
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

/** `ECONNREFUSED` and its like, which fetch keeps one cause below. */
function systemCodeOf(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && /^[A-Z_]+$/u.test(error.code)) return error.code;
  }
  return undefined;
}
