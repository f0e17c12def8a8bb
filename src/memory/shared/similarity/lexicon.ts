/**
 * The lists of `wordFamilies.ts`, prepared for reading texts: phrases by their stems, and how much each word says.
 * Built once for each function that stems.
 */
import { createEverydayShares } from './everydayWords.ts';
import { numberWords, opposites, phrasesByRole, synonyms } from './wordFamilies.ts';
import type { PhraseRole } from './wordFamilies.ts';

/** A function with the contract of the port `IndexText`. */
export type ToIndexText = (text: string) => string;

export interface Phrase {
  /** What it does to a text; `concept` for a word or a phrase that has synonyms. */
  role: PhraseRole | 'concept';
  /** The same for all phrases that mean the same. */
  concept: string;
  weight: number;
  /** The concept that it excludes, if any. */
  opposite?: string;
}

/** A phrase at a place of a text. */
interface FoundPhrase {
  phrase: Phrase;
  /** In words, or in characters of a script without spaces. */
  length: number;
}

export interface Lexicon {
  /** `word` is in lower case and without accents. */
  stemOf: (word: string) => string;
  /** How much a stem says about what a text is about, in nats: rare words say more. */
  weightOf: (stem: string) => number;
  /** The longest phrase that begins at a word. */
  phraseAt: (words: readonly string[], place: number) => FoundPhrase | undefined;
  /** The longest phrase that begins at a character of a text without spaces. */
  unspacedPhraseAt: (text: string, place: number) => FoundPhrase | undefined;
}

/** People choose, add and introduce in many words, so verbs say little, in nats. */
const verbWeight = 1;
const storingWeight = 2;
const inspectWeight = 2.5;
/** A single letter names one of several things, and says nothing about them. */
const letterWeight = 1;
const maxUnspacedLength = 4;
const maxStems = 20_000;

const lexicons = new WeakMap<ToIndexText, Lexicon>();

export function lexiconFor(toIndexText: ToIndexText): Lexicon {
  const known = lexicons.get(toIndexText) ?? createLexicon(toIndexText);
  lexicons.set(toIndexText, known);
  return known;
}

function createLexicon(toIndexText: ToIndexText): Lexicon {
  const stemOf = createStem(toIndexText);
  const shareOf = createEverydayShares(toIndexText);
  const weightOf = (stem: string): number => (/^[a-z]$/u.test(stem) ? letterWeight : -Math.log(shareOf(stem)));
  const phrases = new Phrases(stemOf, weightOf);
  return {
    stemOf,
    weightOf,
    phraseAt: (words, place) => phrases.at(words, place),
    unspacedPhraseAt: (text, place) => phrases.unspacedAt(text, place),
  };
}

class Phrases {
  readonly #stemOf: (word: string) => string;
  readonly #written = new Map<string, Phrase>();
  /** By their stems. Phrases to skip are known only as written: "us" and "use" have one stem. */
  readonly #stemmed = new Map<string, Phrase>();
  /** The number of words in the longest phrase that begins with a word as written, and with a stem. */
  readonly #maxWritten = new Map<string, number>();
  readonly #maxStemmed = new Map<string, number>();

  constructor(stemOf: (word: string) => string, weightOf: (stem: string) => number) {
    this.#stemOf = stemOf;
    for (const [role, phrases] of phrasesByRole) {
      for (const text of phrases.split(', ')) this.#add(text, this.#phraseOf(role, text, weightOf));
    }
    const excluded = new Map([...opposites, ...opposites.map(([one, other]) => [other, one] as const)]);
    for (const family of synonyms) {
      const [first = '', ...others] = family.split(', ');
      const weight = first === 'store' ? storingWeight : weightOf(stemOf(first));
      const concept = this.#keyOf(first);
      const opposite = this.#keyOf(excluded.get(first) ?? '');
      for (const text of [first, ...others]) this.#add(text, { role: 'concept', concept, weight, opposite });
    }
    numberWords.split(' ').forEach((word, value) => {
      this.#add(word, { role: 'concept', concept: String(value), weight: weightOf(String(value)) });
    });
  }

