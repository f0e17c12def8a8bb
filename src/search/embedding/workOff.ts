/** Processes the queue of one model until nothing is due. It can be aborted at any time and started again. */
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { EmbedTasksOptions } from './embedTasks.ts';
import { embedTasks, leaseSeconds } from './embedTasks.ts';
import type { EmbeddingProvider } from './servers/provider.ts';

const firstTexts = 4;
const maxTexts = 32;
/** Milliseconds that a batch should take at most, because a query that arrives in the meantime waits for its end. */
const maxBatchLength = 500;

interface WorkOffOptions extends EmbedTasksOptions {
  /** Called after each batch with the number of vectors stored. */
  onBatch: (stored: number) => Promise<void>;
}

/**
 * True if anything was due. Rejects as `embedTasks` does. If a server does not answer in time, smaller batches are
 * tried before it counts as down.
 */
export async function workOff(options: WorkOffOptions): Promise<boolean> {
  const { store, provider } = options;
  for (let any = false; ; any = true) {
    // Repeated after each round, because vectors of a new length require that everything is queued again.
    await store.useModel(provider.model);
    if (!(await claimAll(options))) return any;
  }
}

/** True if anything was due. */
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

/** Measures how long the model takes, without the time spent waiting for queries. */
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

/** Whether no response arrived. A server that reports that it is busy has a status and counts as down. */
function isSilence(thrown: unknown): boolean {
  const { code, details } = bigMindErrorFrom(thrown);
  return code === 'provider_down' && details['status'] === undefined;
}
