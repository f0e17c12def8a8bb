/**
 * Memories as vectors, for search by meaning. All of this is derived: an external model creates a vector in the
 * background, after the memory is stored. A queue lists the memories that still need one. The transaction that changes
 * a memory also writes the queue, so that neither a crash nor another process loses work or repeats it for long.
 */
import type { MemoryFilter, MemoryRef } from '../shared/memoryRef.ts';
import type { MemoryKind } from '../shared/vocabulary.ts';

/** How much of a memory is embedded: characters of its headline and text. Most models read less of a text anyway. */
export const maxEmbeddedTextLength = 8_000;

/** Attempts for a text that the model refuses; then it counts as failing, until it changes or is retried on request. */
export const maxEmbeddingAttempts = 5;

/** A model's vectors are deleted after this many days without use. */
export const daysOfUnusedModel = 30;

/** One memory to embed, leased to a caller. */
export interface EmbeddingTask {
  /** Identifies this state of the memory: a changed memory has another task. */
  id: number;
  kind: MemoryKind;
  memoryId: string;
  /** Headline and text, at most `maxEmbeddedTextLength` characters; never empty. */
  text: string;
  /** How often the model has refused this text. */
  attempts: number;
}

export interface FinishedEmbedding {
  task: EmbeddingTask;
  /** Not necessarily normalized; finite and not all zero. */
  vector: Float32Array;
}

export interface EmbeddingProgress {
  model: string;
  /** Memories with a vector. */
  embedded: number;
  /** Memories to embed, for the first time or again because they changed. */
  waiting: number;
  /** Memories that the model refused `maxEmbeddingAttempts` times. */
  failing: number;
  /** Waiting memories that are leased by a process that works on them or that ended before it was done. */
  held: number;
  /** ISO 8601: when the last lease ends; null if there is none. */
  heldUntil: string | null;
  /** The length of the vectors; null before the first one. */
  dimensions: number | null;
  /** All memories that a search can find. */
  total: number;
  /** The last error among waiting and failing memories; null if there is none. */
  lastError: string | null;
}

/** A memory with a similar meaning. */
export interface Neighbour {
  kind: MemoryKind;
  id: string;
  /** The cosine similarity of the two vectors, -1 to 1. */
  similarity: number;
}

/** How far one model is with one memory. */
export interface EmbeddingState {
  model: string;
  /** `failed`: the model refused it `maxEmbeddingAttempts` times. */
  state: 'embedded' | 'queued' | 'failed';
  /** How often the model has refused it; 0 once it is embedded. */
  retries: number;
  lastError: string | null;
}

/** `model` is always the `model` of an `EmbeddingProvider`; vectors of different models are never compared. */
export interface EmbeddingStore {
  /**
   * Marks this model as in use. From now on every write queues its changes, and memories without a vector are queued
   * now, in several transactions. Deletes models unused for `daysOfUnusedModel`. Cheap if there is nothing to do.
   */
  useModel(model: string): Promise<void>;
  /**
   * Leases at most `limit` due tasks, oldest first, for `leaseSeconds`. After that they are due again, so that the work
   * of a process that died is not lost. Empty if nothing is due or the model is not in use.
   */
  claim(model: string, limit: number, leaseSeconds: number): Promise<EmbeddingTask[]>;
  /** Extends the leases to `leaseSeconds` from now. */
  renew(tasks: readonly EmbeddingTask[], leaseSeconds: number): Promise<void>;
  /**
   * Stores the vectors of tasks whose memory is unchanged; a memory that changed or was deleted meanwhile is skipped. A
   * vector of another length means that another model uses the same name: all older vectors are deleted, and `useModel`
   * queues their memories again. Returns the number stored.
   */
  complete(model: string, finished: readonly FinishedEmbedding[]): Promise<number>;
  /**
   * Counts one attempt for each task. They are due again at `notBefore` (ISO 8601), unless that was the last attempt.
   */
  postpone(tasks: readonly EmbeddingTask[], notBefore: string, error: string): Promise<void>;
  /** Returns tasks without an attempt; they are due at once. `error` is the reason, or null. */
  release(tasks: readonly EmbeddingTask[], error: string | null): Promise<void>;
  /** Makes failing and postponed tasks due again, with their attempts reset. Returns their number. */
  retryFailing(model: string): Promise<number>;
  /** For a model that was never used, nothing is embedded and nothing waits. */
  progress(model: string): Promise<EmbeddingProgress>;
  /** Every model in use, the last used first. */
  report(): Promise<EmbeddingProgress[]>;
  /**
   * The memories nearest to a vector among those that match the filter, nearest first. `vector` need not be normalized.
   * Empty if the model is not in use or its vectors have another length.
   */
  nearest(model: string, vector: Float32Array, filter: MemoryFilter, limit: number): Promise<Neighbour[]>;
  /**
   * The cosine similarity of a vector to each memory, -1 to 1; undefined for a memory without a vector, and for all if
   * `nearest` would be empty. The caller may see these memories: no filter is applied.
   */
  similarities(model: string, vector: Float32Array, refs: readonly MemoryRef[]): Promise<(number | undefined)[]>;
  /** Whether a search by words finds the memory, and its state for each model in use. */
  stateOf(ref: MemoryRef): Promise<{ isIndexed: boolean; models: EmbeddingState[] }>;
  /** Whether the model has any vectors. */
  coversAny(model: string): Promise<boolean>;
}
