/** The JSON that a request brings. */
import type { IncomingMessage } from 'node:http';
import { isDeeperThan } from '../util/depth.ts';
import type { Refusal } from './admission.ts';

/** How deep lists and objects may stand in each other. */
const deepest = 100;

/**
 * A body of more than `longest` characters is refused, and no more of it read; in UTF-8 a character of JSON takes at most
 * three bytes. What is no JSON at all has the value null, which no reader of messages takes for one.
 */
export async function readBody(
  request: IncomingMessage,
  longest: number,
): Promise<{ value: unknown } | { refusal: Refusal }> {
  const most = longest * 3;
  if (Number(request.headers['content-length'] ?? 0) > most) return tooLong(longest);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part as Uint8Array);
    size += bytes.length;
    if (size > most) return tooLong(longest);
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
    return null;
  }
}

function tooLong(longest: number): { refusal: Refusal } {
  const sentence = `This is longer than ${longest.toLocaleString('en')} characters.`;
  return { refusal: { status: 413, sentence } };
}
