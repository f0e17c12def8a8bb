/**
 * What the composition roots share: the parts put together. Nothing here reads the environment, the clock or the disk by
 * itself; the roots hand these in.
 */
import { createMemory } from './memory/memory.ts';
import type { Memory } from './memory/memory.ts';
import type { Mode, Ports } from './memory/ports.ts';
import type { Store } from './memory/store.ts';
import { Embedder } from './search/embedding/embedder.ts';
import type { After } from './search/embedding/embedder.ts';
import type { EmbeddingProvider } from './search/embedding/provider.ts';
import { Search } from './search/search.ts';

export interface BigMind {
  readonly memory: Memory;
  readonly search: Search;
  /** Embeds in the background from when it is first woken; absent where no model embeds. */
  readonly embedder?: Embedder;
  close(): Promise<void>;
}

export interface EmbeddingParts {
  provider: EmbeddingProvider;
  after: After;
}

export function assembleBigMind(store: Store, ports: Ports, mode: Mode, embedding?: EmbeddingParts): BigMind {
  const memory = createMemory(store, ports, mode);
  const search = new Search(store.recall, memory.identities, memory.sessions, ports.clock);
  if (embedding === undefined) return { memory, search, close: () => store.close() };
  const embedder = new Embedder({ store: store.embeddings, clock: ports.clock, ...embedding });
  const close = async (): Promise<void> => {
    await embedder.close();
    await store.close();
  };
  return { memory, search, embedder, close };
}
