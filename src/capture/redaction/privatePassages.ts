/**
 * Passages that a user put between `<private>` and `</private>`. The marks may be nested, in any case and span
 * several lines. They are recognized in the same spellings as BigMind's own marks (`quoting.ts`). An unclosed passage
 * extends to the end of the text, because removing too much is better than storing a secret.
 */
import type { Span } from './matching/span.ts';

/** Variants of `<` and `>`: in other widths or scripts, or as HTML and JSON escape them. */
const opens = '\\\\?(?:[<＜﹤‹〈⟨]|&(?:amp;)?(?:lt|#0{0,4}60|#x0{0,4}3c);|\\\\u003c)';
const closes = '(?:[>＞﹥›〉⟩]|&(?:amp;)?(?:gt|#0{0,4}62|#x0{0,4}3e);|\\\\u003e)';
/** Invisible characters, which may occur between any two letters. */
const unseen = '[\\p{Cf}\\u034f\\u115f\\u1160\\u3164\\uffa0\\ufe0f]{0,8}';
const space = '[\\s\\p{Cf}]{0,8}';
/** Each letter in its normal or full-width form. */
const name = Array.from('private')
  .map((letter) => `[${letter}${String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)}]`)
  .join(unseen);
/**
 * Attributes. Words without a value may be a placeholder, as in `<private key>`, so such a mark needs a closing mark.
 */
const attributes = '(?:\\s(?:[^<>＜＞=\\n]{1,80}=[^<>＜＞\\n]{0,200}?|(?<words>[^<>＜＞=\\n]{1,80}?)))?';
const marks = new RegExp(`${opens}${space}(?<close>[/／]?)${space}${name}${space}${attributes}\\\\?${closes}`, 'giu');
/** Every mark contains one of these; searching for them is cheap. */
const openings = /[<＜﹤‹〈⟨&\\]/u;

export function privateSpans(text: string): Span[] {
  if (!openings.test(text)) return [];
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  const found = [...text.matchAll(marks)];
  const lastClose = found.findLast(({ groups }) => groups?.['close'] !== '')?.index ?? -1;
  for (const mark of found) {
    const end = mark.index + mark[0].length;
    if (mark.groups?.['close'] === '') {
      if (mark.groups['words'] !== undefined && mark.index > lastClose) continue;
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
