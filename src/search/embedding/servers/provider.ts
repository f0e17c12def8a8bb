/**
 * The ports to external models: one turns texts into vectors, one judges how well documents answer a question. Both are
 * optional, slow and sometimes unavailable; callers continue without them.
 */

/** What a model server says when it is only asked whether it is there. */
export interface ModelAnswer {
  /** The length of its vectors. */
  dimensions: number;
  /** The name of the model that it says it runs, where that is another than was asked for. */
  otherModel?: string;
}

/** What a text is embedded for; many models are told, and place questions near their answers only then. */
export type EmbeddingPurpose = 'document' | 'query';

export interface EmbeddingProvider {
  /** Provider and model as stored with each vector, such as `ollama:nomic-embed-text`; vectors of two models never compare. */
  readonly model: string;
  /** For people, such as `Ollama, nomic-embed-text at http://localhost:11434`; no key is in it. */
  readonly label: string;
  /**
   * One vector for each text, in the order of the texts, all of one length, not necessarily normalised. Rejects with
   * `provider_down` (not reachable, too slow, too busy: try later) or `provider_refused` (the remedy says what to change);
   * with the signal's own reason when the caller's signal broke it off.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]>;
  /** Embeds one word as a question, for those who examine the server. Rejects as `embed` does. */
  probe?(): Promise<ModelAnswer>;
}

export interface RerankProvider {
  /** For people; no key is in it. */
  readonly label: string;
  /** One score for each document, higher is better, in any range. Rejects as `embed` does. */
  score(query: string, documents: readonly string[], signal?: AbortSignal): Promise<number[]>;
}
