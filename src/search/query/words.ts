/**
 * Text as the words in a full-text index: lower case, stemmed, compounds split, scripts without spaces cut into pairs.
 * Queries use the same function, so that they match the stored words; every engine indexes the same words and therefore
 * returns the same results. A word consists of letters and digits only.
 */
import { stemmer } from 'stemmer';
import { plainForms } from './irregularForms.ts';
import { groupBy } from '../../util/groupBy.ts';

const maxWordLength = 64;
const ascii = /^[\x00-\x7f]*$/u;
const asciiRun = /[\w']+/gu;
const combiningLatin = /[\u0300-\u036f]/gu;
/** Typographic marks that separate words like a space; the curly apostrophe becomes the straight one. */
const partingMarks = /[‘“”„–—•→]/gu;
const token = /\p{Extended_Pictographic}|[\p{L}\p{N}\p{M}_'’]+/gu;
const emoji = /^\p{Extended_Pictographic}/u;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]+/gu;
const hump = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+/gu;

/** The words of a text in order, with repetitions, separated by one space. Empty for a text without words. */
export function indexText(text: string): string {
  return wordsOf(text).join(' ');
}

export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const run of runsOf(text)) addWords(words, run);
  return words;
}

/** The irregular forms of a word from `wordsOf`, such as `went` and `gone` for `go`. */
export function irregularFormsOf(word: string): readonly string[] {
  irregularForms ??= groupBy(plainForms.keys(), (form) => withFinalY(stemmer(plainForms.get(form) ?? form)));
  return irregularForms.get(word) ?? [];
}

/** By stem; built on first use. */
let irregularForms: ReadonlyMap<string, readonly string[]> | undefined;

/** The pieces between spaces and punctuation, which `wordsOfRun` splits. */
export function runsOf(text: string): readonly string[] {
  const { plain, isAscii } = plainTextOf(text);
  // Plain ASCII takes a third of the time.
  return plain.match(isAscii ? asciiRun : token) ?? [];
}

/** A text without accents and typographic marks, so that most texts in European languages become plain ASCII. */
interface PlainText {
  plain: string;
  isAscii: boolean;
}

export function plainTextOf(text: string): PlainText {
  if (ascii.test(text)) return { plain: text, isAscii: true };
  const normal = text.normalize('NFKD').replace(combiningLatin, '').normalize('NFC');
  const plain = normal.replaceAll('’', "'").replace(partingMarks, ' ');
  return ascii.test(plain) ? { plain, isAscii: true } : { plain: normal, isAscii: false };
}

/** One word for most runs; several for compounds and for scripts without spaces. */
export function wordsOfRun(run: string): string | readonly string[] {
  return young.get(run) ?? remembered(run);
}

/** A cache of recent runs with their words, in two generations: when the young one is full, it replaces the old one. */
let young = new Map<string, string | readonly string[]>();
let old: ReadonlyMap<string, string | readonly string[]> = new Map();
const maxYoung = 32_000;
const maxKeptLength = 32;
/**
 * V8 stores a substring of at least this length as a reference to the whole text, which a cached piece would keep in
 * memory.
 */
const minSlice = 13;

/** Words repeat, so splitting each only once makes an import several times as fast. */
function addWords(words: string[], run: string): void {
  const known = wordsOfRun(run);
  if (typeof known === 'string') words.push(known);
  else for (const word of known) words.push(word);
}

function remembered(run: string): string | readonly string[] {
  if (run.length > maxKeptLength) return takenApart(run);
  const own = run.length < minSlice ? run : run.split('').join('');
  const words = old.get(own) ?? takenApart(own);
  if (young.size >= maxYoung) {
    old = young;
    young = new Map();
  }
  young.set(own, words);
  return words;
}

function takenApart(run: string): string | readonly string[] {
  if (/^[A-Za-z]?[a-z]+$/u.test(run)) return stemmed(run.toLowerCase());
  if (emoji.test(run)) return `emoji${(run.codePointAt(0) ?? 0).toString(16)}`;
  const words: string[] = [];
  let rest = 0;
  for (const match of run.matchAll(unspaced)) {
    addSpacedWord(words, run.slice(rest, match.index));
    addPairs(words, match[0]);
    rest = match.index + match[0].length;
  }
  addSpacedWord(words, run.slice(rest));
  return words;
}

/** `getUserById` is indexed as a whole and by each of its parts, `Caroline's` as `caroline`. */
function addSpacedWord(words: string[], run: string): void {
  for (const part of run
    .replace(/['’]s$/u, '')
    .replace(/['’]/gu, '')
    .split('__')) {
    const humps = part.match(hump) ?? [];
    const whole = part.replaceAll('_', '').toLowerCase();
    if (whole === '') continue;
    words.push(stemmed(whole));
    if (humps.length > 1) for (const piece of humps) words.push(stemmed(piece.toLowerCase()));
  }
}

/** Each character and each pair of adjacent ones: a query of two or more characters matches by pairs. */
function addPairs(words: string[], run: string): void {
  const characters = Array.from(run.toLowerCase());
  if (characters.length === 1) words.push(run.toLowerCase());
  for (let i = 0; i + 1 < characters.length; i += 1) words.push(`${characters[i] ?? ''}${characters[i + 1] ?? ''}`);
  if (characters.length > 1) for (const character of characters) words.push(character);
}

function stemmed(word: string): string {
  const short = word.slice(0, maxWordLength);
  return /^[a-z]+$/u.test(short) ? withFinalY(stemmer(plainForms.get(short) ?? short)) : short;
}

/**
 * Porter's stemmer returns `deploi` for "deploy" and "deployed", but `deploy` for "deployment"; its successor keeps a y
 * after a vowel.
 */
export function withFinalY(stem: string): string {
  return /[aeou]i$/u.test(stem) ? `${stem.slice(0, -1)}y` : stem;
}
