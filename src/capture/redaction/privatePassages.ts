/**
 * What a person put between `<private>` and `</private>`. Marks may stand within each other, in any case and on several
 * lines, and are known in the spellings in which `quoting.ts` knows our own; a passage that is never closed reaches to the end, since more left out is better than a secret kept.
 */
import type { Span } from './span.ts';

/** What stands for `<` and `>`: in another width or script, or as HTML and JSON write it. */
const opens = '\\\\?(?:[<＜﹤‹〈⟨]|&(?:amp;)?(?:lt|#0{0,4}60|#x0{0,4}3c);|\\\\u003c)';
const closes = '(?:[>＞﹥›〉⟩]|&(?:amp;)?(?:gt|#0{0,4}62|#x0{0,4}3e);|\\\\u003e)';
/** Signs that nobody sees, which may stand between any two letters. */
const unseen = '[\\p{Cf}\\u034f\\u115f\\u1160\\u3164\\uffa0\\ufe0f]{0,8}';
const space = '[\\s\\p{Cf}]{0,8}';
/** Each letter in our width or the full one. */
const name = Array.from('private')
  .map((letter) => `[${letter}${String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)}]`)
  .join(unseen);
/** Attributes; words alone may be a placeholder, as in `<private key>`, so that those need a mark that closes them. */
const attributes = '(?:\\s(?:[^<>＜＞=\\n]{1,80}=[^<>＜＞\\n]{0,200}?|(?<words>[^<>＜＞=\\n]{1,80}?)))?';
const marks = new RegExp(`${opens}${space}(?<close>[/／]?)${space}${name}${space}${attributes}\\\\?${closes}`, 'giu');
/** Every mark holds one of these; looking for them costs next to nothing. */
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
