/** The similarity of two words by their spelling: other forms of one word, and typing errors. */

/** Shorter words have too few parts for a comparison. */
export const minLength = 4;

/**
 * 0 to 1: the share of three-letter parts that two words have in common (Dice's coefficient). Two swapped letters count
 * as a typing error.
 */
export function likenessOf(one: string, other: string): number {
  const likeness = likenessOfParts(partsOf(one), partsOf(other));
  return isSwapped(one, other) ? Math.max(likeness, likenessOfSwapped) : likeness;
}

const likenessOfSwapped = 0.8;

/** Whether two adjacent letters are swapped and nothing else differs. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const first = Array.from(one).findIndex((letter, place) => letter !== other[place]);
  const swapped = `${one.slice(0, first)}${one[first + 1] ?? ''}${one[first] ?? ''}${one.slice(first + 2)}`;
  return first >= 0 && swapped === other;
}

/** The three-letter parts of a word with its boundaries (`^ca`, `cat`, `at$`), each as a unique number. */
export function partsOf(word: string): ReadonlySet<number> {
  const bounded = `^${word}$`;
  const parts = new Set<number>();
  let one = bounded.charCodeAt(0);
  let two = bounded.charCodeAt(1);
  for (let i = 2; i < bounded.length; i += 1) {
    const three = bounded.charCodeAt(i);
    parts.add(numberOf(one, two, three));
    one = two;
    two = three;
  }
  return parts;
}

/**
 * Plain ASCII gives small numbers, for which sets and maps are several times as fast. Words contain no character with
 * code 0.
 */
function numberOf(one: number, two: number, three: number): number {
  if ((one | two | three) < 0x80) return (one << 14) | (two << 7) | three;
  return (one * 0x1_0000 + two) * 0x1_0000 + three;
}

function likenessOfParts(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let shared = 0;
  for (const part of one) if (other.has(part)) shared += 1;
  return (2 * shared) / Math.max(1, one.size + other.size);
}
