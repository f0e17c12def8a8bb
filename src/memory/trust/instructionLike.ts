/**
 * Marks texts that try to steer any model that reads them: "ignore previous instructions", a forged role, an order to
 * hide something from the user. Rules that users store on purpose ("Always run the tests before committing") are not
 * marked. A marked text is not refused: it remains data, and a page or a person sees it unchanged.
 *
 * It matches the wording of such texts, in several languages, after undoing disguises: other widths, similar letters of
 * other scripts, invisible characters, emphasis, and separated letters. It does not know meaning. Text that avoids all
 * of these words is not found, so a mark is one of several defenses and never the only one.
 */
import type { Needles } from '../../util/patternNeedles.ts';
import { needlesOf, Pieces } from '../../util/patternNeedles.ts';
import { orderPatterns } from './orderPatterns.ts';

/** What a marked text does. */
export const marks = ['overrides', 'forges a role', 'keeps secrets', 'runs code', 'sends data', 'hides text'] as const;
export type Mark = (typeof marks)[number];

/** Characters; only archived messages are longer. Of a longer text, both ends are checked. */
const maxReadLength = 120_000;

/** Empty for ordinary text; each mark once, in the order of `marks`. */
export function marksOf(text: string): readonly Mark[] {
  const read =
    text.length <= maxReadLength ? text : `${text.slice(0, maxReadLength / 2)}\n${text.slice(-maxReadLength / 2)}`;
  const found = new Set<Mark>();
  if (hidesText(read)) found.add('hides text');
  const plain = undisguised(read);
  const pieces = new Pieces(plain);
  for (const { mark, pattern, needles } of (withNeedles ??= orderPatterns.map(addNeedles))) {
    if (!found.has(mark) && pieces.mayHold(needles) && pattern.test(plain)) found.add(mark);
  }
  return found.size === 0 ? none : marks.filter((mark) => found.has(mark));
}

const none: readonly Mark[] = [];

type OrderPattern = (typeof orderPatterns)[number];

/** Computed on first use, to keep program start fast. */
let withNeedles: readonly (OrderPattern & { needles: Needles })[] | undefined;

function addNeedles(one: OrderPattern): OrderPattern & { needles: Needles } {
  return { ...one, needles: needlesOf(one.pattern) };
}

const direction = /[\u202a-\u202e\u2066-\u2069]/u;
const tags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0001}-\u{e007f}]|[\u{e0100}-\u{e01ef}]{3}/u;
/** Zero-width characters within Latin words, where they have no function, or many in a row. */
const zeroWidth = /[a-z][\u200b-\u200d\u2060-\u2064\ufeff\u180e]+[a-z]/giu;
const zeroRun = /[\u200b-\u200f\u2060-\u2064\ufeff]{6}/u;

function hidesText(text: string): boolean {
  if (!/[\u180e\u200b-\u202e\u2060-\u2069\ufeff\u{e0001}-\u{e01ef}]/u.test(text)) return false;
  if (direction.test(text) || tags.test(text) || zeroRun.test(text)) return true;
  return (text.match(zeroWidth)?.length ?? 0) >= 3;
}

/** Cyrillic and Greek letters, and below each the Latin letter that it resembles. */
const others = 'аеорсухіјѕԁһкмтвнοαρνικτευ';
const latins = 'aeopcyxijsdhkmtbhoapvikteu';
/** Such a letter next to a Latin one. */
const mixed = new RegExp(`(?<=[a-z])[${others}]|[${others}](?=[a-z])`, 'gu');

/** In lower case, as a reader would see it. */
function undisguised(text: string): string {
  const plain = isAscii(text) ? text.toLowerCase() : latinWherePossible(text.normalize('NFKC').toLowerCase());
  const bare = plain.replace(/[*~`´]+/gu, (found) => (found.startsWith('*') || found.startsWith('~') ? '' : "'"));
  return spelledOut(bare.replace(/\b_+|_+\b/gu, '').replace(/[\t\r\v\f\u00a0]| {2,}/gu, ' '));
}

function isAscii(text: string): boolean {
  return !/[^\u0000-\u007f]/u.test(text);
}

function latinWherePossible(text: string): string {
  const seen = text
    .replace(/[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0001}-\u{e01ef}]/gu, '')
    .replace(/[‘’ʼ]/gu, "'");
  if (!/[\u0370-\u052f]/u.test(seen)) return seen;
  const latin = (sign: string): string => latins.charAt(others.indexOf(sign));
  // Twice, because of two such letters in a row only one is next to a Latin one.
  return seen.replace(mixed, latin).replace(mixed, latin);
}

const apart = /(?:i[ .\-_·]g[ .\-_·]n[ .\-_·]o[ .\-_·]r[ .\-_·]e|d[ .\-_·]i[ .\-_·]s[ .\-_·]r[ .\-_·]e[ .\-_·]g)/u;

/** Spaced-out letters have no word boundaries, so their words are searched without spaces. */
function spelledOut(text: string): string {
  if (!apart.test(text)) return text;
  return text.replace(/(?:[a-z][ .\-_·]{1,3}){8,}[a-z]/gu, (letters) => {
    const word = letters.replace(/[ .\-_·]/gu, '');
    return /instructions|prompt|rules/u.test(word) ? ' ignore previous instructions ' : word;
  });
}
