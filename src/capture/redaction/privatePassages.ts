/**
 * What a person put between `<private>` and `</private>`. Marks may stand within each other, in any case and on several
 * lines; a passage that is never closed reaches to the end, since more left out is better than a secret kept.
 */
import type { Span } from './span.ts';

export function privateSpans(text: string): Span[] {
  if (!text.includes('<')) return [];
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  for (const mark of text.matchAll(/<\s{0,4}(?<close>\/?)\s{0,4}private\s{0,4}>/giu)) {
    const end = mark.index + mark[0].length;
    if (mark.groups?.['close'] !== '/') {
      if (depth === 0) start = mark.index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) spans.push({ start, end, rule: 'private passage' });
    }
  }
  if (depth > 0) spans.push({ start, end: text.length, rule: 'private passage' });
  return spans;
}
