/**
 * Search by meaning, with an optional model. It turns the query into a vector whose neighbors are found in the store,
 * and a second model can rerank the best results. A model that is unavailable is skipped for a while, and the results
 * say that they were found by words.
 */
import type { EmbeddingProgress, EmbeddingStore, Neighbour } from '../../memory/recall/embeddings.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Finding } from '../../memory/shared/findings.ts';
import type { MemoryFilter, MemoryRef } from '../../memory/shared/memoryRef.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { BoundedMap } from '../../util/boundedMap.ts';
import { modelFinding } from '../embedding/modelFinding.ts';
import { QuestionLane } from '../embedding/questionLane.ts';
import { productOf } from '../embedding/wordVectors.ts';
import type { EmbeddingProvider, RerankProvider } from '../embedding/servers/provider.ts';

export interface Models {
  embedding?: EmbeddingProvider;
  rerank?: RerankProvider;
  /** Queries pass through it, so that documents wait until they end. */
  questions?: QuestionLane;
}

/** The result of a model, or a sentence for the user about why there is none. Neither without a model. */
export interface Answered<T> {
  answer?: T;
  notice?: string;
}

/** Milliseconds for which a failed model is skipped. */
const cooldownMs = 30_000;
/** Limits in characters for queries and documents; models read less of most texts. */
const maxQuestionLength = 2_000;
const maxDocumentLength = 4_000;
/** Short texts whose vectors are kept, and how many of them one query may add, so that none waits long. */
const maxKept = 5_000;
const maxAdded = 128;

export class Meaning {
  readonly #store: EmbeddingStore;
  readonly #models: Models;
  readonly #clock: Clock;
  readonly #questions: QuestionLane;
  readonly #shortTexts = new BoundedMap<string, Float32Array>(maxKept);
  readonly #resting = new Map<string, { until: number; notice: string }>();

  constructor(store: EmbeddingStore, models: Models, clock: Clock) {
    this.#store = store;
    this.#models = models;
    this.#clock = clock;
    this.#questions = models.questions ?? new QuestionLane();
  }

  /** As stored with each vector; undefined without an embedding model. */
  get model(): string | undefined {
    return this.#models.embedding?.model;
  }

  /** The embedding model as users see it; undefined without one. */
  get label(): string | undefined {
    return this.#models.embedding?.label;
  }

  /** The vector of a query. Never rejects because of the model. */
  async embed(question: string): Promise<Answered<Float32Array>> {
    const provider = this.#models.embedding;
    if (provider === undefined) return {};
    return this.#ask(provider.label, 'Keyword search only', async () => {
      const [vector] = await provider.embed([question.slice(0, maxQuestionLength)], 'query');
      if (vector === undefined) throw new BigMindError('provider_refused', `${provider.label} returned no vector.`);
      return vector;
    });
  }

  /**
   * The memories nearest to a vector, nearest first. A cosine of 0 or less never counts as near, however few memories
   * there are.
   */
  async nearest(vector: Float32Array, filter: MemoryFilter, limit: number): Promise<Neighbour[]> {
    const model = this.#models.embedding?.model;
    if (model === undefined) return [];
    const neighbours = await this.#store.nearest(model, vector, filter, limit);
    return neighbours.filter(({ similarity }) => similarity > 0);
  }

  /**
   * The cosine between a vector and that of each memory, -1 to 1; undefined for a memory without one. The reader must
   * be allowed to see these memories.
   */
  async similarities(vector: Float32Array, refs: readonly MemoryRef[]): Promise<(number | undefined)[]> {
    const model = this.#models.embedding?.model;
    return model === undefined ? refs.map(() => undefined) : this.#store.similarities(model, vector, refs);
  }

  /**
   * The cosine between a query and each of some short texts that are no memories, -1 to 1; 0 for a text that the model
   * has not embedded yet. It embeds the first 128 of those at a time. Never rejects because of the model.
   */
  async similarTexts(question: string, texts: readonly string[]): Promise<Answered<number[]>> {
    const provider = this.#models.embedding;
    if (provider === undefined || texts.length === 0) return {};
    return this.#ask(provider.label, 'Found by words only', async () => {
      const [asked] = await provider.embed([question.slice(0, maxQuestionLength)], 'query');
      const added = texts.filter((text) => !this.#shortTexts.has(text)).slice(0, maxAdded);
      const vectors = added.length === 0 ? [] : await provider.embed(added, 'document');
      added.forEach((text, place) => {
        const vector = vectors[place];
        if (vector !== undefined) this.#shortTexts.set(text, vector);
      });
      return texts.map((text) => cosineOf(asked, this.#shortTexts.get(text)));
    });
  }

  /** True if there is a model that has not embedded anything yet, so that the vector of a query would find nothing. */
  async coversNothing(): Promise<boolean> {
    const model = this.#models.embedding?.model;
    return model !== undefined && !(await this.#store.coversAny(model));
  }

  /** Checks the server of the embedding model. Empty without one; never rejects because of the model. */
  async examine(): Promise<Finding[]> {
    const provider = this.#models.embedding;
    const finding = provider && (await this.#questions.ask(() => modelFinding(provider, this.#store)));
    return finding === undefined ? [] : [finding];
  }

  /** How many of all memories search by meaning covers; undefined without an embedding model. */
  async coverage(): Promise<Pick<EmbeddingProgress, 'embedded' | 'total' | 'lastError'> | undefined> {
    const model = this.#models.embedding?.model;
    return model === undefined ? undefined : this.#store.progress(model);
  }

  /**
   * How well each text answers the query, 0 for the worst and 1 for the best of them. Never rejects because of the
   * model.
   */
  async judge(question: string, texts: readonly string[]): Promise<Answered<number[]>> {
    const provider = this.#models.rerank;
    if (provider === undefined || texts.length < 2) return {};
    return this.#ask(provider.label, 'Not reranked', async () => {
      const documents = texts.map((text) => text.slice(0, maxDocumentLength));
      return betweenZeroAndOne(await provider.score(question.slice(0, maxQuestionLength), documents));
    });
  }

  async #ask<T>(label: string, without: string, work: () => Promise<T>): Promise<Answered<T>> {
    const now = this.#clock.now().getTime();
    const resting = this.#resting.get(label);
    if (resting !== undefined && now < resting.until) return { notice: resting.notice };
    try {
      const answer = await this.#questions.ask(work);
      this.#resting.delete(label);
      return { answer };
    } catch (thrown) {
      if (!(thrown instanceof BigMindError)) throw thrown;
      const notice = `${without}: ${thrown.sentence}`;
      this.#resting.set(label, { until: now + cooldownMs, notice });
      return { notice };
    }
  }
}

/** 0 if one is absent or empty. */
function cosineOf(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (one?.length !== other?.length || one === undefined || other === undefined) return 0;
  const length = Math.sqrt(productOf(one, one) * productOf(other, other));
  return length === 0 ? 0 : productOf(one, other) / length;
}

function betweenZeroAndOne(scores: readonly number[]): number[] {
  const min = Math.min(...scores);
  const span = Math.max(...scores) - min;
  return scores.map((score) => (span === 0 ? 0.5 : (score - min) / span));
}
