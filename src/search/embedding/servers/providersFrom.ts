/** Creates the providers in the settings; a provider that is turned off is absent. Sends no requests. */
import type { Fetch } from './modelServer.ts';
import { createOllama } from './ollama.ts';
import { createOpenAi } from './openai.ts';
import type { EmbeddingProvider, RerankProvider } from './provider.ts';
import type { EmbeddingSettings, ProviderSettings } from './providerSettings.ts';
import { createReranker } from './rerank.ts';

interface Providers {
  embedding?: EmbeddingProvider;
  rerank?: RerankProvider;
}

/** Throws `invalid_input` if a key would be sent unencrypted. */
export function providersFrom({ embeddings, rerank }: ProviderSettings, fetch?: Fetch): Providers {
  const parts = fetch === undefined ? {} : { fetch };
  return {
    ...(embeddings === undefined ? {} : { embedding: embeddingFrom(embeddings, parts) }),
    ...(rerank === undefined ? {} : { rerank: createReranker(rerank, parts) }),
  };
}

function embeddingFrom(settings: EmbeddingSettings, parts: { fetch?: Fetch }): EmbeddingProvider {
  switch (settings.provider) {
    case 'ollama':
      return createOllama(settings, parts);
    case 'openai':
      return createOpenAi(settings, parts);
  }
}
