/**
 * Embeddings from Ollama, by its native protocol: `POST {url}/api/embed {model, input, truncate}`, which returns
 * `{embeddings: [[…]]}` or `{error}`. The server truncates a text that is too long instead of refusing it.
 */
import { defaultTimeouts, ModelServer, type ProviderParts } from './modelServer.ts';
import type { EmbeddingProvider, EmbeddingPurpose } from './provider.ts';
import type { ModelServerSettings } from './providerSettings.ts';
import { fieldOf } from './serverErrors.ts';
import { taskPrefix } from './taskPrefixes.ts';
import { modelAnswerFrom, vectorsFrom } from './vectors.ts';

export function createOllama(settings: ModelServerSettings, parts: ProviderParts = {}): EmbeddingProvider {
  const { timeouts = defaultTimeouts } = parts;
  // `:latest` is Ollama's default tag.
  const model = settings.model.replace(/:latest$/u, '');
  const url = settings.url.replace(/\/+$/u, '').replace(/\/api(?:\/embed)?$/u, '');
  const server = new ModelServer('Ollama', { url, key: settings.key }, remediesFor(model), parts.fetch);
  const ask = async (
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal?: AbortSignal,
  ): Promise<{ answer: unknown; vectors: Float32Array[] }> => {
    const prefix = taskPrefix(model, purpose);
    const input = texts.map((text) => `${prefix}${text.toWellFormed()}`);
    const body = { model, input, truncate: true };
    const answer = await server.ask({ path: '/api/embed', body, limitMs: timeouts[purpose], signal });
    const rows = fieldOf(answer, 'embeddings');
    if (!Array.isArray(rows)) throw server.invalidResponse('it has no "embeddings"');
    const vectors = vectorsFrom(rows, texts.length);
    if (typeof vectors === 'string') throw server.invalidResponse(vectors);
    return { answer, vectors };
  };
  return {
    model: `ollama:${model}`,
    label: `Ollama, ${model} at ${server.address}`,
    embed: async (texts, purpose, signal) => (texts.length === 0 ? [] : (await ask(texts, purpose, signal)).vectors),
    probe: async () => modelAnswerFrom(model, await ask(['memory'], 'query')),
  };
}

function remediesFor(model: string): Record<'model' | 'key' | 'address', string> {
  return {
    model: `Run \`ollama pull ${model}\`, or choose another embedding model.`,
    key: 'Set BIGMIND_EMBEDDINGS_KEY, or in VS Code "BigMind: Manage Memory... > Set Model Server Key...".',
    address:
      'BIGMIND_EMBEDDINGS_URL, in VS Code the setting "bigmind.embeddings.url", names an Ollama of 0.3 or newer.',
  };
}
