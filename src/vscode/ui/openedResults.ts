/**
 * The results that were opened from the search, each with its query. "Explain Search Result" explains a result as it
 * was found then, not as the same query would find it now.
 */
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { MemoryRef } from '../../memory/shared/memoryRef.ts';
import type { SearchResult } from '../../search/explanation/searchResult.ts';
import { BoundedMap } from '../../util/boundedMap.ts';

export interface FoundResult {
  question: string;
  result: SearchResult;
}

const maxKept = 50;

export class OpenedResults {
  readonly #byRef = new BoundedMap<string, FoundResult>(maxKept);

  add(found: FoundResult): void {
    this.#byRef.set(refKey(found.result), found);
  }

  /** The result opened last; with `ref`, the last one that matches it. */
  last(ref: Partial<MemoryRef> = {}): FoundResult | undefined {
    return this.#byRef.values().findLast(({ result }) => isNamed(result, ref));
  }
}

export function isNamed(result: MemoryRef, { kind, id }: Partial<MemoryRef>): boolean {
  return (kind === undefined || result.kind === kind) && (id === undefined || result.id === id);
}
