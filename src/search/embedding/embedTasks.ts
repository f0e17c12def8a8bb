/**
 * Embeds one claimed batch. If the model refuses a batch, it is halved until the refused text is found. Only that text
 * is postponed, and half as much of it is sent at the next attempt. A refusal that no text causes (a wrong key, a
 * missing model) counts against none.
 */
import type { EmbeddingStore, EmbeddingTask } from '../../memory/recall/embeddings.ts';
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { QuestionLane } from './questionLane.ts';
import type { EmbeddingProvider } from './servers/provider.ts';

/** Texts per request if one has more than `longText` characters: servers keep all of them in memory at once. */
const maxLongTexts = 16;
const longText = 2_000;
const minTextLength = 500;
/** Milliseconds before a refused text is tried again; each further pause is four times as long. */
const minRetryDelayMs = 10_000;
/** A model that refuses this text refuses every text. */
const harmlessText = 'memory';

/** Seconds; longer than a request may take. After a crash, tasks are delayed by this time. */
export const leaseSeconds = 90;
/** Milliseconds after which a lease is renewed before the next request. */
const minLeaseAgeMs = 10_000;

export interface EmbedTasksOptions {
  store: EmbeddingStore;
  provider: EmbeddingProvider;
  now: () => Date;
  signal: AbortSignal;
  /** Queries, which take priority; none if undefined. */
  questions?: Pick<QuestionLane, 'free'> | undefined;
}

/**
 * Returns the number of vectors stored. Rejects as the provider does when it is down or refuses everything, with the
 * signal's reason if it was aborted, or as the store does. Unfinished tasks are released first.
 */
export async function embedTasks(tasks: readonly EmbeddingTask[], options: EmbedTasksOptions): Promise<number> {
  const batch = new Batch(tasks, options);
  try {
    return await batch.embed();
  } catch (thrown) {
    const reason = options.signal.aborted ? null : bigMindErrorFrom(thrown).message;
    // The first error is more informative than a second one from the store.
    await options.store.release(batch.unfinished, reason).catch(() => undefined);
    throw thrown;
  }
}

class Batch {
  readonly #options: EmbedTasksOptions;
  readonly #unfinished: Set<EmbeddingTask>;
  /** Once true, any refusal is about a text. */
  #isWilling = false;
  /** Milliseconds since 1970. */
  #leasedAt: number;

  constructor(tasks: readonly EmbeddingTask[], options: EmbedTasksOptions) {
    this.#options = options;
    this.#unfinished = new Set(tasks);
    this.#leasedAt = options.now().getTime();
  }

  get unfinished(): EmbeddingTask[] {
    return [...this.#unfinished];
  }

  async embed(): Promise<number> {
    const tasks = this.unfinished;
    const isLong = tasks.some((task) => task.text.length > longText);
    const size = isLong ? maxLongTexts : tasks.length;
    let stored = 0;
    for (let start = 0; start < tasks.length; start += size)
      stored += await this.#embed(tasks.slice(start, start + size));
    return stored;
  }

  async #embed(tasks: readonly EmbeddingTask[]): Promise<number> {
    let vectors: Float32Array[];
    try {
      vectors = await this.#vectorsOf(tasks.map(shownText));
    } catch (thrown) {
      const error = bigMindErrorFrom(thrown);
      if (error.code !== 'provider_refused') throw thrown;
      await this.#makeSureOfWill(error);
      return this.#embedParts(tasks, error);
    }
    return this.#store(tasks, vectors);
  }

  async #embedParts(tasks: readonly EmbeddingTask[], refusal: BigMindError): Promise<number> {
    const [only] = tasks;
    if (only !== undefined && tasks.length === 1) {
      await this.#postpone(only, refusal.message);
      return 0;
    }
    const middle = Math.ceil(tasks.length / 2);
    return (await this.#embed(tasks.slice(0, middle))) + (await this.#embed(tasks.slice(middle)));
  }

  /** Rejects with the refusal if the model accepts no text at all. */
  async #makeSureOfWill(refusal: BigMindError): Promise<void> {
    if (this.#isWilling || refusal.details['reason'] === 'input') return;
    try {
      await this.#vectorsOf([harmlessText]);
      this.#isWilling = true;
    } catch (thrown) {
      throw bigMindErrorFrom(thrown).code === 'provider_refused' ? refusal : thrown;
    }
  }

  async #store(tasks: readonly EmbeddingTask[], vectors: readonly Float32Array[]): Promise<number> {
    const { store, provider } = this.#options;
    const finished = tasks.flatMap((task, place) => {
      const vector = vectors[place];
      return vector !== undefined && hasDirection(vector) ? [{ task, vector }] : [];
    });
    const stored = await store.complete(provider.model, finished);
    for (const { task } of finished) this.#unfinished.delete(task);
    for (const task of tasks)
      if (this.#unfinished.has(task)) await this.#postpone(task, 'The model gave no vector for it.');
    return stored;
  }

  async #postpone(task: EmbeddingTask, why: string): Promise<void> {
    const delayMs = minRetryDelayMs * 4 ** task.attempts;
    const notBefore = new Date(this.#options.now().getTime() + delayMs).toISOString();
    await this.#options.store.postpone([task], notBefore, why);
    this.#unfinished.delete(task);
  }

  async #vectorsOf(texts: readonly string[]): Promise<Float32Array[]> {
    const { provider, signal, questions } = this.#options;
    if (questions !== undefined) await unlessAborted(signal, () => questions.free());
    await this.#keepLease();
    return unlessAborted(signal, () => provider.embed(texts, 'document', signal));
  }

  async #keepLease(): Promise<void> {
    const { store, now } = this.#options;
    const at = now().getTime();
    if (at - this.#leasedAt < minLeaseAgeMs) return;
    await store.renew(this.unfinished, leaseSeconds);
    this.#leasedAt = at;
  }
}

/** A refused text may have been too long, so each attempt sends half as much of it. */
function shownText({ text, attempts }: EmbeddingTask): string {
  return text.slice(0, Math.max(minTextLength, text.length >> attempts));
}

function hasDirection(vector: Float32Array): boolean {
  return vector.every((value) => Number.isFinite(value)) && vector.some((value) => value !== 0);
}

/** Rejects on abort even if `work` ignores the signal. */
async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(broken(signal));
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}

function broken(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new BigMindError('internal', 'The work was canceled.');
}
