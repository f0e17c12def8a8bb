/**
 * Small validators for what crosses between a host and the web UI. Both sides check what they receive, because a page
 * may be older than its host and a message may come from anywhere. They answer yes or no and never throw.
 */

export type Check<T> = (value: unknown) => value is T;

export const isText: Check<string> = (value) => typeof value === 'string';

export const isCount: Check<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

export const isFlag: Check<boolean> = (value) => typeof value === 'boolean';

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value);
}

export function listOf<T>(check: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every((entry) => check(entry));
}

export function oneOf<T extends string>(words: readonly T[]): Check<T> {
  return (value): value is T => words.some((word) => word === value);
}

/** An object with these fields; further ones are let pass, so that a newer side may say more. */
export function shape<T extends object>(fields: { [Key in keyof T]-?: Check<T[Key]> }): Check<T> {
  const checks: [string, Check<unknown>][] = Object.entries(fields);
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    checks.every(([key, check]) =>
      check(Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined),
    );
}
