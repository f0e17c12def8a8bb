/**
 * Reading JSON that a client sent: nothing in it is believed, so every look at it answers with an empty value where the
 * shape is another one.
 */

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

/** The text of a message, which the APIs keep as a string, as parts with `text`, or nested in `content` or `output`. */
export function textFrom(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textFrom).join('\n');
  if (!isObject(value)) return '';
  const inner = ['text', 'content', 'output', 'parts'].map((key) => value[key]).find((part) => part !== undefined);
  return textFrom(inner);
}

/** Every string of a value, at any depth; keys are left out. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return isObject(value) ? Object.values(value).flatMap(stringsOf) : [];
}

/** An empty object for what is no JSON object. */
export function parseObject(text: string): JsonObject {
  try {
    return objectFrom(JSON.parse(text));
  } catch {
    return {}; // A client may send other things to other paths; the log keeps the path.
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
