/** The part of a long text that a question is about. */
import { shorten } from '../util/text.ts';

/** Characters that stand before the place. */
const lead = 60;
/** Each word that is not there costs a look at the whole text. */
const mostWords = 12;

/**
 * At most `length` characters of a text, around the first place of the longest word of `query` that stands in it; its
 * beginning when none does. `…` stands where something was left out.
 */
export function excerptAround(text: string, query: string, length: number): string {
  if (text.length <= length) return text;
  const place = placeOf(text, query);
  const start = place + lead < length ? 0 : place - lead;
  if (start === 0) return shorten(text, length);
  const from = text.slice(start).search(/\s/u) + 1;
  return `…${shorten(text.slice(start + (from < lead ? from : 0)), length - 1)}`.toWellFormed();
}

function placeOf(text: string, query: string): number {
  const words = new Set(query.match(/[\p{L}\p{N}_]{3,}/gu));
  for (const word of [...words].toSorted((a, b) => b.length - a.length).slice(0, mostWords)) {
    // Without its end a word is found in its other forms, too.
    const place = text.search(new RegExp(word.length > 5 ? word.slice(0, -2) : word, 'iu'));
    if (place >= 0) return place;
  }
  return 0;
}
