/** How alike two words are by their spelling: other forms of one word, and typing errors. */

/** Shorter words have too few parts to be told apart. */
export const leastLength = 4;

/** 0 to 1: which share of their three-letter parts two words have in common (Dice's coefficient). */
export function likenessOf(one: string, other: string): number {
  return likenessOfParts(partsOf(one), partsOf(other));
}

/** The three-letter parts of a word with its bounds: `^ca`, `cat`, `at$`. */
export function partsOf(word: string): ReadonlySet<string> {
  const bounded = `^${word}$`;
  const parts = new Set<string>();
  for (let i = 0; i + 3 <= bounded.length; i += 1) parts.add(bounded.slice(i, i + 3));
  return parts;
}

export function likenessOfParts(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const part of one) if (other.has(part)) shared += 1;
  return (2 * shared) / Math.max(1, one.size + other.size);
}
