/**
 * Compares input with a secret: a token, or a key of a page. A separate file, because the page in a chat needs nothing
 * else of this folder.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Takes as long for a near miss as for a wild guess. */
export function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(token));
}
