/**
 * Private keys in PEM, from their first line to their last, including quoted, diffed and JSON-escaped ones. A key
 * without an end line extends to the end of the text, if key data and not prose follows its first line.
 */
import type { Span } from './matching/span.ts';

const maxKeyLength = 30_000;

/** One pass over the marks: each BEGIN waits for the next END, so that many BEGIN lines cost linear time. */
export function privateKeySpans(text: string): Span[] {
  if (!text.includes('-----BEGIN ')) return [];
  const spans: Span[] = [];
  const waiting: { start: number; end: number }[] = [];
  for (const { 0: mark, index, groups } of text.matchAll(
    /-----(?<side>BEGIN|END) [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/gu,
  )) {
    if (groups?.['side'] === 'BEGIN') waiting.push({ start: index, end: index + mark.length });
    else {
      const first = waiting.find(({ end }) => index > end && index - end <= maxKeyLength);
      if (first !== undefined) spans.push({ start: first.start, end: index + mark.length, rule: 'private key' });
      // A BEGIN too far from this END is too far from all later ones; it may still be a truncated key.
      for (const { start, end } of waiting) {
        if (first === undefined || start < first.start) spans.push(...cutShort(text, start, end));
      }
      waiting.length = 0;
    }
  }
  for (const { start, end } of waiting) {
    const [rest] = cutShort(text, start, end);
    if (rest !== undefined) return [...spans, rest];
  }
  return spans;
}

function cutShort(text: string, start: number, end: number): Span[] {
  const isKey = /^(?:\s|\\[nr]|[>|+#*-](?=[ \t>]))*(?:[A-Za-z0-9+/]{12}|[A-Z][A-Za-z-]{1,40}: )/u.test(
    text.slice(end, end + 200),
  );
  return isKey ? [{ start, end: text.length, rule: 'private key' }] : [];
}
