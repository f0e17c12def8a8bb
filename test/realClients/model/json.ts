/** Reads JSON that a client sent. Nothing in it is trusted: an unexpected shape yields an empty value. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectFrom(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function objectsFrom(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(objectFrom) : [];
}

export function stringFrom(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * The text of a message. The APIs store it as a string, as parts with `text`, or nested in `content`, `output` or
 * `parts`.
 */
export function textFrom(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textFrom).join('\n');
  if (!isObject(value)) return '';
  const inner = ['text', 'content', 'output', 'parts'].map((key) => value[key]).find((part) => part !== undefined);
  return textFrom(inner);
}

/** Every string of a value, at any depth, without keys. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return isObject(value) ? Object.values(value).flatMap(stringsOf) : [];
}

/** An empty object for anything that is not a JSON object. */
export function parseObject(text: string): JsonObject {
  try {
    return objectFrom(JSON.parse(text));
  } catch {
    return {}; // A client may send other content to other paths.
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
