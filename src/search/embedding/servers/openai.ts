/**
 * Embeddings from a server with the API of OpenAI (OpenAI, llama.cpp, LM Studio, vLLM, LocalAI): `POST {url}/embeddings
 * {model, input, encoding_format}`, which returns `{data: [{index, embedding}]}`.
 *
 * Users enter the address with or without its version. An address without a path gets `/v1`, where local servers
 * answer. An address with a path stays as it is, but a trailing `/embeddings` is removed.
 */
import { defaultTimeouts, ModelServer, type ProviderParts } from './modelServer.ts';
import type { EmbeddingProvider, EmbeddingPurpose } from './provider.ts';
import type { ModelServerSettings } from './providerSettings.ts';
import { fieldOf } from './serverErrors.ts';
import { taskPrefix } from './taskPrefixes.ts';
import { modelAnswerFrom, vectorsFrom } from './vectors.ts';

export function createOpenAi(settings: ModelServerSettings, parts: ProviderParts = {}): EmbeddingProvider {
  const { timeouts = defaultTimeouts } = parts;
  const { model, key } = settings;
  const url = baseOf(settings.url);
  const server = new ModelServer('The embedding server', { url, key }, remediesFor(model), parts.fetch);
  const ask = async (
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal?: AbortSignal,
  ): Promise<{ answer: unknown; vectors: Float32Array[] }> => {
    const prefix = taskPrefix(model, purpose);
    const input = texts.map((text) => `${prefix}${text.toWellFormed()}`);
    const body = { model, input, encoding_format: 'float' };
    const answer = await server.ask({ path: '/embeddings', body, limitMs: timeouts[purpose], signal });
    const rows = rowsInOrder(fieldOf(answer, 'data'));
    if (typeof rows === 'string') throw server.invalidResponse(rows);
    const vectors = vectorsFrom(rows, texts.length);
    if (typeof vectors === 'string') throw server.invalidResponse(vectors);
    return { answer, vectors };
  };
  return {
    model: `openai:${model}`,
    label: `OpenAI-compatible, ${model} at ${server.address}`,
    embed: async (texts, purpose, signal) => (texts.length === 0 ? [] : (await ask(texts, purpose, signal)).vectors),
    probe: async () => modelAnswerFrom(model, await ask(['memory'], 'query')),
  };
}

function baseOf(url: string): string {
  const base = url.replace(/\/+$/u, '').replace(/\/embeddings$/u, '');
  return URL.canParse(base) && new URL(base).pathname === '/' ? `${base}/v1` : base;
}

/**
 * Sorted by `index`, because the rows may be in another order; the end of an error message if an index is missing or
 * duplicate.
 */
function rowsInOrder(data: unknown): unknown[] | string {
  if (!Array.isArray(data)) return 'it has no "data"';
  const rows = new Map<unknown, unknown>(data.map((row) => [fieldOf(row, 'index'), fieldOf(row, 'embedding')]));
  const places = [...data.keys()];
  if (places.some((place) => !rows.has(place))) return 'its "index" numbers do not count the texts';
  return places.map((place) => rows.get(place));
}

function remediesFor(model: string): Record<'model' | 'key' | 'address', string> {
  return {
    model: `Load "${model}" in the server, or name another by BIGMIND_EMBEDDINGS_MODEL (setting "bigmind.embeddings.model").`,
    key: 'Set BIGMIND_EMBEDDINGS_KEY, or in VS Code "BigMind: Manage Memory... > Set Model Server Key...".',
    address: 'BIGMIND_EMBEDDINGS_URL (setting "bigmind.embeddings.url") is the part before /embeddings.',
  };
}
