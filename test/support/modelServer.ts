/**
 * A local server that answers like model servers, in their wire formats: Ollama's `/api/embed`, OpenAI's
 * `/v1/embeddings`, and `/v1/rerank` (also `/rerank`) of llama.cpp, Jina and Text Embeddings Inference. Tests set its
 * behavior and see the requests that it received.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relevanceOf, vectorOf } from './meaning.ts';

/** What a server does with a request. `raw` sends a body unchanged; `silent` never answers. */
export type Behaviour =
  | { kind: 'well' }
  | { kind: 'silent' }
  /** Closes the connection in the middle of an answer. */
  | { kind: 'cut' }
  /** Sends an endless body. */
  | { kind: 'endless' }
  | { kind: 'raw'; status: number; body: string; headers?: Record<string, string> }
  /** Reranks as Text Embeddings Inference does. */
  | { kind: 'tei' };

export interface ReceivedRequest {
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

/** The error messages of the real servers. */
export const behaviours = {
  ollamaUnknownModel: raw(404, { error: 'model "nomic-embed-text" not found, try pulling it first' }),
  ollamaTooLong: raw(500, { error: 'the input length exceeds the context length' }),
  ollamaNoEmbeddings: raw(501, { error: 'this model does not support embeddings' }),
  openAiUnknownModel: raw(404, {
    error: { message: 'The model `nope` does not exist or you do not have access to it.', code: 'model_not_found' },
  }),
  openAiTooLong: raw(400, {
    error: { message: "This model's maximum context length is 8192 tokens, however you requested 9000 tokens." },
  }),
  wrongKey: (key: string): Behaviour => raw(401, { error: { message: `Incorrect API key provided: ${key}.` } }),
  busy: raw(429, { error: { message: 'Rate limit reached.' } }, { 'retry-after': '7' }),
  loading: raw(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }),
  broken: raw(500, { error: 'llama runner process has terminated' }),
  notThere: { kind: 'raw', status: 404, body: '404 page not found' },
  aPage: { kind: 'raw', status: 200, body: '<!doctype html><title>Log in</title>' },
} as const satisfies Record<string, Behaviour | ((key: string) => Behaviour)>;

export class TestModelServer {
  readonly asked: ReceivedRequest[] = [];
  behaviour: Behaviour = { kind: 'well' };
  #server: Server;
  #port = 0;

  constructor() {
    this.#server = this.#createServer();
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  /** Starts to listen; after `stop`, on the same port again. */
  async start(): Promise<void> {
    this.#server = this.#createServer();
    await new Promise<void>((done, fail) => {
      this.#server.once('error', fail).listen(this.#port, '127.0.0.1', done);
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Stops listening and closes all connections. */
  async stop(): Promise<void> {
    const stopped = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await stopped;
  }

  /** Resets the behavior and the recorded requests. */
  reset(): void {
    this.behaviour = { kind: 'well' };
    this.asked.length = 0;
  }

  #createServer(): Server {
    return createServer((request, response) => {
      void this.#answer(request, response);
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>;
    const path = request.url ?? '';
    this.asked.push({ path, authorization: request.headers.authorization, body });
    const { behaviour } = this;
    switch (behaviour.kind) {
      case 'silent':
        return;
      case 'cut':
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"embeddings":');
        setTimeout(() => response.destroy(), 20);
        return;
      case 'endless':
        sendWithoutEnd(response);
        return;
      case 'raw':
        response.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers });
        response.end(behaviour.body);
        return;
      case 'well':
      case 'tei':
        sendAnswer(response, answerTo(path, body, behaviour.kind));
    }
  }
}

type Answer = readonly [status: number, body: unknown];

function answerTo(path: string, body: Record<string, unknown>, kind: 'well' | 'tei'): Answer {
  switch (path) {
    case '/api/embed': {
      const embeddings = textsIn(body['input']).map(vectorOf);
      return [200, { model: body['model'], embeddings, total_duration: 14_143_917, prompt_eval_count: 8 }];
    }
    case '/v1/embeddings': {
      const data = textsIn(body['input']).map((text, index) => ({
        object: 'embedding',
        index,
        embedding: vectorOf(text),
      }));
      // The API does not promise an order.
      return [200, { object: 'list', data: data.reverse(), model: body['model'], usage: { prompt_tokens: 8 } }];
    }
    case '/rerank':
    case '/v1/rerank':
      return kind === 'tei' ? teiRanks(body) : ranks(body);
    default:
      return [404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } }];
  }
}

function ranks({ query, documents, model = 'reranker' }: Record<string, unknown>): Answer {
  const results = textsIn(documents)
    .map((text, index) => ({ index, relevance_score: relevanceOf(String(query), text) }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score);
  return [200, { model, object: 'list', usage: { prompt_tokens: 74, total_tokens: 74 }, results }];
}

function teiRanks({ query, texts }: Record<string, unknown>): Answer {
  if (!Array.isArray(texts)) {
    const error = 'Failed to deserialize the JSON body into the target type: missing field `texts` at line 1 column 60';
    return [422, { error, error_type: 'Validation' }];
  }
  const scored = textsIn(texts).map((text, index) => ({ index, score: relevanceOf(String(query), text) }));
  return [200, scored.toSorted((a, b) => b.score - a.score)];
}

function textsIn(input: unknown): string[] {
  return Array.isArray(input) ? input.map(String) : [String(input)];
}

function sendAnswer(response: ServerResponse, [status, body]: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendWithoutEnd(response: ServerResponse): void {
  const megabyte = Buffer.alloc(2 ** 20, ' ');
  response.writeHead(200, { 'content-type': 'application/json' });
  const send = (): void => {
    if (!response.destroyed) response.write(megabyte, send);
  };
  send();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function raw(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return { kind: 'raw', status, body: JSON.stringify(body), headers };
}
