/** A shape of secrets, and a fast way to skip texts that contain none. */
import type { Span } from './span.ts';

export interface Rule {
  name: string;
  /** Has the flag `g`. A leading group `keep` remains in the text. */
  pattern: RegExp;
  /**
   * Every match of the pattern contains one of these strings. A text without them is not searched, which would cost
   * several times as much; single characters are fastest to find. No letters if the pattern ignores case: with `iu`,
   * letters also match characters other than A to Z.
   */
  signs?: readonly string[];
  /** Decides from the groups of a match whether it is a secret; if absent, every match is one. */
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
