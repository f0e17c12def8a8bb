/** Works the queue of one model off, until nothing more is due. It can be broken off at any moment and begun again. */
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { EmbedTasksOptions } from './embedTasks.ts';
import { embedTasks, leaseSeconds } from './embedTasks.ts';
import type { EmbeddingProvider } from './servers/provider.ts';

const firstTexts = 4;
const maxTexts = 32;
/** Milliseconds that a batch should take at most, because a question that comes meanwhile waits for its end. */
const maxBatchLength = 500;

export interface WorkOffOptions extends EmbedTasksOptions {
  /** Told after each batch how many vectors were stored. */
  onBatch: (stored: number) => Promise<void>;
}

/**
 * True when anything was due. Rejects as `embedTasks` does. A server that does not answer is asked for less at once before
 * it is taken for down.
 */
export async function workOff(options: WorkOffOptions): Promise<boolean> {
  const { store, provider } = options;
  for (let any = false; ; any = true) {
    // Said again after each round, because vectors of a new length leave everything to be queued anew.
    await store.useModel(provider.model);
    if (!(await claimAll(options))) return any;
  }
}

/** True when anything was due. */
async function claimAll(options: WorkOffOptions): Promise<boolean> {
  const { store, provider, signal, onBatch } = options;
  const timed = new TimedProvider(provider, options.now);
  let size = firstTexts;
  for (let any = false; ; any = true) {
    signal.throwIfAborted();
    const tasks = await store.claim(provider.model, size, leaseSeconds);
    if (tasks.length === 0) return any;
    try {
      timed.spent = 0;
      await onBatch(await embedTasks(tasks, { ...options, provider: timed }));
      const fitting = Math.floor((tasks.length * maxBatchLength) / timed.spent);
      size = Math.max(1, Math.min(maxTexts, tasks.length * 2, fitting));
    } catch (thrown) {
      if (!isSilence(thrown) || tasks.length === 1) throw thrown;
      size = Math.max(1, Math.floor(tasks.length / 4));
    }
  }
}

/** Measures how long the model takes, without the time that questions are waited for. */
class TimedProvider implements EmbeddingProvider {
  readonly model: string;
  readonly label: string;
  /** Milliseconds. */
  spent = 0;
  readonly #provider: EmbeddingProvider;
  readonly #now: () => Date;

  constructor(provider: EmbeddingProvider, now: () => Date) {
    this.model = provider.model;
    this.label = provider.label;
    this.#provider = provider;
    this.#now = now;
  }

  async embed(...asked: Parameters<EmbeddingProvider['embed']>): Promise<Float32Array[]> {
    const began = this.#now().getTime();
    try {
      return await this.#provider.embed(...asked);
    } finally {
      this.spent += this.#now().getTime() - began;
    }
  }
}

/** Nobody answered in time; a server that says that it is busy has a status, and is believed. */
function isSilence(thrown: unknown): boolean {
  const { code, details } = bigMindErrorFrom(thrown);
  return code === 'provider_down' && details['status'] === undefined;
}
