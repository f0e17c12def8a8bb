/**
 * What texts are about, without a model: each word of a fixed table of English has a vector, words of like meaning have
 * like ones, and a text has the mean of its words'. docs/decisions/0034-word-vectors.md says where the table comes from.
 */
import { isQuestionStopWord } from '../query/question.ts';
import { runsOf, withFinalY, wordsOf, wordsOfRun } from '../query/words.ts';
import type { WordTable } from './wordVectorsFile.ts';
import { unpacked, vectorAt } from './wordVectorsFile.ts';

/** Texts are read so far, in characters: what one is about is told by then. */
const maxReadLength = 600;
/** A text of which the table knows a smaller part, by weight, is in another language or is no prose. */
const minKnown = 0.6;
/** A word that makes up this share of all text weighs half, a more frequent one less (smooth inverse frequency). */
const halfShare = 1e-3;
/** Frequency falls with the rank, but the first few are nearly alike. */
const likeRanks = 10;
/** Stands for the place of a word that the table lacks. */
const unknownWord = -1;

export class WordVectors {
  readonly #table: WordTable;
  readonly #places: ReadonlyMap<string, number>;
  readonly #weights: Float32Array;
  readonly #vectors: (Float32Array | undefined)[] = [];
  /** How often each word stands in the text that is read; all 0 in between. One table serves all texts. */
  readonly #times: Uint16Array;

  private constructor(table: WordTable) {
    this.#table = table;
    // The table was made of stems as they were before.
    this.#places = new Map(table.words.map((word, place) => [withFinalY(word), place]));
    this.#weights = weightsByRank(table.words.length);
    this.#times = new Uint16Array(table.words.length);
  }

  /** From the bytes of `word-vectors.bin`, which must not change afterwards; throws an Error when they are no such file. */
  static readonly from = (bytes: Uint8Array): WordVectors => new WordVectors(unpacked(bytes));

  /**
   * The mean of the words' vectors, of length 1, rare words and repeated ones counting more. Undefined, for "no opinion", when
   * the table knows too few of them. `words` are as `wordsOf` makes them.
   */
  vectorOf(words: Iterable<string>): Float32Array | undefined {
    return this.#mean(Array.from(words, (word) => this.#placesOf(word)).flat());
  }

  /**
   * How near each text is to a question in meaning, -1 to 1. Undefined, for "no opinion", for a text of which the table
   * knows too little; for all texts where it knows too little of the question.
   */
  cosines(question: string, texts: readonly string[]): (number | undefined)[] {
    const asked = this.vectorOf(wordsOf(question));
    if (asked === undefined) return texts.map(() => undefined);
    const placesOfRuns = new Map<string, readonly number[]>();
    return texts.map((text) => {
      const places: number[] = [];
      for (const run of runsOf(text.slice(0, maxReadLength))) {
        let its = placesOfRuns.get(run);
        if (its === undefined) {
          its = [wordsOfRun(run)].flat().flatMap((word) => this.#placesOf(word));
          placesOfRuns.set(run, its);
        }
        for (const place of its) places.push(place);
      }
      const vector = this.#mean(places);
      return vector === undefined ? undefined : productOf(asked, vector);
    });
  }

  /** Where a word stands in the table; nothing for numbers and for words that only say how something is asked. */
  #placesOf(word: string): readonly number[] {
    return /^\d+$/u.test(word) || isQuestionStopWord(word) ? [] : [this.#places.get(word) ?? unknownWord];
  }

  #mean(places: readonly number[]): Float32Array | undefined {
    const held: number[] = [];
    let [known, unknown] = [0, 0];
    for (const place of places) {
      if (place === unknownWord) unknown += 1;
      else {
        known += this.#weights[place] ?? 0;
        const times = this.#times[place] ?? 0;
        if (times === 0) held.push(place);
        this.#times[place] = times + 1;
      }
    }
    const sum = new Float32Array(this.#table.dimensions);
    for (const place of held) {
      // The second time says less than the first.
      const weight = (this.#weights[place] ?? 0) * (1 + Math.log(this.#times[place] ?? 1));
      this.#times[place] = 0;
      const vector = (this.#vectors[place] ??= vectorAt(this.#table, place));
      for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + weight * (vector[i] ?? 0);
    }
    return known === 0 || known < minKnown * (known + unknown) ? undefined : ofLengthOne(sum);
  }
}

/** Gives the table, which is read at the first call; undefined, for search by words alone, where it is missing or damaged. */
export function wordVectorsFrom(load: () => Promise<Uint8Array>): () => Promise<WordVectors | undefined> {
  let loading: Promise<WordVectors | undefined> | undefined;
  return () =>
    (loading ??= load()
      .then(WordVectors.from)
      .catch(() => undefined));
}

/**
 * How far each value lies above the mean of all, in standard deviations, so that measures with bands of their own compare.
 * What has no value gets none; all are 0 where nothing tells them apart.
 */
export function standardScores(values: readonly (number | undefined)[]): (number | undefined)[] {
  const known = values.filter((value) => value !== undefined);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const deviation = Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length);
  return values.map((value) => (value === undefined ? undefined : deviation < 1e-6 ? 0 : (value - mean) / deviation));
}

function weightsByRank(count: number): Float32Array {
  const frequencies = Float32Array.from({ length: count }, (_, rank) => 1 / (rank + likeRanks));
  const all = frequencies.reduce((sum, frequency) => sum + frequency, 0);
  return frequencies.map((frequency) => halfShare / (halfShare + frequency / all));
}

function ofLengthOne(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(productOf(vector, vector));
  return length === 0 ? undefined : vector.map((value) => value / length);
}

function productOf(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}
