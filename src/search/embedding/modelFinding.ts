/**
 * Checks that the embedding server answers and runs the model of the stored vectors, for the doctor and `bigmind
 * embed`.
 */
import type { EmbeddingStore } from '../../memory/recall/embeddings.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { Finding } from '../../memory/shared/findings.ts';
import type { EmbeddingProvider } from './servers/provider.ts';

/** Waits for the server no longer than a query does. Undefined for a provider without `probe`. */
export async function modelFinding(
  provider: EmbeddingProvider,
  store: Pick<EmbeddingStore, 'progress'>,
): Promise<Finding | undefined> {
  if (provider.probe === undefined) return undefined;
  try {
    const { dimensions, otherModel } = await provider.probe();
    const { dimensions: stored, embedded } = await store.progress(provider.model);
    if (embedded > 0 && stored !== null && stored !== dimensions) {
      return {
        status: 'warning',
        what: `The model server answers with ${String(dimensions)} dimensions, but the ${String(embedded)} stored vectors have ${String(stored)}: ${provider.label} is not the model that made them.`,
        remedy:
          'Set BIGMIND_EMBEDDINGS_MODEL to the model that made them; or leave it, and everything is embedded again.',
      };
    }
    if (otherModel !== undefined) {
      return {
        status: 'warning',
        what: `The model server says that it runs "${otherModel}", which is not what was asked for: ${provider.label}.`,
        remedy: 'Set BIGMIND_EMBEDDINGS_MODEL to the model that the server runs, or load the other model there.',
      };
    }
    return {
      status: 'ok',
      what: `The model server answers, with ${String(dimensions)} dimensions: ${provider.label}.`,
    };
  } catch (thrown) {
    const { sentence, code } = bigMindErrorFrom(thrown);
    if (code !== 'provider_down' && code !== 'provider_refused') throw thrown;
    return { status: 'warning', what: sentence, remedy: 'Search uses keywords until the model server answers.' };
  }
}
