/**
 * Finds the secret half of an AWS key next to its key id, as on one line of a chat or in the CSV file from AWS, where
 * nothing else announces it. Its shape, 40 characters of base64, is common, so only text near an id is searched, and
 * hashes, paths and names are kept.
 */
import { figuresOf } from './randomness.ts';
import type { Span } from './matching/span.ts';
import { removedMark } from './matching/span.ts';

/** The name of the rule for the ids in `issuerRules.ts`. */
const idRule = 'AWS key id';
/** An id that was already removed still indicates that its secret may follow. */
const idPattern = /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b|\[removed: AWS key id\]/gu;
const signs = ['AKIA', 'ASIA', 'ABIA', 'ACCA', removedMark(idRule)];

/** Characters between the two: one row of a table, or two adjacent rows. */
const reach = 200;

/**
 * Slashes and plus signs may be escaped as in JSON or URLs, and escaped white space of nested text may come before
 * it.
 */
const secretPattern =
  /(?:(?<![A-Za-z0-9+/])|(?<=\\[nrt]))(?:[A-Za-z0-9+/]|\\{1,3}\/|%2[BbFf]){40}(?![A-Za-z0-9+/=]|\\{1,3}\/|%2[BbFf])/gu;

export function awsPairSpans(text: string): Span[] {
  if (!signs.some((sign) => text.includes(sign))) return [];
  const spans = new Map<number, Span>();
  for (const { index, 0: id } of text.matchAll(idPattern)) {
    const first = Math.max(0, index - reach - maxSecretLength);
    const last = index + id.length + reach + maxSecretLength;
    for (const found of text.slice(first, last).matchAll(secretPattern)) {
      const start = first + found.index;
      const end = start + found[0].length;
      // A match at an edge of the slice may be cut off.
      const isWhole = (start > first || first === 0) && (end < last || last >= text.length);
      if (isWhole && isRandom(found[0])) spans.set(start, { start, end, rule: 'AWS secret key' });
    }
  }
  return [...spans.values()];
}

/** 40 characters, each a slash with three backslashes, as in nested JSON; real secrets are shorter. */
const maxSecretLength = 160;

/** Rejects hexadecimal hashes. One key in a thousand has as few `turns` as a path, and is missed. */
function isRandom(written: string): boolean {
  const { turns, bits, upper, lower } = figuresOf(written.replaceAll(/\\{1,3}\/|%2[BbFf]/gu, '/'));
  return upper >= 3 && lower >= 3 && turns >= 0.35 && bits >= 4;
}
