/**
 * Finds the families of cues in a text by looking its words up, in one pass. A pattern for each family takes three
 * times as long in a new process, such as a hook, because each has to be compiled.
 */
import type { CueFamily } from './cues.ts';

/** The names of the families in a text. */
type FindCues<Name extends string> = (words: readonly string[], text: string) => ReadonlySet<Name>;

interface Phrase<Name> {
  /** The words after the first. */
  rest: readonly string[];
  name: Name;
}

/** Where a phrase may begin. */
type Place = 'anywhere' | 'at the beginning';

const prefixLength = 4;
const hanCharacter = /[\u4e00-\u9fff]/;

/** The words of a text for `FindCues`, in lower case. */
export function cueWordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  return (
    (lower.includes('’') ? lower.replaceAll('’', "'") : lower).match(/[a-z\d\u00df-\u00ff][a-z\d\u00df-\u00ff']*/g) ??
    []
  );
}

export function createCueFinder<Name extends string>(
  families: Readonly<Record<Name, CueFamily>>,
  place: Place,
): FindCues<Name> {
  const names = Object.keys(families) as Name[];
  const phrases = new Map<string, Phrase<Name>[]>();
  const beginnings = new Map<string, { beginning: string; name: Name }[]>();
  for (const name of names) {
    for (const phrase of families[name].latin.split('|')) {
      const [first = '', ...rest] = phrase.split(' ');
      if (first.endsWith('*')) addTo(beginnings, first.slice(0, prefixLength), { beginning: first.slice(0, -1), name });
      else addTo(phrases, first, { rest, name });
    }
  }
  const findHan = createHanFinder(families, names, place);
  return (words, text) => {
    const found = new Set<Name>(hanCharacter.test(text) ? findHan(text) : []);
    const end = place === 'anywhere' ? words.length : 1;
    for (let at = 0; at < end; at += 1) {
      const word = words[at] ?? '';
      for (const { rest, name } of phrases.get(word) ?? []) {
        if (rest.every((next, offset) => words[at + 1 + offset] === next)) found.add(name);
      }
      for (const { beginning, name } of beginnings.get(word.slice(0, prefixLength)) ?? []) {
        if (word.startsWith(beginning)) found.add(name);
      }
    }
    return found;
  };
}

/** Chinese has no spaces, so it needs patterns. They are compiled for the first Chinese text. */
function createHanFinder<Name extends string>(
  families: Readonly<Record<Name, CueFamily>>,
  names: readonly Name[],
  place: Place,
): (text: string) => Name[] {
  let patterns: { name: Name; pattern: RegExp }[] | undefined;
  return (text) => {
    patterns ??= names.map((name) => {
      const { han } = families[name];
      return { name, pattern: new RegExp(place === 'anywhere' ? han : `^(?:${han})`) };
    });
    return patterns.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);
  };
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
