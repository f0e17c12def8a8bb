/** Reads fields of untrusted JSON: a field has the expected type, or it is absent. */
import { posix, win32 } from 'node:path';
import { isoTimeFrom } from '../../util/time.ts';

export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = {};

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An empty object if the value is not an object. */
export function fieldsFrom(value: unknown): Fields {
  return isFields(value) ? value : none;
}

/** Also undefined if it is empty. */
export function textFrom(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function listFrom(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** ISO 8601 in UTC. */
export function timeFrom(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? isoTimeFrom(value) : undefined;
}

/** An absolute folder path of any platform or its URI, because a transcript may come from another one. */
export function folderFrom(value: unknown): string | undefined {
  const folder = textFrom(value);
  return folder !== undefined && (posix.isAbsolute(folder) || win32.isAbsolute(folder) || /^file:\/\//iu.test(folder))
    ? folder
    : undefined;
}
