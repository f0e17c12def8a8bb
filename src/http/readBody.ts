/** The JSON that a request brings. */
import type { IncomingMessage } from 'node:http';

/**
 * Undefined for a body of more than `longest` characters, of which no more is read; null for one that is no JSON. In UTF-8
 * a character of JSON takes at most three bytes.
 */
export async function readBody(request: IncomingMessage, longest: number): Promise<unknown> {
  const most = longest * 3;
  if (Number(request.headers['content-length'] ?? 0) > most) return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part as Uint8Array);
    size += bytes.length;
    if (size > most) return undefined;
    parts.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch {
    return null; // No message at all, which is refused as one that does not fit.
  }
}
