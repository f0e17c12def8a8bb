/**
 * What the composition roots share: the parts put together. Nothing here reads the environment, the clock or the disk by
 * itself; the roots hand these in.
 */
import { createMemory } from './memory/memory.ts';
import type { Memory } from './memory/memory.ts';
import type { Mode, Ports } from './memory/ports.ts';
import type { Store } from './memory/store.ts';
import { Search } from './search/search.ts';

export interface BigMind {
  readonly memory: Memory;
  readonly search: Search;
  close(): Promise<void>;
}

export function assembleBigMind(store: Store, ports: Ports, mode: Mode): BigMind {
  const memory = createMemory(store, ports, mode);
  return { memory, search: new Search(store.recall, memory.identities, memory.sessions), close: () => store.close() };
}
