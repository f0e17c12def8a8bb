/**
 * A trial of a person's own pattern before it is used: what it does to plain sentences, which nobody wants cut, and how long
 * it takes on texts that are made to keep it busy. An engine cannot be stopped while it searches, so the texts grow slowly,
 * and the trial ends at the first that takes too long.
 */

/** Nothing in them is anybody's secret. One may hold a word that somebody wants out; a pattern that meets two is too wide. */
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

/** What takes the square of a text's length stays well below this at the longest; what takes its cube is far above. */
const maxTimeMs = 5;
const maxTextLength = 512;
const growth = 1.25;
const tries = 3;

/** Goes on a sentence that names the pattern; undefined when nothing speaks against it. */
export function faultOf(source: string, expression: RegExp): string | undefined {
  // How long it takes comes first: what never ends on one text may not end on a sentence either.
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

/** The least of some tries: a busy machine makes any of them long, a bad pattern all. */
function timeOn(text: string, expression: RegExp): number {
  let least = Infinity;
  for (let count = 0; count < tries && least > maxTimeMs; count += 1) {
    const before = performance.now();
    text.replace(expression, '');
    least = Math.min(least, performance.now() - before);
  }
  return least;
}

/** What is repeated to keep a pattern busy: each of its own characters, all of them, all but the last, and common ones. */
function busyTexts(source: string): string[] {
  const sample = sampleOf(source);
  const own = [...new Set(sample)].slice(0, 12);
  return [...new Set([...own, sample, sample.slice(0, -1), 'a', '0', ' ', 'aA0 -', '\n'])].filter(
    (text) => text !== '',
  );
}

/** A text much like those that it matches: its letters, and one for each class of them. */
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
