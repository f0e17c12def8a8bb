/** The part of a text to remove, and how it is replaced. The replacement names the rule in brackets. */

export interface Span {
  start: number;
  end: number;
  /** The rule's display name. */
  rule: string;
}

/** The text that replaces a removed part. */
export function removedMark(rule: string): string {
  return `[removed: ${rule}]`;
}

/**
 * Removes spans, given in any order. Overlapping spans are removed together, under the rule of the first and longest.
 */
export function cutOut(text: string, spans: readonly Span[]): { text: string; cut: string[] } {
  const ordered = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const cut: string[] = [];
  let left = '';
  let from = 0;
  for (const { start, end, rule } of ordered) {
    if (start < from) {
      // The rest of a partly overlapping span is removed with the previous one.
      from = Math.max(from, end);
      continue;
    }
    left += text.slice(from, start) + removedMark(rule);
    from = end;
    cut.push(rule);
  }
  return { text: left + text.slice(from), cut };
}
