/**
 * Embeds memories in the background while a process runs. It looks for work when it is woken and every 15 seconds,
 * because other processes write too. Errors are reported to its listeners, and the work is retried. Nothing is thrown,
 * because the host must serve memories with or without a model. Stopping loses nothing, because the queue is in the
 * store.
 */
import type { EmbeddingProgress, EmbeddingStore } from '../../memory/recall/embeddings.ts';
import type { BigMindError } from '../../memory/shared/errors.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import type { QuestionLane } from './questionLane.ts';
import type { EmbeddingProvider } from './servers/provider.ts';
import { workOff } from './workOff.ts';

/** Milliseconds between polls, and before a failed model is tried again, at first and at most. */
const pollMs = 15_000;
const minBackOffMs = 5_000;
const maxBackOffMs = 600_000;

/** Calls `work` once after some milliseconds. The returned function cancels it. */
export type After = (milliseconds: number, work: () => void) => () => void;

interface EmbedderOptions {
  store: EmbeddingStore;
  provider: EmbeddingProvider;
  clock: Pick<Clock, 'now'>;
  after: After;
  /** Queries, which take priority; none if undefined. */
  questions?: Pick<QuestionLane, 'free'>;
}

export interface EmbedderState {
  /** `resting`: nothing is due. `waiting`: an error occurred, and the work will be retried. */
  activity: 'working' | 'resting' | 'waiting';
  /** The last known progress of the store; undefined until it was read. */
  progress: EmbeddingProgress | undefined;
  /** The error of the last round; undefined if it succeeded. */
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

  /** Returns a function that removes the listener. Errors in listeners are ignored. */
  onProgress(listener: (state: EmbedderState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks for work now, and then polls. Has no effect while it waits to retry a failed model. */
  wake(): void {
    if (this.#stop.signal.aborted || this.#state.activity === 'waiting') return;
    if (this.#round !== undefined) {
      this.#wokenMeanwhile = true;
      return;
    }
    this.#begin();
  }

  /** Aborts and releases the current work. Resolves when the store is no longer used. */
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

  /** One round; never rejects. Returns the pause before the next one. */
  async #work(): Promise<number> {
    const { store, provider, clock, questions } = this.#options;
    const before = this.#state;
    try {
      await workOff({
        store,
        provider,
        signal: this.#stop.signal,
        now: () => clock.now(),
        questions,
        onBatch: async () => this.#report('working', await store.progress(provider.model)),
      });
      this.#troubles = 0;
      // Most polls find nothing, and then there is nothing to count or to report.
      const isNews = this.#state !== before || before.activity !== 'resting' || before.progress === undefined;
      if (isNews) this.#report('resting', await store.progress(provider.model));
      return pollMs;
    } catch (thrown) {
      if (this.#stop.signal.aborted) return pollMs;
      const error = bigMindErrorFrom(thrown);
      this.#report('waiting', this.#state.progress, error);
      return this.#backOff(error);
    }
  }

  /** Waits at least as long as the server asks for. */
  #backOff({ details }: BigMindError): number {
    const pause = Math.min(maxBackOffMs, minBackOffMs * 2 ** this.#troubles);
    this.#troubles += 1;
    const asked = details['retryAfterSeconds'];
    return typeof asked === 'number' ? Math.min(maxBackOffMs, Math.max(pause, asked * 1_000)) : pause;
  }

  #report(activity: EmbedderState['activity'], progress: EmbeddingProgress | undefined, error?: BigMindError): void {
    this.#state = { activity, progress, error };
    for (const listener of this.#listeners) {
      try {
        listener(this.#state);
      } catch {
        // A failing listener must not stop memories from being embedded.
      }
    }
  }
}
