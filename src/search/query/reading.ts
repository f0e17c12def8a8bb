/**
 * One memory as the ranking reads it: how strongly each word of the query occurs in it, and its length. Code blocks are
 * read separately, because a pasted file would outweigh the sentence that explains it.
 */
import type { Candidate } from '../../memory/recall/recall.ts';
import { weights } from '../shared/weights.ts';
import type { Period } from './calendar.ts';
import { dateWordsOf, daysOf, isDateWord } from './calendar.ts';
import { endsAsking } from './cues.ts';
import type { Question } from './question.ts';
import { lengthOf, Tally, TermFinder } from './termFinder.ts';

/** How a word of the query matched. */
export type WordMatch = 'word' | 'alike' | 'date';

export interface MemoryReading {
  /** For each term of the query, 0 to `weights.term.most`. */
  strengths: number[];
  matches: (WordMatch | undefined)[];
  /** Content words outside code, estimated from the number of characters. */
  length: number;
  endsAsking: boolean;
  /** Days on which it was written or to which it refers; empty if the query names no time. */
  days: number[];
}

const codeBlock = /```[\s\S]*?(?:```|$)/gu;
/** Characters that are read of a memory; a longer one counts as long in any case. */
const maxReadLength = 20_000;

export function proseAndCode(text: string): { prose: string; code: string } {
  const read = text.slice(0, maxReadLength);
  if (!read.includes('```')) return { prose: read, code: '' };
  return { prose: read.replace(codeBlock, ' '), code: read.match(codeBlock)?.join(' ') ?? '' };
}

/** Reads memories for one query. `dayOfMemory` returns the day on which a memory was written. */
export class Reader {
  readonly #question: Question;
  readonly #dayOfMemory: (memory: Candidate) => number;
  readonly #readsDates: boolean;
  readonly #finder: TermFinder;

  constructor(question: Question, periods: readonly Period[], dayOfMemory: (memory: Candidate) => number) {
    this.#question = question;
    this.#dayOfMemory = dayOfMemory;
    this.#readsDates = periods.length > 0 || question.terms.some(({ word }) => isDateWord(word));
    this.#finder = new TermFinder(question);
  }

  read(memory: Candidate): MemoryReading {
    const { prose, code } = proseAndCode(memory.text);
    const tally = new Tally(this.#question.terms.length);
    this.#finder.count(tally, prose, 1);
    if (memory.title !== null) this.#finder.count(tally, memory.title, 1);
    if (memory.keywords !== '') this.#finder.count(tally, memory.keywords, 1);
    if (code !== '') this.#finder.count(tally, code, weights.term.code);
    const days = this.#readsDates ? daysOf(prose, this.#dayOfMemory(memory)) : [];
    const length = lengthOf(prose) + lengthOf(memory.title ?? '');
    return { ...this.#match(tally, dateWordsOf(days)), length, endsAsking: endsAsking(prose), days };
  }

  #match({ held, alike }: Tally, dateWords: ReadonlySet<string>): Pick<MemoryReading, 'strengths' | 'matches'> {
    const strengths: number[] = [];
    const matches: (WordMatch | undefined)[] = [];
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
