/** Where in a text something is to be cut out, and how it is cut. What stands between brackets says which rule it was. */

export interface Span {
  start: number;
  end: number;
  /** The rule's name, as people read it. */
  rule: string;
}

/** What a text says after something was cut out of it. */
export function removedMark(rule: string): string {
  return `[removed: ${rule}]`;
}

/** Spans in any order; of those that overlap, the one that begins first and reaches furthest is cut with the others. */
export function cutOut(text: string, spans: readonly Span[]): { text: string; cut: string[] } {
  const ordered = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const cut: string[] = [];
  let left = '';
  let from = 0;
  for (const { start, end, rule } of ordered) {
    if (start < from) {
      // The rest of a span that only partly overlaps goes with the one before it.
      from = Math.max(from, end);
      continue;
    }
    left += text.slice(from, start) + removedMark(rule);
    from = end;
    cut.push(rule);
  }
  return { text: left + text.slice(from), cut };
}
