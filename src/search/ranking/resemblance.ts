/**
 * How similar texts are to a query as a whole: the cosine between their three-letter parts, with more weight for rare
 * parts. It finds other forms and compounds of the words, and texts that are entirely about the query. Rarity comes
 * from the compared texts, so no statistics are needed.
 */
import { partsOf } from '../../util/likeness.ts';
import { isQuestionStopWord } from '../query/question.ts';
import { runsOf, wordsOfRun } from '../query/words.ts';

/** For each text, 0 (no common parts) to 1 (the same parts in the same proportions). */
export function resemblances(question: readonly string[], texts: readonly string[]): number[] {
  const parts = new Parts();
  const wanted = parts.of(question);
  const read = texts.map((text) => parts.of(runsOf(text)));
  const tally = new Tally(parts.size);
  const counted = read.map((text) => tally.count(text));
  const holding = new Uint32Array(parts.size);
  for (const { parts: held } of counted) for (const part of held) holding[part] = (holding[part] ?? 0) + 1;
  const rarities = Float64Array.from(holding, (times) => Math.log(1 + texts.length / Math.max(1, times)));
  const asked = new Float64Array(parts.size);
  let squaresOfAsked = 0;
  const { parts: inQuestion, times: timesInQuestion } = tally.count(wanted);
  inQuestion.forEach((part, i) => {
    const weight = weightOf(timesInQuestion[i] ?? 0) * (rarities[part] ?? 0);
    asked[part] = weight;
    squaresOfAsked += weight ** 2;
  });
  return counted.map(({ parts: held, times }) => {
    let [squares, product] = [0, 0];
    for (let i = 0; i < held.length; i += 1) {
      const part = held[i] ?? 0;
      const weight = weightOf(times[i] ?? 0) * (rarities[part] ?? 0);
      squares += weight * weight;
      product += weight * (asked[part] ?? 0);
    }
    return product === 0 ? 0 : product / Math.sqrt(squaresOfAsked * squares);
  });
}

/** The parts of a text by index, run by run. */
type Read = readonly (readonly number[])[];

/** Splits each run of text once and numbers the parts from 0, so that arrays can store data on each. */
class Parts {
  readonly #places = new Map<number, number>();
  readonly #ofRun = new Map<string, readonly number[]>();

  /** The number of distinct parts seen. */
  get size(): number {
    return this.#places.size;
  }

  /** Leaves out words that only phrase a question. */
  of(runs: readonly string[]): Read {
    return runs.map((run) => this.#ofRun.get(run) ?? this.#look(run));
  }

  #look(run: string): readonly number[] {
    const places: number[] = [];
    for (const word of [wordsOfRun(run)].flat()) {
      if (!isQuestionStopWord(word)) for (const part of partsOf(word)) places.push(this.#placeOf(part));
    }
    this.#ofRun.set(run, places);
    return places;
  }

  #placeOf(part: number): number {
    const known = this.#places.get(part);
    if (known !== undefined) return known;
    this.#places.set(part, this.#places.size);
    return this.#places.size - 1;
  }
}

/** The distinct parts of a text in order, with the number of occurrences of each. */
interface Counted {
  parts: readonly number[];
  times: readonly number[];
}

/** One array serves all texts: a map for each takes five times as long. */
class Tally {
  /** All 0 between texts. */
  readonly #times: Uint32Array;

  constructor(parts: number) {
    this.#times = new Uint32Array(parts);
  }

  count(text: Read): Counted {
    const parts: number[] = [];
    for (const run of text) {
      for (const part of run) {
        const times = this.#times[part] ?? 0;
        if (times === 0) parts.push(part);
        this.#times[part] = times + 1;
      }
    }
    const times = parts.map((part) => this.#times[part] ?? 0);
    for (const part of parts) this.#times[part] = 0;
    return { parts, times };
  }
}

/** Further occurrences add less than the first. */
function weightOf(times: number): number {
  return times === 1 ? 1 : 1 + Math.log(times);
}
