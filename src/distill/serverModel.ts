/**
 * Ollama, and servers with the API of OpenAI: one chat completion for each request, as a whole, in JSON where the
 * server knows how. Addresses and keys follow the rules of the embedding servers: a key is sent encrypted or to this
 * computer only, and never after a redirect.
 */
import { BigMindError } from '../memory/shared/errors.ts';
import type { LanguageModel } from '../memory/shared/languageModel.ts';
import { ModelServer, type Fetch } from '../search/embedding/servers/modelServer.ts';
import { defaultServers } from '../search/embedding/servers/providerSettings.ts';
import { fieldOf } from '../search/embedding/servers/serverErrors.ts';
import { estimateTokens } from '../util/tokens.ts';
import { defaultTimeoutMs } from './programParts.ts';
import { maxAnswerLength } from './runProgram.ts';

interface ServerModelSettings {
  /** Undefined for the usual one. */
  url: string | undefined;
  model: string;
  key: string | undefined;
}

export interface ServerModelParts {
  fetch?: Fetch | undefined;
  timeoutMs?: number | undefined;
}

const maxBytes = 5 * 2 ** 20;
/** For the answer, in the context that Ollama is asked for. */
const answerTokens = 4_000;
/** Ollama reserves memory for the context by steps, and loads the model again for another size. */
const contextStep = 8_192;

/** Throws for an address to which the key must not be sent. */
export function createOllamaModel(settings: ServerModelSettings, parts: ServerModelParts = {}): LanguageModel {
  const { model, key } = settings;
  const url = (settings.url ?? defaultServers.ollama.url).replace(/\/+$/u, '').replace(/\/api(?:\/chat)?$/u, '');
  const server = new ModelServer(
    'Ollama',
    { url, key },
    remediesFor(`Run \`ollama pull ${model}\`, or name`),
    parts.fetch,
  );
  return {
    name: `${model} (Ollama)`,
    // What the models that fit a personal computer can take.
    inputTokens: 32_000,
    async ask(request, signal) {
      // Without it, Ollama silently leaves out the beginning of what is longer than its small default.
      const context = Math.ceil((estimateTokens(request) + answerTokens) / contextStep) * contextStep;
      const messages = [{ role: 'user', content: request.toWellFormed() }];
      const body = { model, messages, stream: false, format: 'json', options: { num_ctx: context } };
      const { timeoutMs = defaultTimeoutMs } = parts;
      const answer = await server.ask({ path: '/api/chat', body, limitMs: timeoutMs, signal, maxBytes });
      return textIn(server, fieldOf(fieldOf(answer, 'message'), 'content'));
    },
  };
}

/** Throws as `createOllamaModel` does. */
export function createOpenAiModel(settings: ServerModelSettings, parts: ServerModelParts = {}): LanguageModel {
  const { model, key } = settings;
  const url = baseOf(settings.url ?? defaultServers.openai.url);
  const server = new ModelServer(
    'The server that learns',
    { url, key },
    remediesFor('Load it in the server, or name'),
    parts.fetch,
  );
  let knowsJson = true;
  const complete = (request: string, signal: AbortSignal | undefined): Promise<unknown> => {
    const messages = [{ role: 'user', content: request.toWellFormed() }];
    const format = knowsJson ? { response_format: { type: 'json_object' } } : {};
    const { timeoutMs = defaultTimeoutMs } = parts;
    const body = { model, messages, stream: false, ...format };
    return server.ask({ path: '/chat/completions', body, limitMs: timeoutMs, signal, maxBytes });
  };
  return {
    name: `${model} (${new URL(server.address).host})`,
    inputTokens: 100_000,
    async ask(request, signal) {
      const answer = await complete(request, signal).catch((thrown: unknown) => {
        // LM Studio and some others know other formats only.
        if (!knowsJson || !isAboutRequest(thrown)) throw thrown;
        knowsJson = false;
        return complete(request, signal);
      });
      const choices = fieldOf(answer, 'choices');
      const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
      return textIn(server, fieldOf(fieldOf(first, 'message'), 'content'));
    },
  };
}

function textIn(server: ModelServer, content: unknown): string {
  if (typeof content !== 'string') throw server.invalidResponse('it has no text');
  return content.slice(0, maxAnswerLength).toWellFormed();
}

function isAboutRequest(thrown: unknown): boolean {
  return thrown instanceof BigMindError && thrown.details['reason'] === 'request';
}

/** Users enter the address with or without its version: see `search/embedding/servers/openai.ts`. */
function baseOf(url: string): string {
  const base = url.replace(/\/+$/u, '').replace(/\/chat\/completions$/u, '');
  return URL.canParse(base) && new URL(base).pathname === '/' ? `${base}/v1` : base;
}

/** `otherwise` begins the sentence about a missing model. */
function remediesFor(otherwise: string): Record<'model' | 'key' | 'address' | 'down', string> {
  return {
    model: `${otherwise} another model by BIGMIND_LEARN_MODEL (setting "bigmind.learn.modelName").`,
    key: 'Set BIGMIND_LEARN_KEY.',
    address: 'BIGMIND_LEARN_URL (setting "bigmind.learn.url") is the address of the server, with or without /v1.',
    down: 'Check that the server runs; BigMind tries again later. No recorded chats are lost.',
  };
}
