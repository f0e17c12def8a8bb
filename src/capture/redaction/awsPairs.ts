/**
 * The secret half of an AWS key where nothing announces it but the id beside it, as on one line of a chat or in the CSV file
 * that AWS hands out. Its shape is that of much that is no secret, 40 characters of base64, so only what stands near an id
 * is looked at, and hashes, paths and names are left.
 */
import { figuresOf } from './randomness.ts';
import type { Span } from './span.ts';
import { removedMark } from './span.ts';

/** As our own rule for the ids says it (`issuerRules.ts`). */
const idRule = 'AWS key id';
/** One that older rules have cut out still says that its secret may stand there. */
const idPattern = /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b|\[removed: AWS key id\]/gu;
const signs = ['AKIA', 'ASIA', 'ABIA', 'ACCA', removedMark(idRule)];

/** Characters between the two: a line of a table, or two neighbouring ones. */
const reach = 200;

/** Slashes and plus signs may be written as JSON and addresses write them; a line's end as a text in a text does. */
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
      // What the slice cuts through looks as if it ended there.
      const isWhole = (start > first || first === 0) && (end < last || last >= text.length);
      if (isWhole && isRandom(found[0])) spans.set(start, { start, end, rule: 'AWS secret key' });
    }
  }
  return [...spans.values()];
}

/** Characters of one that is all slashes, in a text in a text in a text; none ever is. */
const maxSecretLength = 160;

/** Never a hash in hexadecimal; one in a thousand keys turns as seldom as a path does. */
function isRandom(written: string): boolean {
  const { turns, bits, upper, lower } = figuresOf(written.replaceAll(/\\{1,3}\/|%2[BbFf]/gu, '/'));
  return upper >= 3 && lower >= 3 && turns >= 0.35 && bits >= 4;
}
