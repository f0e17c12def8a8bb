/** How a route names a memory, or a hypothesis: `fact:12`, or `session:` with its id. */
import { memoryKinds, type ListedKind } from '../../../src/memory/shared/vocabulary.ts';
import type { MemoryRefCard } from '../../../src/protocol/recall/memories.ts';

export function itemOf({ kind, id }: { kind: ListedKind; id: string }): string {
  return `${kind}:${id}`;
}

/** Undefined for null, and for an item that does not name a memory. */
export function refFrom(item: string | null): MemoryRefCard | undefined {
  const [word, ...rest] = (item ?? '').split(':');
  const kind = memoryKinds.find((one) => one === word);
  const id = rest.join(':');
  return kind === undefined || id === '' ? undefined : { kind, id };
}
