/** Text helpers: joining and wrapping lines, shortening, quoting, and parsing the lists that models write. */

const otherSpace = / {2}|[^\S ]/;

/** Everything on one line; each run of white space becomes one space. */
export function oneLine(text: string): string {
  // Most text is on one line, and replacing each single space by itself is slow.
  return (otherSpace.test(text) ? text.replace(/\s{2,}|[^\S ]/gu, ' ') : text).trim();
}

/** Without their ends: a line feed, a carriage return, or both (CommonMark 0.31, 2.1). */
export function linesOf(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\r|\n/u) : text.split('\n');
}

/** At most `length` characters, ending in `…` if text was cut; never splits a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1).replace(/[\ud800-\udbff]$/u, '');
  const space = cut.lastIndexOf(' ');
  return `${(space > length * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Lines of at most `width` characters, broken at spaces. A longer word is cut, but not within a surrogate pair. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .trim()
    .split(/\s+/u)
    .flatMap((long) => pieces(long, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Without recursion, because a word can be a whole file on one line. */
function pieces(word: string, width: number): string[] {
  const cut: string[] = [];
  let from = 0;
  while (word.length - from > width) {
    const piece = word.slice(from, from + width).replace(/[\ud800-\udbff]$/u, '') || word.slice(from, from + 2);
    cut.push(piece);
    from += piece.length;
  }
  return [...cut, word.slice(from)];
}

/** A list as models write it: an array, or lines with or without bullets. Empty entries are dropped. */
export function bulletsFrom(value: string | readonly string[]): string[] {
  const lines = typeof value === 'string' ? value.split(/\r?\n/u) : value;
  return lines.map((line) => line.replace(/^\s*(?:[-*•]\s+)?/u, '').trim()).filter((line) => line !== '');
}

/** A list of words as models write it: an array, or words separated by commas. Lower case, without duplicates. */
export function wordsFrom(value: string | readonly string[]): string[] {
  const words = (typeof value === 'string' ? [value] : value).flatMap((entry) => entry.split(','));
  return [
    ...new Set(words.map((word) => oneLine(word).replace(/^#/u, '').toLowerCase()).filter((word) => word !== '')),
  ];
}

/** `1 fact`, `2 facts`, `2,000 facts`; `plural` for irregular nouns. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}

/** `3.4 MB`. */
export function megabytesText(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** `0.7` as `70%`, written as in `language`, a BCP 47 tag. */
export function percentText(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** In single quotes, as one word for a POSIX shell. */
export function inShellQuotes(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
