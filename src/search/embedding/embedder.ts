/**
 * Embeds memories in the background while a process runs. It looks for work when it is woken and every few seconds,
 * because other processes write too. Its listener gets errors, and the work is tried again later; nothing is thrown,
 * because the host has to serve a memory with or without a model. Stopping loses nothing; the queue is in the store.
 */
import type { EmbeddingProgress, EmbeddingStore } from '../../memory/recall/embeddings.ts';
import type { BigMindError } from '../../memory/shared/errors.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import type { QuestionLane } from './questionLane.ts';
import type { EmbeddingProvider } from './servers/provider.ts';
import { workOff } from './workOff.ts';

/** In milliseconds: between two looks for work, and before a model that is down is asked again, at first and at most. */
const pollPause = 15_000;
const firstBackOff = 5_000;
const maxBackOff = 600_000;

/** Calls `work` once after some milliseconds; the answer calls it off. */
export type After = (milliseconds: number, work: () => void) => () => void;

export interface EmbedderOptions {
  store: EmbeddingStore;
  provider: EmbeddingProvider;
  clock: Pick<Clock, 'now'>;
  after: After;
  /** Questions that go first; none when absent. */
  questions?: Pick<QuestionLane, 'free'>;
}

export interface EmbedderState {
  /** `resting`: nothing is due. `waiting`: something went wrong, and it is tried again. */
  activity: 'working' | 'resting' | 'waiting';
  /** How far the store is, as far as it was known last; undefined when it could not be read. */
  progress: EmbeddingProgress | undefined;
  /** What went wrong last; undefined when all is well. */
  error: BigMindError | undefined;
}

export class Embedder {
  readonly #options: EmbedderOptions;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(state: EmbedderState) => void>();
  #state: EmbedderState = { activity: 'resting', progress: undefined, error: undefined };
  #round: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #wokenMeanwhile = false;
  #troubles = 0;

  constructor(options: EmbedderOptions) {
    this.#options = options;
  }

  get state(): EmbedderState {
    return this.#state;
  }

  /** The answer takes the listener away again. What a listener throws is its own affair. */
  onProgress(listener: (state: EmbedderState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks for work now, and from then on by itself. While a model is down it goes on waiting. */
  wake(): void {
    if (this.#stop.signal.aborted || this.#state.activity === 'waiting') return;
    if (this.#round !== undefined) {
      this.#wokenMeanwhile = true;
      return;
    }
    this.#begin();
  }

  /** Breaks off what is under way and gives it back. Resolves when nothing will touch the store any more. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#cancelTimer?.();
    await this.#round;
    this.#listeners.clear();
  }

  #begin(): void {
    this.#cancelTimer?.();
    this.#wokenMeanwhile = false;
    this.#round = this.#work().then((pause) => {
      this.#round = undefined;
      if (this.#stop.signal.aborted) return;
      if (this.#wokenMeanwhile && this.#state.activity === 'resting') this.#begin();
      else this.#cancelTimer = this.#options.after(pause, () => this.#begin());
    });
  }

  /** One round; never rejects. Answers with the pause until the next. */
  async #work(): Promise<number> {
    const { store, provider, clock, questions } = this.#options;
    const before = this.#state;
    try {
      await workOff({
        store,
        provider,
        signal: this.#stop.signal,
        now: () => clock.now(),
        ...(questions !== undefined && { questions }),
        onBatch: async () => this.#tell('working', await store.progress(provider.model)),
      });
      this.#troubles = 0;
      // Most looks find nothing to do, and then there is nothing to count and nothing to tell.
      const isNews = this.#state !== before || before.activity !== 'resting' || before.progress === undefined;
      if (isNews) this.#tell('resting', await store.progress(provider.model));
      return pollPause;
    } catch (thrown) {
      if (this.#stop.signal.aborted) return pollPause;
      const error = bigMindErrorFrom(thrown);
      this.#tell('waiting', this.#state.progress, error);
      return this.#backOff(error);
    }
  }

  /** A server that says when to come back is not asked before. */
  #backOff({ details }: BigMindError): number {
    const pause = Math.min(maxBackOff, firstBackOff * 2 ** this.#troubles);
    this.#troubles += 1;
    const asked = details['retryAfterSeconds'];
    return typeof asked === 'number' ? Math.min(maxBackOff, Math.max(pause, asked * 1_000)) : pause;
  }

  #tell(activity: EmbedderState['activity'], progress: EmbeddingProgress | undefined, error?: BigMindError): void {
    this.#state = { activity, progress, error };
    for (const listener of this.#listeners) {
      try {
        listener(this.#state);
      } catch {
        // A listener that fails must not keep memories from being embedded.
      }
    }
  }
}
