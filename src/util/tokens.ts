/**
 * Estimates how many tokens a text costs, without a tokenizer. `estimateTokens` errs high in every script, so that text
 * within a budget here is within it for a model; tests compare it with a real tokenizer.
 */

const pieces = [/[A-Za-z]+/uy, /[0-9]+/uy, /[ \t\n\r]+/uy] as const;
const latinOrCyrillic = /[\u00c0-\u04ff]/u;

/** Never less than common tokenizers (o200k, cl100k) count; about a third more for English prose. */
export function estimateTokens(text: string): number {
  const [word, digits, space] = pieces;
  let tokens = 0;
  let at = 0;
  const endOf = (run: RegExp): number => {
    run.lastIndex = at;
    return run.test(text) ? run.lastIndex : at;
  };
  while (at < text.length) {
    const code = text.charCodeAt(at);
    let end = at;
    if ((code | 32) >= 97 && (code | 32) <= 122) {
      end = endOf(word);
      tokens += tokensOfWord(text.slice(at, end));
    } else if (code >= 48 && code <= 57) {
      end = endOf(digits);
      tokens += Math.ceil((end - at) / 2);
    } else if (code === 32 || code === 9 || code === 10 || code === 13) {
      end = endOf(space);
      tokens += end - at > 1 || code === 10 ? 1 : 0;
    } else if (code < 0x80) {
      end = at + 1;
      tokens += 1;
    } else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? code);
      end = at + character.length;
      tokens += tokensOfCharacter(character);
    }
    at = end;
  }
  return Math.ceil(tokens);
}

const plain = /^[A-Z]?[a-z]+$/u;

/**
 * Ordinary words split into pieces of about four letters, mixed case also at capitals; odd ones into pieces of 1.5
 * letters.
 */
function tokensOfWord(word: string): number {
  // Most words are one piece, which the general way finds more slowly.
  if (plain.test(word)) return Math.ceil(word.length / (isOdd(word) ? 1.5 : 4));
  const humps = word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/gu) ?? [word];
  return humps.reduce((sum, hump) => sum + Math.ceil(hump.length / (isOdd(hump) ? 1.5 : 4)), 0);
}

/** Long compounds, abbreviations and noise, of which tokenizers know few parts. */
function isOdd(hump: string): boolean {
  return (
    hump.length > 14 || /[^aeiouy]{4}|[qxz][^aeiouy]/iu.test(hump) || (hump.length > 1 && hump === hump.toUpperCase())
  );
}

/** Scripts whose common words tokenizers know; a letter of another script costs one token per byte. */
const common =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Georgian}\p{Script=Armenian}]/u;

function tokensOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (/\p{M}/u.test(character)) return code > 0xffff ? 4 : 3;
  if (latinOrCyrillic.test(character)) return 1;
  if (code > 0xffff) return 4;
  return common.test(character) || !/\p{L}/u.test(character) ? 2 : 3;
}

const part =
  /(?<word>[A-Za-z]+)|(?<digits>[0-9]+)|(?<lines>[^\S \t]\s*)|(?<dense>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+)|(?<letters>[\p{L}\p{M}]+)|(?<signs>[^\s\p{L}\p{M}\p{N}]+)/gu;

/**
 * The minimum number of tokens: never more than common tokenizers count, about 0.9 of it for English prose and 0.8 for
 * German, Chinese and code. For a limit on input, where `estimateTokens` would reject text within the limit.
 */
export function minTokens(text: string): number {
  let tokens = 0;
  for (const match of text.matchAll(part)) {
    const { word, digits, lines, dense, letters, signs } = match.groups ?? {};
    if (word !== undefined) tokens += Math.max(1, word.length / 8);
    else if (digits !== undefined) tokens += Math.ceil(digits.length / 3);
    else if (lines !== undefined) tokens += 0.5;
    else if (dense !== undefined) tokens += 0.55 * dense.length;
    else if (letters !== undefined) tokens += letters.length / 5;
    else if (signs !== undefined) tokens += Math.max(0.7, signs.length / 4);
  }
  return Math.floor(tokens);
}

/** The longest beginning of `text` within `budget` tokens, cut at a word if possible, with `…` if cut. */
export function clipToTokens(text: string, budget: number): string {
  if (estimateTokens(text) <= budget) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(0, middle)) + 2 <= budget) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${cutAtWord(text, low)}…`;
}

function cutAtWord(text: string, length: number): string {
  const cut = text.slice(0, length).replace(/[\ud800-\udbff]$/u, '');
  const space = cut.lastIndexOf(' ');
  return (space > length * 0.7 ? cut.slice(0, space) : cut).trimEnd();
}
