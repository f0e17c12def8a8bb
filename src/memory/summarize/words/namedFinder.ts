/**
 * Finds which of many things a text names, each by one of several words, in one pass over the characters of the text,
 * however many words there are (Aho and Corasick, 1975).
 */

/** A state is a number of 16 bits. */
const maxStates = 1 << 16;

/** In their order. */
export type NamedFinder<T> = (text: string) => T[];

/**
 * Words match anywhere, also within a longer one, and as they are written. None is empty. Together they have at most
 * 65,535 beginnings; throws a `RangeError` for more.
 */
export function createNamedFinder<T>(things: readonly T[], wordsOf: (thing: T) => readonly string[]): NamedFinder<T> {
  const groups = things.map(wordsOf);
  const { classes, width } = classesOf(groups);
  const { next, found } = automatonOf(groups, classes, width);
  return (text) => {
    const places: number[] = [];
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      state = next[state * width + (classes[text.charCodeAt(at)] ?? 0)] ?? 0;
      const here = found[state];
      if (here === undefined) continue;
      for (const place of here) if (!places.includes(place)) places.push(place);
    }
    return inOrder(things, places);
  };
}

function inOrder<T>(things: readonly T[], places: number[]): T[] {
  const found: T[] = [];
  for (const place of places.sort((one, other) => one - other)) {
    const thing = things[place];
    if (thing !== undefined) found.push(thing);
  }
  return found;
}

/** A number for each character of the words, from 1; 0 for all others. */
function classesOf(groups: readonly (readonly string[])[]): { classes: Uint16Array; width: number } {
  const classes = new Uint16Array(1 << 16);
  let width = 1;
  for (const word of groups.flat()) {
    for (let at = 0; at < word.length; at += 1) {
      if (classes[word.charCodeAt(at)] !== 0) continue;
      classes[word.charCodeAt(at)] = width;
      width += 1;
    }
  }
  return { classes, width };
}

/** The beginning of a word. */
interface Prefix {
  /** By the class of the next character. */
  longer: Map<number, Prefix>;
  state: number;
  /** The longest end of it that begins another word. */
  end: number;
  /** The things whose words end here. */
  places: number[];
}

interface Automaton {
  /** For each state, the next one by the class of a character. */
  next: Uint16Array;
  /** For each state, the places of the things whose words end there. */
  found: (readonly number[] | undefined)[];
}

function automatonOf(groups: readonly (readonly string[])[], classes: Uint16Array, width: number): Automaton {
  const prefixes = prefixesOf(groups, classes);
  const next = new Uint16Array(prefixes.length * width);
  const found: (readonly number[] | undefined)[] = [];
  // Where a word does not go on, its end does. Shorter ones come first, so the row of the end is complete.
  for (const { longer, state, end, places } of prefixes) {
    next.copyWithin(state * width, end * width, (end + 1) * width);
    const all = [...new Set([...places, ...(found[end] ?? [])])];
    found.push(all.length === 0 ? undefined : all);
    for (const [cell, child] of longer) {
      child.end = state === 0 ? 0 : (next[state * width + cell] ?? 0);
      next[state * width + cell] = child.state;
    }
  }
  return { next, found };
}

/** Shorter ones first; the state of each is its place. */
function prefixesOf(groups: readonly (readonly string[])[], classes: Uint16Array): Prefix[] {
  const empty: Prefix = { longer: new Map(), state: 0, end: 0, places: [] };
  for (const [place, words] of groups.entries()) {
    for (const word of words) {
      let prefix = empty;
      for (let at = 0; at < word.length; at += 1) {
        const cell = classes[word.charCodeAt(at)] ?? 0;
        const longer = prefix.longer.get(cell) ?? { longer: new Map(), state: 0, end: 0, places: [] };
        prefix.longer.set(cell, longer);
        prefix = longer;
      }
      prefix.places.push(place);
    }
  }
  const all = [empty];
  for (const prefix of all) {
    for (const longer of prefix.longer.values()) longer.state = all.push(longer) - 1;
  }
  if (all.length > maxStates) throw new RangeError('The words have too many beginnings.');
  return all;
}
