/** The first `limit` items in this order, without sorting all of them. */
export function firstInOrder<T>(items: Iterable<T>, limit: number, compare: (one: T, other: T) => number): T[] {
  let first: T[] = [];
  let last: T | undefined;
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue;
    first.push(item);
    if (first.length < 2 * limit) continue;
    first = first.sort(compare).slice(0, limit);
    last = first.at(-1);
  }
  return first.sort(compare).slice(0, limit);
}
