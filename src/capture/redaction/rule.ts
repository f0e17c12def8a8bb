/** A shape that secrets have, and how a text is searched for it without paying for texts that hold none. */
import type { Span } from './span.ts';

export interface Rule {
  name: string;
  /** Global. A group `keep` at the beginning stays in the text. */
  pattern: RegExp;
  /**
   * Every match of the pattern holds one of these, so that a text without them is not searched, which would cost several
   * times as much; a single character is found fastest. No letters where the pattern takes any case: `iu` knows more of
   * them than A to Z.
   */
  signs?: readonly string[];
  /** Looks at the groups of a match and says whether it is a secret; every match is one where this is absent. */
  accepts?: (groups: Readonly<Record<string, string | undefined>>, text: string, start: number) => boolean;
}

export function spansOf({ name, pattern, signs, accepts }: Rule, text: string): Span[] {
  if (signs !== undefined && !holdsOneOf(text, signs)) return [];
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const groups = match.groups ?? {};
    const start = match.index + (groups['keep'] ?? '').length;
    const end = match.index + match[0].length - (groups['after'] ?? '').length;
    if (end > start && (accepts?.(groups, text, start) ?? true)) spans.push({ start, end, rule: name });
  }
  return spans;
}

export function holdsOneOf(text: string, signs: readonly string[]): boolean {
  for (const sign of signs) if (text.includes(sign)) return true;
  return false;
}
