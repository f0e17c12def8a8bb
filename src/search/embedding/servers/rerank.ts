/**
 * Scores from a reranking server: `POST {url}/rerank {model, query, documents, top_n}`, which returns `{results:
 * [{index, relevance_score}]}` (llama.cpp, Jina, Cohere, vLLM). Text Embeddings Inference has the same path, expects
 * the documents as `texts`, and returns `[{index, score}]`. It is recognized by its refusal, and later requests use its
 * format.
 *
 * The address is the part before `/rerank`, with the version if the server has one: `https://api.jina.ai/v1`.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { defaultTimeouts, ModelServer, type ProviderParts } from './modelServer.ts';
import type { RerankProvider } from './provider.ts';
import type { ModelServerSettings } from './providerSettings.ts';
import { fieldOf } from './serverErrors.ts';

export function createReranker(settings: ModelServerSettings, parts: ProviderParts = {}): RerankProvider {
  const { timeouts = defaultTimeouts } = parts;
  const { model, key } = settings;
  const url = settings.url.replace(/\/+$/u, '').replace(/\/rerank$/u, '');
  const server = new ModelServer('The reranking server', { url, key }, remedies, parts.fetch);
  let wantsTexts = false;
  const ask = (body: object, signal: AbortSignal | undefined): Promise<unknown> =>
    server.ask({ path: '/rerank', body, limitMs: timeouts.query, signal });
  const answerTo = async (query: string, documents: string[], signal?: AbortSignal): Promise<unknown> => {
    if (wantsTexts) return ask({ query, texts: documents, truncate: true }, signal);
    const named = model === '' ? {} : { model };
    try {
      return await ask({ ...named, query, documents, top_n: documents.length }, signal);
    } catch (thrown) {
      if (!(thrown instanceof BigMindError) || !thrown.message.includes('missing field `texts`')) throw thrown;
      wantsTexts = true;
      return ask({ query, texts: documents, truncate: true }, signal);
    }
  };
  return {
    label: `Reranking, ${model === '' ? 'the model' : model} at ${server.address}`,
    score: async (query, documents, signal) => {
      if (documents.length === 0) return [];
      const wellFormed = documents.map((text) => text.toWellFormed());
      const scores = scoresFrom(await answerTo(query.toWellFormed(), wellFormed, signal), documents.length);
      if (typeof scores === 'string') throw server.invalidResponse(scores);
      return scores;
    },
  };
}

/** The end of an error message instead of scores, if a document does not have exactly one. */
function scoresFrom(answer: unknown, count: number): number[] | string {
  const results = Array.isArray(answer) ? answer : fieldOf(answer, 'results');
  if (!Array.isArray(results)) return 'it has no "results"';
  const scores = new Map<unknown, unknown>(
    results.map((result) => [fieldOf(result, 'index'), fieldOf(result, 'relevance_score') ?? fieldOf(result, 'score')]),
  );
  const inOrder = Array.from({ length: count }, (_, place) => scores.get(place)).filter(isFinite);
  if (inOrder.length !== count || results.length !== count) return 'it does not have one score for each document';
  return inOrder;
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}

const remedies = {
  model: 'Name another by BIGMIND_RERANK_MODEL (setting "bigmind.rerank.model").',
  key: 'Set BIGMIND_RERANK_KEY, or in VS Code "BigMind: Manage Memory... > Set Model Server Key...".',
  address: 'BIGMIND_RERANK_URL (setting "bigmind.rerank.url") is the part before /rerank.',
};
