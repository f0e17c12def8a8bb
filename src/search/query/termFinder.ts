/**
 * Finds the words of a query in texts. Most of a text is unrelated to the query, and splitting every word of it would
 * take most of a search's time. In plain text, a pattern selects the pieces that begin like a term.
 */
import { likenessOf } from '../../util/likeness.ts';
import type { Question } from './question.ts';
import { weights } from '../shared/weights.ts';
import { patternOfName } from './signedNames.ts';
import { irregularFormsOf, plainTextOf, runsOf, wordsOfRun } from './words.ts';

/** How often each term occurs in a text, itself and by similar words. */
export class Tally {
  readonly held: Float64Array;
  readonly alike: Float64Array;

  constructor(terms: number) {
    this.held = new Float64Array(terms);
    this.alike = new Float64Array(terms);
  }
}

/** Characters per content word in English, in short messages and in long answers; fewer in other scripts. */
const charactersForOne = 10.25;
const charactersForOneElsewhere = 3;

/** Estimates the content words of a text; an exact count would require splitting it. */
export function lengthOf(text: string): number {
  return text.length / (plainTextOf(text).isAscii ? charactersForOne : charactersForOneElsewhere);
}

/** The terms that a piece of text between spaces contains or resembles, by index. */
interface Piece {
  held: readonly number[];
  alike: readonly { place: number; likeness: number }[];
}

export class TermFinder {
  readonly #places: ReadonlyMap<string, number>;
  readonly #misspellings: readonly { place: number; held: string; likeness: number }[];
  readonly #names: readonly { place: number; pattern: RegExp }[];
  readonly #pattern: RegExp | undefined;
  /** Cached, because the same pieces occur again and again. */
  readonly #pieces = new Map<string, Piece>();

  constructor(question: Question) {
    this.#places = new Map(
      question.terms.flatMap(({ word, role, exact }, place) =>
        role === 'content' && exact === undefined ? [[word, place]] : [],
      ),
    );
    this.#names = question.terms.flatMap(({ role, exact }, place) =>
      role === 'content' && exact !== undefined ? [{ place, pattern: patternOfName(exact) }] : [],
    );
    this.#pattern = patternFrom(question);
    this.#misspellings = question.terms.flatMap(({ word, like }, place) =>
      like.map((held) => ({ place, held, likeness: likenessOf(word, held) * weights.term.likeness })),
    );
  }

  /** Adds the occurrences in a text, each counted `each` times. */
  count(tally: Tally, text: string, each: number): void {
    for (const { place, pattern } of this.#names) {
      tally.held[place] = (tally.held[place] ?? 0) + each * (text.match(pattern)?.length ?? 0);
    }
    for (const run of this.#runsIn(text)) {
      const piece = this.#pieces.get(run) ?? this.#look(run);
      for (const place of piece.held) tally.held[place] = (tally.held[place] ?? 0) + each;
      for (const { place, likeness } of piece.alike) tally.alike[place] = (tally.alike[place] ?? 0) + likeness * each;
    }
  }

  #runsIn(text: string): readonly string[] {
    if (this.#pattern === undefined) return runsOf(text);
    const { plain, isAscii } = plainTextOf(text);
    return isAscii ? runsAround(plain, this.#pattern) : runsOf(text);
  }

  #look(run: string): Piece {
    const words = [wordsOfRun(run)].flat();
    const piece = {
      held: words.flatMap((word) => this.#places.get(word) ?? []),
      alike: words.flatMap((word) => this.#termsLike(word)),
    };
    this.#pieces.set(run, piece);
    return piece;
  }

  /** Only words that no memory contains are matched by similar spelling. */
  #termsLike(word: string): { place: number; likeness: number }[] {
    return this.#misspellings.flatMap(({ place, held, likeness }) => (held === word ? [{ place, likeness }] : []));
  }
}

/**
 * Matches whatever may contain a term, in any form, and nothing without content terms. Undefined for terms in which the
 * spelling is not enough.
 */
function patternFrom({ terms }: Question): RegExp | undefined {
  if (terms.some(({ word, like }) => ![word, ...like].every((one) => /^[a-z0-9]+$/u.test(one)))) return undefined;
  const content = terms.filter(({ role }) => role === 'content').flatMap(({ word, like }) => [word, ...like]);
  if (content.length === 0) return /(?!)/gu;
  return new RegExp([...new Set(content.flatMap((word) => beginningsOf(word)))].join('|'), 'giu');
}

/** The runs in which the pattern matches; `text` must be plain ASCII. */
function runsAround(text: string, pattern: RegExp): string[] {
  const runs: string[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    let start = match.index;
    let end = pattern.lastIndex;
    while (start > 0 && isRunCode(text.charCodeAt(start - 1))) start -= 1;
    while (end < text.length && isRunCode(text.charCodeAt(end))) end += 1;
    runs.push(text.slice(start, end));
    pattern.lastIndex = end;
  }
  return runs;
}

/** Letters, digits, the underscore and the apostrophe, as in `runsOf` for plain text. */
function isRunCode(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 39;
}

/**
 * As patterns. A stem may end in a letter that the word does not have ("citi" for "city"), so its last letter is left
 * out. Apostrophes and underscores are not part of a word ("O'Brien").
 */
function beginningsOf(word: string): string[] {
  const forms = [word, ...irregularFormsOf(word)];
  return forms.map((form) => Array.from(form.slice(0, Math.min(4, Math.max(2, form.length - 1)))).join("['_]?"));
}
