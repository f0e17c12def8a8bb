/**
 * Memories as vectors, for search by meaning. All of this is derived: an external model makes a vector in the
 * background, after the memory is stored. A queue lists the memories that still need one. The transaction that changes
 * a memory also writes the queue, so no crash and no other process can lose work or repeat it for long.
 */
import type { MemoryFilter, MemoryRef } from '../shared/memoryRef.ts';
import type { MemoryKind } from '../shared/vocabulary.ts';

/** How much of a memory is embedded: characters of its headline and text. Models read less of most texts anyway. */
export const maxEmbeddedTextLength = 8_000;

/** So often a text is tried that its model refuses; after that it counts as failing, until it changes or is tried anew by hand. */
export const maxEmbeddingAttempts = 5;

/** After so many days without use a model's vectors are dropped. */
export const daysOfUnusedModel = 30;

/** One memory to embed, claimed for a while by whoever asked. */
export interface EmbeddingTask {
  /** Names this very state of the memory: once the memory changes, its task is another one. */
  id: number;
  kind: MemoryKind;
  memoryId: string;
  /** Headline and text, at most `maxEmbeddedTextLength` characters; never empty. */
  text: string;
  /** How often the model refused this text so far. */
  attempts: number;
}

export interface FinishedEmbedding {
  task: EmbeddingTask;
  /** Not necessarily normalised; finite and not all zero. */
  vector: Float32Array;
}

export interface EmbeddingProgress {
  model: string;
  /** Memories that search by meaning covers already. */
  embedded: number;
  /** Memories that are still to be embedded, or to be embedded again because they changed. */
  waiting: number;
  /** Memories that the model refused `maxEmbeddingAttempts` times. */
  failing: number;
  /** Of those that wait: claimed by a process that works on them, or that ended before it was done. */
  held: number;
  /** ISO 8601: when the last of these is due again at the latest; null when none is held. */
  heldUntil: string | null;
  /** The length of the vectors; null before the first. */
  dimensions: number | null;
  /** All memories that can be found. */
  total: number;
  /** What went wrong last among those that wait or fail; null when nothing did. */
  lastError: string | null;
}

/** A memory whose meaning is near. */
export interface Neighbour {
  kind: MemoryKind;
  id: string;
  /** The cosine of the angle between the two vectors, -1 to 1. */
  similarity: number;
}

/** `model` is always an `EmbeddingProvider`'s `model`; vectors of two models never meet. */
export interface EmbeddingStore {
  /**
   * Says that this model is in use: from now on every write queues what it changed, and what lacks a vector is queued
   * now, in several transactions. Drops models that nobody used for `daysOfUnusedModel`. Cheap when nothing is to be done.
   */
  useModel(model: string): Promise<void>;
  /**
   * At most `limit` tasks that are due, oldest first; nobody else is given them for `leaseSeconds`. After that they
   * are due again, so the work of a process that died comes back. Empty when nothing is due or the model is not in use.
   */
  claim(model: string, limit: number, leaseSeconds: number): Promise<EmbeddingTask[]>;
  /** Keeps claimed tasks for `leaseSeconds` from now. */
  renew(tasks: readonly EmbeddingTask[], leaseSeconds: number): Promise<void>;
  /**
   * Stores the vectors of those tasks that are still what the memory says; one that changed or went away meanwhile
   * keeps its newer task. Vectors of another length than before mean that another model took over the name: then all
   * older ones are dropped, and `useModel` queues their memories again. Answers with the number stored.
   */
  complete(model: string, finished: readonly FinishedEmbedding[]): Promise<number>;
  /** Counts one attempt against each task; they are due again at `notBefore` (ISO 8601), unless that was their last. */
  postpone(tasks: readonly EmbeddingTask[], notBefore: string, error: string): Promise<void>;
  /** Gives tasks back untried, due at once; `error` is why, or null. */
  release(tasks: readonly EmbeddingTask[], error: string | null): Promise<void>;
  /** Makes what failed or was postponed due again, as if it had never been tried. Answers with how many. */
  retryFailing(model: string): Promise<number>;
  /** Of a model that was never used too: then nothing is embedded, and nothing waits. */
  progress(model: string): Promise<EmbeddingProgress>;
  /** Of every model in use, the last used first. */
  report(): Promise<EmbeddingProgress[]>;
  /**
   * The memories nearest to a vector among those that the filter lets through, nearest first. `vector` need not be
   * normalised. Empty when the model is not in use or its vectors have another length.
   */
  nearest(model: string, vector: Float32Array, filter: MemoryFilter, limit: number): Promise<Neighbour[]>;
  /**
   * The cosine of a vector and that of each memory, -1 to 1; undefined for a memory that has none, and for all where
   * `nearest` would be empty. Whoever asks may see these memories: no filter is applied.
   */
  similarities(model: string, vector: Float32Array, refs: readonly MemoryRef[]): Promise<(number | undefined)[]>;
  /** Whether the model embedded anything at all yet. */
  coversAny(model: string): Promise<boolean>;
}
