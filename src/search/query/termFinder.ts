/**
 * Finds the words of a question in texts. Most of a text has nothing to do with the question, and taking every word of it
 * apart would take most of a search's time: in plain text a pattern picks out the pieces that begin like a term.
 */
import { likenessOf } from './likeness.ts';
import type { Question } from './question.ts';
import { weights } from '../shared/weights.ts';
import { irregularFormsOf, plainTextOf, runsOf, wordsOfRun } from './words.ts';

/** How often each term stands in a text, as itself and by words like it. */
export class Tally {
  readonly held: Float64Array;
  readonly alike: Float64Array;

  constructor(terms: number) {
    this.held = new Float64Array(terms);
    this.alike = new Float64Array(terms);
  }
}

/** English has so many characters for each content word, in short talk and in long answers; other scripts fewer. */
const charactersForOne = 10.25;
const charactersForOneElsewhere = 3;

/** The content words of a text, estimated: counting them would mean to take it apart. */
export function lengthOf(text: string): number {
  return text.length / (plainTextOf(text).isAscii ? charactersForOne : charactersForOneElsewhere);
}

/** What a piece of text between spaces says for the question: terms that it holds and is like, by place. */
interface Piece {
  held: readonly number[];
  alike: readonly { place: number; likeness: number }[];
}

export class TermFinder {
  readonly #places: ReadonlyMap<string, number>;
  readonly #misspellings: readonly { place: number; held: string; likeness: number }[];
  readonly #pattern: RegExp | undefined;
  /** The same pieces come again and again, so each is looked at once. */
  readonly #pieces = new Map<string, Piece>();

  constructor(question: Question) {
    this.#places = new Map(
      question.terms.flatMap(({ word, role }, place) => (role === 'content' ? [[word, place]] : [])),
    );
    this.#pattern = patternFrom(question);
    this.#misspellings = question.terms.flatMap(({ word, like }, place) =>
      like.map((held) => ({ place, held, likeness: likenessOf(word, held) * weights.term.likeness })),
    );
  }

  /** Adds what stands in a text, each occurrence `each` times. */
  count(tally: Tally, text: string, each: number): void {
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

  /** Only words that no memory holds are looked for by words that are spelled like them. */
  #termsLike(word: string): { place: number; likeness: number }[] {
    return this.#misspellings.flatMap(({ place, held, likeness }) => (held === word ? [{ place, likeness }] : []));
  }
}

/** What could hold a term, in any form, and nothing where there is none; undefined for terms whose spelling does not tell. */
function patternFrom({ terms }: Question): RegExp | undefined {
  if (terms.some(({ word, like }) => ![word, ...like].every((one) => /^[a-z0-9]+$/u.test(one)))) return undefined;
  const content = terms.filter(({ role }) => role === 'content').flatMap(({ word, like }) => [word, ...like]);
  if (content.length === 0) return /(?!)/gu;
  return new RegExp([...new Set(content.flatMap((word) => beginningsOf(word)))].join('|'), 'giu');
}

/** The runs in which the pattern matches; `text` is plain ASCII. */
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

/** Letters, digits, the underscore and the apostrophe, as `runsOf` cuts plain text. */
function isRunCode(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 39;
}

/**
 * As a pattern. A stem may end in a letter that the word does not have ("citi" for "city"), so its last one is not asked
 * for; apostrophes and underscores are no part of a word ("O'Brien").
 */
function beginningsOf(word: string): string[] {
  const forms = [word, ...irregularFormsOf(word)];
  return forms.map((form) => Array.from(form.slice(0, Math.min(4, Math.max(2, form.length - 1)))).join("['_]?"));
}
