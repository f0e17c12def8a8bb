/**
 * Compares input with a secret: a token, or a key of a page. A separate file, because the page in a chat needs
 * nothing else from this folder.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Constant time, so that the duration reveals nothing about the secret. */
export function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(token));
}
