/**
 * The ports to external models: one turns texts into vectors, one judges how well documents answer a question. Both are
 * optional, slow and sometimes unavailable; callers continue without them.
 */

/** The response of a model server to a probe. */
export interface ModelAnswer {
  /** The length of its vectors. */
  dimensions: number;
  /** The model that the server reports, if it is not the requested one. */
  otherModel?: string;
}

/** The purpose of an embedded text. Many models need it to place queries near their answers. */
export type EmbeddingPurpose = 'document' | 'query';

export interface EmbeddingProvider {
  /**
   * Provider and model as stored with each vector, such as `ollama:nomic-embed-text`. Vectors of different models are
   * never compared.
   */
  readonly model: string;
  /** For users, such as `Ollama, nomic-embed-text at http://localhost:11434`; without the key. */
  readonly label: string;
  /**
   * One vector per text, in the order of the texts, all of one length, not necessarily normalized. Rejects with
   * `provider_down` (unreachable, too slow or too busy: try later) or `provider_refused` (the remedy says what to
   * change), and with the signal's reason if the caller aborts.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]>;
  /** Embeds one word as a query, for diagnostics. Rejects as `embed` does. */
  probe?(): Promise<ModelAnswer>;
}

export interface RerankProvider {
  /** For users; without the key. */
  readonly label: string;
  /** One score per document, in any range; higher is better. Rejects as `embed` does. */
  score(query: string, documents: readonly string[], signal?: AbortSignal): Promise<number[]>;
}
