/**
 * How statements that share a connection follow each other: the items of a list one after another, and independent
 * statements at once, so that a server gets them without waiting for the answers in between.
 */

/**
 * Waits until all have ended, also after one failed, because nothing may follow the end of the transaction. Rejects with
 * the first error in time.
 */
export async function allAtOnce<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const all = Promise.all(work);
  await Promise.allSettled([all, ...work]);
  return all;
}

export async function mapInTurn<T, R>(
  items: readonly T[],
  change: (item: T, index: number) => R | Promise<R>,
): Promise<R[]> {
  const changed: R[] = [];
  for (const [index, item] of items.entries()) changed.push(await change(item, index));
  return changed;
}

export async function filterInTurn<T>(
  items: readonly T[],
  passes: (item: T) => boolean | Promise<boolean>,
): Promise<T[]> {
  const passing: T[] = [];
  for (const item of items) if (await passes(item)) passing.push(item);
  return passing;
}

export async function someInTurn<T>(
  items: readonly T[],
  passes: (item: T) => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (await passes(item)) return true;
  return false;
}

export async function everyInTurn<T>(
  items: readonly T[],
  passes: (item: T) => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (!(await passes(item))) return false;
  return true;
}

/** The size of a batch from which on it ends, if items have a size. */
const maxBatchSize = 500_000;

/** Up to `max` items at once; fewer if `sizeOf` them is large. Never an empty batch. */
export async function* inBatches<T>(
  items: Iterable<T> | AsyncIterable<T>,
  max: number,
  sizeOf: (item: T) => number = () => 0,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let size = 0;
  for await (const item of items) {
    batch.push(item);
    size += sizeOf(item);
    if (batch.length < max && size < maxBatchSize) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
