/** Reads the JSON body of a request. */
import type { IncomingMessage } from 'node:http';
import { isDeeperThan } from '../util/parsedValues.ts';
import type { Refusal } from './admission.ts';

/** The maximum nesting depth of lists and objects. */
const deepest = 100;

/**
 * A body of more than three bytes for each of `maxLength` characters is refused, and the rest of it is not read: in
 * UTF-8, a UTF-16 code unit takes at most three bytes. The value of invalid JSON is null, which no reader of messages
 * accepts.
 */
export async function readBody(
  request: IncomingMessage,
  maxLength: number,
): Promise<{ value: unknown } | { refusal: Refusal }> {
  const max = maxLength * 3;
  if (Number(request.headers['content-length'] ?? 0) > max) return tooLong(maxLength);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part as Uint8Array);
    size += bytes.length;
    if (size > max) return tooLong(maxLength);
    parts.push(bytes);
  }
  const value = valueOf(Buffer.concat(parts).toString('utf8'));
  if (!isDeeperThan(value, deepest)) return { value };
  return { refusal: { status: 400, sentence: `The message is nested deeper than ${String(deepest)} levels.` } };
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON; see above.
    return null;
  }
}

function tooLong(maxLength: number): { refusal: Refusal } {
  const sentence = `This is longer than ${maxLength.toLocaleString('en')} characters.`;
  return { refusal: { status: 413, sentence } };
}
