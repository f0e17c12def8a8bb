import type { MemoryRef } from '../../memory/shared/memoryRef.ts';

/** `kind id`, the same for two that name one memory. */
export function refKey({ kind, id }: MemoryRef): string {
  return `${kind} ${id}`;
}
