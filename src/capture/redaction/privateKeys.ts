/**
 * Private keys in PEM, from their first line to their last, also behind the signs of a quotation or of a difference, and
 * within JSON. One whose end is missing reaches to the end of the text when what follows is a key and no talk of one.
 */
import type { Span } from './span.ts';

const maxKeyLength = 30_000;

/** One walk over the marks: a beginning waits for the next end, so that many beginnings cost no more than their number. */
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
      // A beginning that is too far from here is too far from every end to come; it may still be a key that was cut.
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
