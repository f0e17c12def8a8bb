/** Works the queue of one model off, until nothing more is due. It can be broken off at any moment and begun again. */
import { bigMindErrorFrom } from '../../memory/errors.ts';
import { embedTasks } from './embedTasks.ts';
import type { EmbedTasksOptions } from './embedTasks.ts';

const mostTexts = 32;
/** Longer than a batch takes whose every half is refused in turn; a crash costs so long. */
const leaseSeconds = 300;

export interface WorkOffOptions extends EmbedTasksOptions {
  /** Told after each batch how many vectors were stored. */
  onBatch: (stored: number) => Promise<void>;
}

/** Rejects as `embedTasks` does. A server that does not answer is asked for less at once before it is taken for down. */
export async function workOff(options: WorkOffOptions): Promise<void> {
  const { store, provider } = options;
  do {
    // Said again after each round, because vectors of a new length leave everything to be queued anew.
    await store.useModel(provider.model);
  } while (await claimAll(options));
}

/** True when anything was due. */
async function claimAll(options: WorkOffOptions): Promise<boolean> {
  const { store, provider, signal, onBatch } = options;
  let size = mostTexts;
  for (let any = false; ; any = true) {
    signal.throwIfAborted();
    const tasks = await store.claim(provider.model, size, leaseSeconds);
    if (tasks.length === 0) return any;
    try {
      await onBatch(await embedTasks(tasks, options));
      size = Math.min(mostTexts, size * 2);
    } catch (thrown) {
      if (!isSilence(thrown) || tasks.length === 1) throw thrown;
      size = Math.max(1, Math.floor(tasks.length / 4));
    }
  }
}

/** Nobody answered in time; a server that says that it is busy has a status, and is believed. */
function isSilence(thrown: unknown): boolean {
  const { code, details } = bigMindErrorFrom(thrown);
  return code === 'provider_down' && details['status'] === undefined;
}
