/** Checks of external values. Without recursion, because a deep value would overflow the stack. */

/** Whether arrays and objects are nested deeper than `max`; a text or a number has depth 0. */
export function isDeeperThan(value: unknown, max: number): boolean {
  let layer: object[] = isNested(value) ? [value] : [];
  for (let depth = 0; layer.length > 0; depth += 1) {
    if (depth === max) return true;
    layer = layer.flatMap((nested) => Object.values(nested).filter(isNested));
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is an object with fields, not a list or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isNested(value) && !Array.isArray(value);
}
