import type { MemoryRef } from '../../memory/shared/memoryRef.ts';

/** `kind id`, which is equal for two references to the same memory. */
export function refKey({ kind, id }: MemoryRef): string {
  return `${kind} ${id}`;
}
