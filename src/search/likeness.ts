/** How alike two words are by their spelling: other forms of one word, and typing errors. */

/** Shorter words have too few parts to be told apart. */
export const leastLength = 4;

/** 0 to 1: which share of their three-letter parts two words have in common (Dice's coefficient); two swapped letters are a slip. */
export function likenessOf(one: string, other: string): number {
  const likeness = likenessOfParts(partsOf(one), partsOf(other));
  return isSwapped(one, other) ? Math.max(likeness, likenessOfSwapped) : likeness;
}

const likenessOfSwapped = 0.8;

/** Whether two neighbouring letters changed places, and nothing else. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const first = Array.from(one).findIndex((letter, place) => letter !== other[place]);
  const swapped = `${one.slice(0, first)}${one[first + 1] ?? ''}${one[first] ?? ''}${one.slice(first + 2)}`;
  return first >= 0 && swapped === other;
}

/** The three-letter parts of a word with its bounds (`^ca`, `cat`, `at$`), each as a number of its own. */
export function partsOf(word: string): ReadonlySet<number> {
  const bounded = `^${word}$`;
  const parts = new Set<number>();
  let part = bounded.charCodeAt(0) * letter + bounded.charCodeAt(1);
  for (let i = 2; i < bounded.length; i += 1) {
    part = (part % square) * letter + bounded.charCodeAt(i);
    parts.add(part);
  }
  return parts;
}

/** Room for one letter in a number, and for two; three are still a whole number. */
const letter = 65_536;
const square = letter * letter;

export function likenessOfParts(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let shared = 0;
  for (const part of one) if (other.has(part)) shared += 1;
  return (2 * shared) / Math.max(1, one.size + other.size);
}
