/**
 * One memory as the ranking reads it: how strongly each word of the question stands in it, and how long it is. Blocks of
 * code are read apart, because a pasted file would outweigh the sentence that explains it.
 */
import type { Candidate } from '../memory/recall.ts';
import { dateWordsOf, daysOf, isDateWord } from './calendar.ts';
import type { Period } from './calendar.ts';
import { endsAsking } from './cues.ts';
import { leastLength, likenessOfParts, partsOf } from './likeness.ts';
import { isFurniture } from './question.ts';
import type { Question } from './question.ts';
import { weights } from './weights.ts';
import { runsOf, wordsOfRun } from './words.ts';

/** How a word of the question came to match. */
export type Match = 'word' | 'alike' | 'date';

export interface Reading {
  /** For each term of the question, 0 to `weights.term.most`. */
  strengths: number[];
  matches: (Match | undefined)[];
  /** Content words outside of code. */
  length: number;
  endsAsking: boolean;
  /** Days that it was said on or points to; empty when the question names no time. */
  days: number[];
}

const codeBlock = /```[\s\S]*?(?:```|$)/gu;
/** Texts are read so far, in characters; a memory that has not come to the point by then is long in any case. */
const longestRead = 20_000;

export function proseAndCode(text: string): { prose: string; code: string } {
  const read = text.slice(0, longestRead);
  if (!read.includes('```')) return { prose: read, code: '' };
  return { prose: read.replace(codeBlock, ' '), code: read.match(codeBlock)?.join(' ') ?? '' };
}

/** What a piece of text between spaces says for one question; most say nothing. */
interface Piece {
  contentWords: number;
  /** Terms that it holds, by place, and terms that one of its words is like, with the likeness. */
  held: readonly number[];
  alike: readonly { place: number; likeness: number }[];
}

/** Reads memories for one question. `dayOfMemory` gives the day on which one was said. */
export class Reader {
  readonly #question: Question;
  readonly #dayOfMemory: (memory: Candidate) => number;
  readonly #readsDates: boolean;
  readonly #places: ReadonlyMap<string, number>;
  readonly #comparable: readonly { place: number; word: string; parts: ReadonlySet<string> }[];
  /** The same pieces come again and again, so each is looked at once. */
  readonly #pieces = new Map<string, Piece>();

  constructor(question: Question, periods: readonly Period[], dayOfMemory: (memory: Candidate) => number) {
    this.#question = question;
    this.#dayOfMemory = dayOfMemory;
    this.#readsDates = periods.length > 0 || question.terms.some(({ word }) => isDateWord(word));
    this.#places = new Map(question.terms.map(({ word }, place) => [word, place]));
    this.#comparable = question.terms.flatMap(({ word, role }, place) =>
      role === 'content' && word.length >= leastLength ? [{ place, word, parts: partsOf(word) }] : [],
    );
  }

  read(memory: Candidate): Reading {
    const { prose, code } = proseAndCode(memory.text);
    const tally = new Tally(this.#question.terms.length);
    this.#count(tally, prose, 1);
    if (memory.title !== null) this.#count(tally, memory.title, 1);
    const { length } = tally;
    if (memory.keywords !== '') this.#count(tally, memory.keywords, 1);
    if (code !== '') this.#count(tally, code, weights.term.code);
    const days = this.#readsDates ? daysOf(prose, this.#dayOfMemory(memory)) : [];
    return { ...this.#match(tally, dateWordsOf(days)), length, endsAsking: endsAsking(prose), days };
  }

  #count(tally: Tally, text: string, each: number): void {
    for (const run of runsOf(text)) {
      const piece = this.#pieces.get(run) ?? this.#look(run);
      tally.length += piece.contentWords;
      for (const place of piece.held) tally.held[place] = (tally.held[place] ?? 0) + each;
      for (const { place, likeness } of piece.alike) tally.alike[place] = (tally.alike[place] ?? 0) + likeness * each;
    }
  }

  #look(run: string): Piece {
    const words = [wordsOfRun(run)].flat();
    const piece: Piece = {
      contentWords: words.filter((word) => !isFurniture(word)).length,
      held: words.flatMap((word) => this.#places.get(word) ?? []),
      alike: words.flatMap((word) => this.#termsLike(word)),
    };
    this.#pieces.set(run, piece);
    return piece;
  }

  /** Words of four letters or more that begin alike and share most of their parts. */
  #termsLike(word: string): { place: number; likeness: number }[] {
    if (word.length < leastLength) return [];
    return this.#comparable.flatMap((term) => {
      if (term.word === word || term.word.charCodeAt(0) !== word.charCodeAt(0)) return [];
      const likeness = likenessOfParts(term.parts, partsOf(word));
      return likeness < weights.term.leastLikeness
        ? []
        : [{ place: term.place, likeness: likeness * weights.term.likeness }];
    });
  }

  #match({ held, alike }: Tally, dateWords: ReadonlySet<string>): Pick<Reading, 'strengths' | 'matches'> {
    const strengths: number[] = [];
    const matches: (Match | undefined)[] = [];
    this.#question.terms.forEach(({ word }, place) => {
      const whole = held[place] ?? 0;
      const like = alike[place] ?? 0;
      const date = dateWords.has(word) ? weights.term.date : 0;
      const times = Math.max(whole, like) + date;
      strengths.push((weights.term.most * times) / (times + weights.term.half));
      matches.push(times === 0 ? undefined : whole >= like && whole > 0 ? 'word' : like > 0 ? 'alike' : 'date');
    });
    return { strengths, matches };
  }
}

/** How often each term stands in a text, as itself and by words like it. */
class Tally {
  length = 0;
  readonly held: Float64Array;
  readonly alike: Float64Array;

  constructor(terms: number) {
    this.held = new Float64Array(terms);
    this.alike = new Float64Array(terms);
  }
}