  at(words: readonly string[], place: number): FoundPhrase | undefined {
    const first = words[place] ?? '';
    const written = this.#written.get(first);
    const maxWritten = this.#maxWritten.get(first) ?? 0;
    // Most words to skip begin no longer phrase, and need no stem.
    if (written?.role === 'skip' && maxWritten === 1) return { phrase: written, length: 1 };
    const maxLength = Math.max(maxWritten, this.#maxStemmed.get(this.#stemOf(first)) ?? 0);
    for (let length = Math.min(maxLength, words.length - place); length > 1; length -= 1) {
      const read = words.slice(place, place + length);
      const phrase = this.#written.get(read.join(' ')) ?? this.#stemmed.get(read.map(this.#stemOf).join(' '));
      if (phrase !== undefined) return { phrase, length };
    }
    const phrase = maxLength === 0 ? undefined : (written ?? this.#stemmed.get(this.#stemOf(first)));
    return phrase === undefined ? undefined : { phrase, length: 1 };
  }

  unspacedAt(text: string, place: number): FoundPhrase | undefined {
    for (let length = Math.min(maxUnspacedLength, text.length - place); length > 0; length -= 1) {
      const phrase = this.#written.get(text.slice(place, place + length));
      if (phrase !== undefined) return { phrase, length };
    }
    return undefined;
  }

  #add(text: string, phrase: Phrase): void {
    const words = plainWordsOf(text);
    addIfNew(this.#written, words.join(' '), phrase);
    raise(this.#maxWritten, words[0] ?? '', words.length);
    if (phrase.role === 'skip') return;
    const stems = words.map(this.#stemOf);
    addIfNew(this.#stemmed, stems.join(' '), phrase);
    raise(this.#maxStemmed, stems[0] ?? '', words.length);
  }

  /** All verbs that introduce what a text is for are one concept, and so are those for what it is against. */
  #phraseOf(role: PhraseRole, text: string, weightOf: (stem: string) => number): Phrase {
    switch (role) {
      case 'choose':
      case 'make':
      case 'move':
      case 'replace':
        return { role, concept: 'choose', weight: verbWeight };
      case 'remove':
      case 'block':
      case 'instead':
        return { role, concept: 'remove', weight: verbWeight };
      case 'inspect':
        // The last word: "write a test" and "test" are the same work.
        return { role, concept: this.#keyOf(text.replace(/^.* /u, '')), weight: inspectWeight };
      case 'copy':
        return { role, concept: this.#keyOf(text), weight: weightOf(this.#keyOf(text)) };
      case 'skip':
      case 'not':
      case 'from':
      case 'to':
      case 'with':
      case 'off':
      case 'but':
      case 'because':
      case 'if':
        return { role, concept: role, weight: 0 };
    }
  }

  #keyOf(text: string): string {
    return plainWordsOf(text).map(this.#stemOf).join(' ');
  }
}

function addIfNew(phrases: Map<string, Phrase>, key: string, phrase: Phrase): void {
  if (!phrases.has(key)) phrases.set(key, phrase);
}

function raise(lengths: Map<string, number>, key: string, length: number): void {
  lengths.set(key, Math.max(lengths.get(key) ?? 0, length));
}

/** The words of a text in lower case, without accents; hyphens and similar signs separate words. */
function plainWordsOf(text: string): string[] {
  const plain = plainTextOf(text);
  return plain.match(ascii.test(plain) ? /[a-z\d]+[+#]*/g : /[\p{L}\p{N}]+[+#]*/gu) ?? [];
}

const ascii = /^[\x00-\x7f]*$/;

/** In lower case, without accents and apostrophes. */
export function plainTextOf(text: string): string {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower.replaceAll("'", '');
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss');
}

/** Caches stems, because comparisons read the same words repeatedly. */
function createStem(toIndexText: ToIndexText): (word: string) => string {
  const stems = new Map<string, string>();
  return (word) => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    // Only words of plain letters have inflections.
    const stem = /^[a-z]+$/u.test(word) ? toIndexText(word) || word : word;
    if (stems.size >= maxStems) stems.clear();
    stems.set(word, stem);
    return stem;
  };
}
