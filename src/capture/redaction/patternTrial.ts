/**
 * Tries a user's own pattern before it is used: whether it matches plain sentences, which must not be removed, and
 * how long it takes on texts that provoke backtracking. A search cannot be interrupted, so the texts grow slowly, and
 * the trial ends at the first that takes too long.
 */

/**
 * None of them contains a secret. One may contain a word that the user wants removed; a pattern that matches two is
 * too broad.
 */
const plainSentences = [
  'The tests pass again, and we can release the next version.',
  'We keep the cache small because most machines have little memory.',
  'A list is read from the file, then sorted by date.',
  'Please write the summary in short sentences.',
  'In 2024 there were 12 of them; 3 are left after 1500 runs.',
  'There were 48 in 2025, that is 7 more than before.',
  'const total = items.reduce((sum, item) => sum + item.price, 0);',
  'if (found === undefined) return null; // nothing to do',
  'Wir haben die Suche umgebaut und die Fehler behoben.',
  'Die neue Fassung läuft schneller als die alte.',
  '我们把搜索改好了，现在速度快多了。',
  '下一步是检查所有的文件并更新说明。',
] as const;

/** Quadratic time on the longest text stays well below this limit; cubic time far exceeds it. */
const maxTimeMs = 5;
const maxTextLength = 512;
const growth = 1.25;
/** A slow text is tried again so often, and for so long. */
const minTries = 3;
const triesMs = 100;

/** A predicate that follows the name of the pattern; undefined if the pattern is accepted. */
export function faultOf(source: string, expression: RegExp): string | undefined {
  // The speed test comes first: a pattern that never ends on one text may not end on a sentence either.
  if (isSlow(source, expression)) return 'takes too long on some texts; use fewer repetitions without a limit';
  const met = plainSentences.filter((sentence) => sentence.search(expression) !== -1);
  return met.length > 1 ? 'matches ordinary sentences, which would be removed as well' : undefined;
}

function isSlow(source: string, expression: RegExp): boolean {
  return busyTexts(source).some((unit) => {
    for (let length = 8; length <= maxTextLength; length = Math.ceil(length * growth)) {
      const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
      if (timeOn(text, expression) > maxTimeMs) return true;
    }
    return false;
  });
}

/** The minimum of several tries: load makes any of them slow, a bad pattern all of them. */
function timeOn(text: string, expression: RegExp): number {
  let min = Infinity;
  const begin = performance.now();
  for (let count = 0, now = begin; min > maxTimeMs && (count < minTries || now - begin < triesMs); count += 1) {
    text.replace(expression, '');
    const after = performance.now();
    min = Math.min(min, after - now);
    now = after;
  }
  return min;
}

/**
 * Units to repeat: each character of a sample match, the whole sample, the sample without its last character, and
 * common ones.
 */
function busyTexts(source: string): string[] {
  const sample = sampleOf(source);
  const own = [...new Set(sample)].slice(0, 12);
  return [...new Set([...own, sample, sample.slice(0, -1), 'a', '0', ' ', 'aA0 -', '\n'])].filter(
    (text) => text !== '',
  );
}

/** A text similar to a match: the pattern's literals, and one character for each class. */
function sampleOf(source: string): string {
  return source
    .replace(/\(\?(?:<?[=!]|<\w+>|:)/gu, '')
    .replace(/\[\^?(\\?[^\]])[^\]]*\]/gu, '$1')
    .replace(/\{\d*,?\d*\}/gu, '')
    .replace(/\\u\{?[0-9a-f]+\}?|\\[pP]\{[^}]*\}|\\[wWDS]/giu, 'a')
    .replaceAll('\\d', '0')
    .replace(/\\[stnrf]/gu, ' ')
    .replace(/\\[bB]|(?<!\\)[*+?^$()|]/gu, '')
    .replace(/(?<!\\)\./gu, 'a')
    .replace(/\\(.)/gu, '$1')
    .slice(0, 100);
}
