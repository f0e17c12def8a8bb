/**
 * Cuts a text into the pieces that can be names: code spans, quoted paths, and words. Ordinary words are skipped without
 * being copied, because most of a text consists of them and every stored text is read.
 */
import { wholeFileNames } from './forms/files.ts';
import { firstWords } from './forms/wellKnown.ts';

interface Piece {
  kind: 'word' | 'code' | 'quoted';
  text: string;
  /** Of `text`, without quotation marks; in UTF-16 units. */
  start: number;
  /** Where the next piece can start. */
  next: number;
}

const span = /(`{1,2})([^`\n]{1,300})\1/y;
const quotedPath = /"((?:[A-Za-z]:[\\/]|~?\/|\.\.?[\\/])[^"`\n]{1,250})"/y;
const address = /https?:\/\/[^\s<>"'`)\]|]+/y;

const inName = 1;
const lower = 2;
const opensName = 4;
/** For each ASCII character. */
const classes = Uint8Array.from({ length: 128 }, (_, unit) => classOf(String.fromCharCode(unit)));
const backtick = 96;
const quotationMark = 34;

/** The next piece that can be a name, which starts in the given range. */
export function nextPiece(text: string, from: number, to: number): Piece | undefined {
  let at = from;
  while (at < to) {
    const unit = text.charCodeAt(at);
    if (unit < 128 && ((classes[unit] ?? 0) & opensName) !== 0) {
      const end = wordEnd(text, at, to);
      if (end < 0 ? isListed(text, at, -end) : true) return wordAt(text, at, Math.abs(end));
      at = -end;
    } else {
      const piece = unit === backtick || unit === quotationMark ? enclosed(text, at, unit) : undefined;
      if (piece !== undefined) return piece;
      at += 1;
    }
  }
  return undefined;
}

/** The end of the word, negative if it is an ordinary one: letters in lower case, of which the first may be a capital. */
function wordEnd(text: string, start: number, to: number): number {
  let at = start;
  let isOrdinary = isLetter(text.charCodeAt(at));
  for (at += 1; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    const found = unit < 128 ? (classes[unit] ?? 0) : 0;
    if ((found & inName) === 0) break;
    // The punctuation after a word is no part of it.
    if ((found & lower) === 0 && isOrdinary) isOrdinary = (unit === 46 || unit === 58) && !isInName(text, at + 1);
  }
  const isCall = isOrdinary && text.startsWith('()', at);
  return isOrdinary && !isCall ? -at : at;
}

function isInName(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 && ((classes[unit] ?? 0) & inName) !== 0;
}

function isLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
}

function wordAt(text: string, start: number, end: number): Piece {
  if (text.startsWith('http', start)) {
    address.lastIndex = start;
    const found = address.exec(text)?.[0];
    if (found !== undefined) return { kind: 'word', text: found, start, next: start + found.length };
  }
  const next = text.startsWith('()', end) ? end + 2 : end;
  return { kind: 'word', text: text.slice(start, next), start, next };
}

function enclosed(text: string, at: number, unit: number): Piece | undefined {
  const pattern = unit === backtick ? span : quotedPath;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [whole, one = '', other] = found;
  const next = at + whole.length;
  if (other === undefined) return { kind: 'quoted', text: one, start: at + 1, next };
  return { kind: 'code', text: other, start: at + one.length, next };
}

/** Ordinary words that a list has, by three letters and the length; a few others have the same. */
const listed = new Uint8Array(65_536);
for (const word of ['by', ...firstWords(), ...wholeFileNames()]) listed[slotOf(word, 0, word.length)] = 1;

function isListed(text: string, start: number, end: number): boolean {
  let last = end;
  while (!isLetter(text.charCodeAt(last - 1))) last -= 1;
  return listed[slotOf(text, start, last - start)] === 1;
}

function slotOf(text: string, start: number, length: number): number {
  let slot = length;
  for (let at = start; at < start + Math.min(3, length); at += 1) slot = slot * 37 + (text.charCodeAt(at) | 32);
  return slot & 65_535;
}

function classOf(sign: string): number {
  if (/[a-z]/.test(sign)) return inName | lower | opensName;
  if (/[\w.@~/\\#$]/.test(sign)) return inName | opensName;
  return /[:+-]/.test(sign) ? inName : 0;
}
