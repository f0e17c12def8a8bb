/**
 * Small validators for messages between a host and the web UI. Both sides check what they receive, because a page may
 * be older than its host and a message may come from anywhere. Validators return a boolean and never throw. The types
 * of the protocol are derived from them, so the two cannot diverge.
 */

export type Check<T> = (value: unknown) => value is T;

/** The type that a validator accepts. */
export type Checked<C> = C extends Check<infer T> ? T : never;

type Fields = Record<string, Check<unknown>>;

export const isText: Check<string> = (value) => typeof value === 'string';

/** Any finite number that is at least 0. */
export const isCount: Check<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** A row id, a version or a list index: a safe integer that is at least 0. */
export const isWhole: Check<number> = (value): value is number => isCount(value) && Number.isSafeInteger(value);

export const isObject: Check<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isFlag: Check<boolean> = (value) => typeof value === 'boolean';

/** From 0 to 1, inclusive. */
export const isShare: Check<number> = (value): value is number => isCount(value) && value <= 1;

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value);
}

export function listOf<T>(check: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every((entry) => check(entry));
}

export function oneOf<const T extends string>(words: readonly T[]): Check<T> {
  return (value): value is T => words.some((word) => word === value);
}

/** An object with these fields; additional fields are allowed, because a newer side may send more. */
export function shape<F extends Fields>(fields: F): Check<{ [Key in keyof F]: Checked<F[Key]> }> {
  const checks = Object.entries(fields);
  return (value): value is { [Key in keyof F]: Checked<F[Key]> } =>
    isObject(value) && checks.every(([key, check]) => check(ownField(value, key)));
}

/** One of several shapes, distinguished by the field `type`, whose value is the shape's key. */
export function variants<V extends Record<string, Check<object>>>(
  shapes: V,
): Check<{ [Type in keyof V]: { type: Type } & Checked<V[Type]> }[keyof V]> {
  return (value): value is { [Type in keyof V]: { type: Type } & Checked<V[Type]> }[keyof V] => {
    if (!isObject(value)) return false;
    const type = ownField(value, 'type');
    return typeof type === 'string' && Object.hasOwn(shapes, type) && shapes[type]?.(value) === true;
  };
}

function ownField(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
