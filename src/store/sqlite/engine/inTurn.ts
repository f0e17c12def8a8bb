/** Array methods whose callbacks are asynchronous and run one after another, because they share a connection. */

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
