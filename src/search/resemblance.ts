/**
 * How much texts resemble a question as a whole: the cosine of the angle between their three-letter parts, rare parts
 * counting more. It finds other forms and compounds of the words asked for, and sees a text of which the question is the
 * whole subject. What is rare is told from the texts compared, so that no statistics need be kept.
 */
import { isFurniture } from './question.ts';
import { partsOf } from './likeness.ts';
import { runsOf, wordsOfRun } from './words.ts';

/** For each text 0 (nothing in common) to 1 (the same parts in the same shares). */
export function resemblances(question: readonly string[], texts: readonly string[]): number[] {
  const parts = new Parts();
  const counted = texts.map((text) => parts.count(runsOf(text).flatMap((run) => [wordsOfRun(run)].flat())));
  const holding = new Map<number, number>();
  for (const counts of counted) for (const part of counts.keys()) holding.set(part, (holding.get(part) ?? 0) + 1);
  const rarity = (part: number): number => Math.log(1 + texts.length / (holding.get(part) ?? 1));
  const wanted = vectorFrom(parts.count(question), rarity);
  return counted.map((counts) => cosine(wanted, vectorFrom(counts, rarity)));
}

interface Vector {
  values: ReadonlyMap<number, number>;
  length: number;
}

function vectorFrom(counts: ReadonlyMap<number, number>, rarity: (part: number) => number): Vector {
  const values = new Map<number, number>();
  let squares = 0;
  for (const [part, times] of counts) {
    const value = (1 + Math.log(times)) * rarity(part);
    values.set(part, value);
    squares += value * value;
  }
  return { values, length: Math.sqrt(squares) };
}

function cosine(one: Vector, other: Vector): number {
  if (one.length === 0 || other.length === 0) return 0;
  let product = 0;
  for (const [part, value] of one.values) product += value * (other.values.get(part) ?? 0);
  return product / (one.length * other.length);
}

/** Numbers the parts of words, each word taken apart once. */
class Parts {
  readonly #numbers = new Map<string, number>();
  readonly #ofWord = new Map<string, readonly number[]>();

  /** How often each part stands in these words; words that only say how something is asked are left out. */
  count(words: readonly string[]): Map<number, number> {
    const counts = new Map<number, number>();
    for (const word of words) for (const part of this.#of(word)) counts.set(part, (counts.get(part) ?? 0) + 1);
    return counts;
  }

  #of(word: string): readonly number[] {
    const known = this.#ofWord.get(word);
    if (known !== undefined) return known;
    const numbers = isFurniture(word) ? [] : Array.from(partsOf(word), (part) => this.#numberOf(part));
    this.#ofWord.set(word, numbers);
    return numbers;
  }

  #numberOf(part: string): number {
    const known = this.#numbers.get(part) ?? this.#numbers.size;
    this.#numbers.set(part, known);
    return known;
  }
}
