/** The part of a long text that a query is about. */
import { isStopWord } from '../../memory/summarize/words/stopWords.ts';
import { shorten } from '../../util/text.ts';

/** In characters, for the text before the first match; a quarter of a short excerpt. */
const maxLead = 60;
/** How many words of a query are searched for, longest first, and how many occurrences of each are weighed. */
const maxWords = 24;
const maxPlaces = 200;
const maxWordLength = 60;

/**
 * At most `length` characters of a text: the stretch where most of the words of `query` are close together, or its
 * beginning if none occurs. Words that the text repeats count less. `…` marks omitted text.
 */
export function excerptAround(text: string, query: string, length: number): string {
  if (text.length <= length) return text;
  const lead = Math.min(maxLead, Math.floor(length / 4));
  const start = startOf(text, query, { length, lead });
  if (start === 0) return shorten(text, length);
  const from = text.slice(start).search(/\s/u) + 1;
  return `…${shorten(text.slice(start + (from < lead ? from : 0)), length - 1)}`.toWellFormed();
}

function startOf(text: string, query: string, { length, lead }: { length: number; lead: number }): number {
  const { first, last } = bestStretch(placesOf(text, query), length - lead);
  // The end of a text is shown as fully as its beginning.
  return last < length ? 0 : Math.min(first - lead, text.length - length + 2);
}

interface Place {
  at: number;
  end: number;
  word: string;
  /** The same at each occurrence of the word. */
  weight: number;
}

/** The occurrences of the query's words, in text order. */
function placesOf(text: string, query: string): Place[] {
  const folded = text.toLowerCase();
  const words = [...new Set(wordsOf(query.toLowerCase()))].toSorted((a, b) => b.length - a.length);
  return words
    .slice(0, maxWords)
    .flatMap((word) => {
      const found = startsOf(folded, word);
      return found.map((at) => ({ at, end: at + word.length, word, weight: word.length / found.length }));
    })
    .sort((a, b) => a.at - b.at);
}

/** Words without their inflected ending, and pairs of characters for scripts without spaces. */
function wordsOf(query: string): string[] {
  const words = query.match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  const informative = words.filter((word) => !isStopWord(word));
  return (informative.length === 0 ? words : informative).flatMap((word) => {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return pairsOf(Array.from(word));
    return [(word.length > 5 ? word.slice(0, -2) : word).slice(0, maxWordLength)];
  });
}

function pairsOf(signs: readonly string[]): string[] {
  return signs.slice(1).map((sign, place) => `${String(signs[place])}${sign}`);
}

function startsOf(text: string, word: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(word); at >= 0 && starts.length < maxPlaces; at = text.indexOf(word, at + word.length)) {
    // A short word inside another one is a coincidence.
    if (word.length > 3 || !/^[a-z\d]{2}$/u.test(text.slice(at - 1, at + 1))) starts.push(at);
  }
  return starts;
}

/**
 * Start and end of the words with the highest total weight within `length` characters, each word counted once. The
 * first one wins a tie.
 */
function bestStretch(places: readonly Place[], length: number): { first: number; last: number } {
  const within = new Map<string, number>();
  let best = { first: 0, last: 0, worth: 0 };
  let [worth, next] = [0, 0];
  for (const { at, word, weight } of places) {
    for (let place = places[next]; place !== undefined && place.end <= at + length; place = places[next]) {
      const times = within.get(place.word) ?? 0;
      if (times === 0) worth += place.weight;
      within.set(place.word, times + 1);
      next += 1;
    }
    if (worth > best.worth + 1e-9) best = { first: at, last: places[next - 1]?.end ?? 0, worth };
    const times = (within.get(word) ?? 0) - 1;
    within.set(word, times);
    if (times === 0) worth -= weight;
  }
  return best;
}
