/** The part of a long text that a question is about. */

/** Characters that stand before the place. */
const lead = 60;

/**
 * At most `length` characters of a text, around the first place of the longest word of `query` that stands in it; its
 * beginning when none does. `…` stands where something before was left out.
 */
export function excerptAround(text: string, query: string, length: number): string {
  if (text.length <= length) return text;
  const words = query.match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  const places = words
    .toSorted((a, b) => b.length - a.length)
    // Without its end a word is found in its other forms, too.
    .map((word) => text.search(new RegExp(word.length > 5 ? word.slice(0, -2) : word, 'iu')));
  const place = places.find((found) => found >= 0) ?? 0;
  const start = place + lead < length ? 0 : place - lead;
  if (start === 0) return text.slice(0, length);
  const from = text.slice(start).search(/\s/u) + 1;
  return `…${text.slice(start + (from < lead ? from : 0)).slice(0, length - 1)}`.toWellFormed();
}
