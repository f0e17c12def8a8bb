/**
 * The topic of texts without a model. A fixed table has a vector for each of its English words, words of similar
 * meaning have similar vectors, and a text has the mean of its words' vectors. docs/decisions/0034-word-vectors.md
 * describes the source of the table.
 */
import { isQuestionStopWord } from '../query/question.ts';
import { runsOf, withFinalY, wordsOf, wordsOfRun } from '../query/words.ts';
import type { WordTable } from './wordVectorsFile.ts';
import { unpacked, vectorAt } from './wordVectorsFile.ts';

/** Characters read of a text, enough to recognize its topic. */
const maxReadLength = 600;
/** If the table covers a smaller share of a text, by weight, the text is in another language or is not prose. */
const minKnown = 0.6;
/**
 * A word with this share of all text has half the weight, and more frequent words have less (smooth inverse frequency).
 */
const halfShare = 1e-3;
/** Frequency falls with the rank, but the first few words are almost equally frequent. */
const likeRanks = 10;
/** The index of a word that is not in the table. */
const unknownWord = -1;

export class WordVectors {
  readonly #table: WordTable;
  readonly #places: ReadonlyMap<string, number>;
  readonly #weights: Float32Array;
  readonly #vectors: (Float32Array | undefined)[] = [];
  /** The occurrences of each word in the current text; all 0 between texts. One array serves all texts. */
  readonly #times: Uint16Array;

  private constructor(table: WordTable) {
    this.#table = table;
    // The words of the table are plain Porter stems.
    this.#places = new Map(table.words.map((word, place) => [withFinalY(word), place]));
    this.#weights = weightsByRank(table.words.length);
    this.#times = new Uint16Array(table.words.length);
  }

  /** From the bytes of `word-vectors.bin`, which must not change afterwards; throws an Error for invalid bytes. */
  static readonly from = (bytes: Uint8Array): WordVectors => new WordVectors(unpacked(bytes));

  /**
   * The mean of the words' vectors, of length 1; rare and repeated words count more. Undefined ("no opinion") if the
   * table knows too few of them. `words` must come from `wordsOf`.
   */
  vectorOf(words: Iterable<string>): Float32Array | undefined {
    return this.#mean(Array.from(words, (word) => this.#placesOf(word)).flat());
  }

  /**
   * The similarity in meaning of each text to a query, -1 to 1. Undefined ("no opinion") for a text of which the table
   * knows too little, and for all texts if it knows too little of the query.
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

  /** The indexes of a word in the table; empty for numbers and for question words. */
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
      // Further occurrences add less than the first.
      const weight = (this.#weights[place] ?? 0) * (1 + Math.log(this.#times[place] ?? 1));
      this.#times[place] = 0;
      const vector = (this.#vectors[place] ??= vectorAt(this.#table, place));
      for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + weight * (vector[i] ?? 0);
    }
    return known === 0 || known < minKnown * (known + unknown) ? undefined : ofLengthOne(sum);
  }
}

/**
 * Returns a function that loads the table at its first call; undefined if the table is missing or damaged, for search
 * by words alone.
 */
export function wordVectorsFrom(load: () => Promise<Uint8Array>): () => Promise<WordVectors | undefined> {
  let loading: Promise<WordVectors | undefined> | undefined;
  return () =>
    (loading ??= load()
      .then(WordVectors.from)
      .catch(() => undefined));
}

/**
 * How far each value is above the mean, in standard deviations, so that measures with different ranges can be compared.
 * Undefined for an undefined value; all 0 if the values do not differ.
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

/** Of vectors of one length. */
export function productOf(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}
