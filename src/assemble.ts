/**
 * The assembly that all composition roots share. Nothing here reads the environment, the clock or the disk by itself;
 * the roots pass these in.
 */
import type { Memory, MemoryOptions } from './memory/memory.ts';
import { createMemory } from './memory/memory.ts';
import type { Ports } from './memory/shared/ports.ts';
import type { Mode } from './memory/shared/vocabulary.ts';
import type { Store } from './memory/store.ts';
import type { BackupKeeper } from './memory/upkeep/backupKeeper.ts';
import type { After } from './search/embedding/embedder.ts';
import { Embedder } from './search/embedding/embedder.ts';
import { QuestionLane } from './search/embedding/questionLane.ts';
import { wordVectorsFrom } from './search/embedding/wordVectors.ts';
import type { Models } from './search/ranking/meaning.ts';
import { Meaning } from './search/ranking/meaning.ts';
import { Search } from './search/search.ts';
import type { Sync } from './sync/sync.ts';

export interface BigMind {
  readonly memory: Memory;
  readonly search: Search;
  /** Embeds in the background once it has been woken; absent if no model embeds. */
  readonly embedder?: Embedder;
  /** Makes backups in the background once it has been woken; set only by the desktop extension. */
  readonly backupKeeper?: BackupKeeper;
  /** With the person's other machines; set only by the desktop extension. Loaded with the first use. */
  readonly sync?: { readonly machineName: string; open(): Promise<Sync> } | undefined;
  close(): Promise<void>;
}

/** The models, and the timer between two rounds of embedding. */
export interface ModelParts extends Models {
  after: After;
}

interface AssembleOptions extends MemoryOptions {
  /** Absent if no model is used. */
  models?: ModelParts | undefined;
  /** Loads the bytes of `word-vectors.bin` at the first search; without it, only words are compared. */
  loadWordVectors?: () => Promise<Uint8Array>;
}

export function assembleBigMind(store: Store, ports: Ports, mode: Mode, options: AssembleOptions = {}): BigMind {
  const { models, loadWordVectors, ...memoryOptions } = options;
  const { refreshEntries } = memoryOptions;
  const memory = createMemory(store, ports, mode, memoryOptions);
  const { identities, sessions } = memory;
  const questions = new QuestionLane();
  const meaning = new Meaning(store.embeddings, { ...models, questions }, ports.clock);
  const search = new Search({
    recall: store.recall,
    identities,
    sessions,
    clock: ports.clock,
    meaning,
    ...(loadWordVectors !== undefined && { wordVectors: wordVectorsFrom(loadWordVectors) }),
    reads: memory.audit,
    fading: memory.fading,
    refreshEntries,
  });
  const provider = models?.embedding;
  const closeAll = async (): Promise<void> => {
    await memory.cuts.settled();
    await memory.people.settled();
    await memory.audit.close();
    await memory.fading.close();
    await store.close();
  };
  if (models === undefined || provider === undefined) return { memory, search, close: closeAll };
  const { after } = models;
  const embedder = new Embedder({ store: store.embeddings, clock: ports.clock, provider, after, questions });
  const close = async (): Promise<void> => {
    await embedder.close();
    await closeAll();
  };
  return { memory, search, embedder, close };
}
