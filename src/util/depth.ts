/** How deep a value from outside is nested, found without recursion: what is deep enough would end a recursive walk with a full stack. */

/** Whether lists and objects stand in each other more than `most` times; a text or a number is 0 deep. */
export function isDeeperThan(value: unknown, most: number): boolean {
  let layer: object[] = isNested(value) ? [value] : [];
  for (let depth = 0; layer.length > 0; depth += 1) {
    if (depth === most) return true;
    layer = layer.flatMap((nested) => Object.values(nested).filter(isNested));
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
