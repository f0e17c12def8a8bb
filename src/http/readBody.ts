/** Reads the JSON body of a request. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { isDeeperThan } from '../util/parsedValues.ts';
import type { Refusal } from './admission.ts';

/** The maximum nesting depth of lists and objects. */
const deepest = 100;

/** The maximum of a body, in one of two units. `characters` are UTF-16 code units of the text, as JavaScript counts. */
type BodyLimit = { bytes: number } | { characters: number };

/**
 * A body over the limit is refused with 413, however it is sent and wherever that is noticed; one that is not UTF-8
 * with 400, because replaced characters would be stored. The value of invalid JSON is null, which no reader of messages
 * accepts.
 */
export async function readBody(
  request: IncomingMessage,
  limit: BodyLimit,
): Promise<{ value: unknown } | { refusal: Refusal }> {
  // In UTF-8, a UTF-16 code unit takes at most three bytes.
  const bytes = await bytesOf(request, 'bytes' in limit ? limit.bytes : 3 * limit.characters);
  if (bytes !== undefined && !isUtf8(bytes)) {
    return { refusal: { status: 400, sentence: 'The body is not valid UTF-8.' } };
  }
  const text = bytes?.toString('utf8');
  if (text === undefined || ('characters' in limit && text.length > limit.characters)) return tooLong(limit);
  const value = valueOf(text);
  if (!isDeeperThan(value, deepest)) return { value };
  return { refusal: { status: 400, sentence: `The body is nested deeper than ${String(deepest)} levels.` } };
}

/** Undefined for more than `max`. The request is not destroyed, so that its client gets an answer. */
async function bytesOf(request: IncomingMessage, max: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > max) return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(part as Uint8Array);
    size += bytes.length;
    if (size > max) break;
    parts.push(bytes);
  }
  if (size <= max) return Buffer.concat(parts);
  // What is left is discarded: a client that is still sending may not read an answer yet.
  request.resume();
  return undefined;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON; see above.
    return null;
  }
}

function tooLong(limit: BodyLimit): { refusal: Refusal } {
  const [max, unit] = 'bytes' in limit ? [limit.bytes, 'bytes'] : [limit.characters, 'characters'];
  const sentence = `The body is too long: the maximum here is ${max.toLocaleString('en')} ${unit}.`;
  return { refusal: { status: 413, sentence } };
}
