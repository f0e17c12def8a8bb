/**
 * Text as the words a full-text index holds: lower case, stemmed, compounds taken apart, scripts without spaces cut
 * into pairs. Queries go through the same function, so that what was stored is found; every engine indexes the same
 * words, so that every engine gives the same answers. A word is made of letters and digits alone.
 */
import { stemmer } from 'stemmer';

const longestWord = 64;
const ascii = /^[\x00-\x7f]*$/u;
const combiningLatin = /[\u0300-\u036f]/gu;
const token = /(?<emoji>\p{Extended_Pictographic})|(?<word>[\p{L}\p{N}\p{M}_'’]+)/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]+/gu;
const hump = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+/gu;

/** The words of a text in order, repeats kept; separated by one space each. Empty for a text without any. */
export function indexText(text: string): string {
  return wordsOf(text).join(' ');
}

export function wordsOf(text: string): string[] {
  return ascii.test(text) ? wordsOfAscii(text) : wordsOfAnyScript(text);
}

/** The same as below for the plain text that most memories are, at a third of the time. */
function wordsOfAscii(text: string): string[] {
  const words: string[] = [];
  for (const run of text.match(/[\w']+/gu) ?? []) addSpacedWord(words, run);
  return words;
}

function wordsOfAnyScript(text: string): string[] {
  const words: string[] = [];
  const normal = text.normalize('NFKD').replace(combiningLatin, '').normalize('NFC');
  for (const { groups } of normal.matchAll(token)) {
    if (groups?.['emoji'] !== undefined) words.push(`emoji${(groups['emoji'].codePointAt(0) ?? 0).toString(16)}`);
    else addWords(words, groups?.['word'] ?? '');
  }
  return words;
}

function addWords(words: string[], run: string): void {
  let rest = 0;
  for (const match of run.matchAll(unspaced)) {
    addSpacedWord(words, run.slice(rest, match.index));
    addPairs(words, match[0]);
    rest = match.index + match[0].length;
  }
  addSpacedWord(words, run.slice(rest));
}

/** `getUserById` is found as itself and by each of its parts, `Caroline's` as `caroline`. */
function addSpacedWord(words: string[], run: string): void {
  for (const part of run
    .replace(/['’]s$/u, '')
    .replace(/['’]/gu, '')
    .split('__')) {
    const humps = part.match(hump) ?? [];
    const whole = part.replaceAll('_', '').toLowerCase();
    if (whole === '') continue;
    words.push(stemmed(whole));
    if (humps.length > 1) words.push(...humps.map((piece) => stemmed(piece.toLowerCase())));
  }
}

/** Each character, and each pair of neighbours: a query of two characters or more matches by pairs. */
function addPairs(words: string[], run: string): void {
  const characters = Array.from(run.toLowerCase());
  if (characters.length === 1) words.push(run.toLowerCase());
  for (let i = 0; i + 1 < characters.length; i += 1) words.push(`${characters[i] ?? ''}${characters[i + 1] ?? ''}`);
  if (characters.length > 1) words.push(...characters);
}

function stemmed(word: string): string {
  const short = word.slice(0, longestWord);
  return /^[a-z]+$/u.test(short) ? stemmer(short) : short;
}
