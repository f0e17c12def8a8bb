/**
 * Search by meaning, with an optional model. It turns the question into a vector whose neighbors are found in the
 * store, and it can rerank the best answers. A model that is unavailable is skipped for a while, and the answer says
 * that it was found by words.
 */
import type { EmbeddingProgress, EmbeddingStore, Neighbour } from '../../memory/recall/embeddings.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Finding } from '../../memory/shared/findings.ts';
import type { MemoryFilter, MemoryRef } from '../../memory/shared/memoryRef.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { modelFinding } from '../embedding/modelFinding.ts';
import { QuestionLane } from '../embedding/questionLane.ts';
import type { EmbeddingProvider, RerankProvider } from '../embedding/servers/provider.ts';

export interface Models {
  embedding?: EmbeddingProvider;
  rerank?: RerankProvider;
  /** Through which questions pass, so that documents wait meanwhile. */
  questions?: QuestionLane;
}

/** What a model said, or a sentence for the reader about why it said nothing. Neither when there is no model. */
export interface Answered<T> {
  answer?: T;
  notice?: string;
}

/** For so long, in milliseconds, nobody waits for a model that failed. */
const rest = 30_000;
/** Questions and documents are cut here, in characters; models read less of most texts. */
const maxQuestionLength = 2_000;
const maxDocumentLength = 4_000;

export class Meaning {
  readonly #store: EmbeddingStore;
  readonly #models: Models;
  readonly #clock: Clock;
  readonly #questions: QuestionLane;
  readonly #resting = new Map<string, { until: number; notice: string }>();

  constructor(store: EmbeddingStore, models: Models, clock: Clock) {
    this.#store = store;
    this.#models = models;
    this.#clock = clock;
    this.#questions = models.questions ?? new QuestionLane();
  }

  /** As stored with each vector; undefined when none embeds. */
  get model(): string | undefined {
    return this.#models.embedding?.model;
  }

  /** The model that embeds, for people; undefined when none does. */
  get label(): string | undefined {
    return this.#models.embedding?.label;
  }

  /** The vector of a question. Never rejects because of the model. */
  async embed(question: string): Promise<Answered<Float32Array>> {
    const provider = this.#models.embedding;
    if (provider === undefined) return {};
    return this.#ask(provider.label, 'Keyword search only', async () => {
      const [vector] = await provider.embed([question.slice(0, maxQuestionLength)], 'query');
      if (vector === undefined) throw new BigMindError('provider_refused', `${provider.label} returned no vector.`);
      return vector;
    });
  }

  /** The memories nearest to a vector, nearest first. What points another way is near to nothing, however few there are. */
  async nearest(vector: Float32Array, filter: MemoryFilter, limit: number): Promise<Neighbour[]> {
    const model = this.#models.embedding?.model;
    if (model === undefined) return [];
    const neighbours = await this.#store.nearest(model, vector, filter, limit);
    return neighbours.filter(({ similarity }) => similarity > 0);
  }

  /** For each memory, which the reader may see, how near it is to a vector: the cosine, -1 to 1; undefined where it has no vector. */
  async similarities(vector: Float32Array, refs: readonly MemoryRef[]): Promise<(number | undefined)[]> {
    const model = this.#models.embedding?.model;
    return model === undefined ? refs.map(() => undefined) : this.#store.similarities(model, vector, refs);
  }

  /** True when there is a model that has embedded nothing yet, so that its vector of a question would find nothing. */
  async coversNothing(): Promise<boolean> {
    const model = this.#models.embedding?.model;
    return model !== undefined && !(await this.#store.coversAny(model));
  }

  /** Asks the server of the model that embeds whether it is well. Empty where there is none; never rejects because of the model. */
  async examine(): Promise<Finding[]> {
    const provider = this.#models.embedding;
    const finding = provider && (await this.#questions.ask(() => modelFinding(provider, this.#store)));
    return finding === undefined ? [] : [finding];
  }

  /** How many of all memories search by meaning covers; undefined when no model embeds. */
  async coverage(): Promise<Pick<EmbeddingProgress, 'embedded' | 'total' | 'lastError'> | undefined> {
    const model = this.#models.embedding?.model;
    return model === undefined ? undefined : this.#store.progress(model);
  }

  /** How well each text answers the question, 0 for the worst to 1 for the best of them. Never rejects because of the model. */
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
      this.#resting.set(label, { until: now + rest, notice });
      return { notice };
    }
  }
}

function betweenZeroAndOne(scores: readonly number[]): number[] {
  const least = Math.min(...scores);
  const span = Math.max(...scores) - least;
  return scores.map((score) => (span === 0 ? 0.5 : (score - least) / span));
}
