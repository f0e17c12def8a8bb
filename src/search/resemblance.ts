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
  const wanted = parts.count(question);
  const counted = texts.map((text) => parts.count(runsOf(text)));
  const holding = new Map<number, number>();
  for (const counts of counted) for (const part of counts.keys()) holding.set(part, (holding.get(part) ?? 0) + 1);
  const rarity = Float64Array.from({ length: parts.size }, (_, part) =>
    Math.log(1 + texts.length / (holding.get(part) ?? 1)),
  );
  return counted.map((counts) => cosine(wanted, counts, rarity));
}

/** How often each part stands in a text, by its number. */
type Counts = ReadonlyMap<number, number>;

function cosine(one: Counts, other: Counts, rarity: Float64Array): number {
  let product = 0;
  for (const [part, times] of one) {
    const others = other.get(part);
    if (others !== undefined) product += value(times, rarity[part]) * value(others, rarity[part]);
  }
  return product === 0 ? 0 : product / Math.sqrt(squares(one, rarity) * squares(other, rarity));
}

function squares(counts: Counts, rarity: Float64Array): number {
  let sum = 0;
  for (const [part, times] of counts) sum += value(times, rarity[part]) ** 2;
  return sum;
}

/** The second time says less than the first. */
function value(times: number, rarity = 0): number {
  return (times === 1 ? 1 : 1 + Math.log(times)) * rarity;
}

/** Numbers the parts of words; each run of text is taken apart once. */
class Parts {
  readonly #numbers = new Map<string, number>();
  readonly #ofRun = new Map<string, readonly number[]>();

  get size(): number {
    return this.#numbers.size;
  }

  /** Words that only say how something is asked are left out. */
  count(runs: readonly string[]): Counts {
    const counts = new Map<number, number>();
    for (const run of runs) for (const part of this.#of(run)) counts.set(part, (counts.get(part) ?? 0) + 1);
    return counts;
  }

  #of(run: string): readonly number[] {
    const known = this.#ofRun.get(run);
    if (known !== undefined) return known;
    const words = [wordsOfRun(run)].flat().filter((word) => !isFurniture(word));
    const numbers = words.flatMap((word) => Array.from(partsOf(word), (part) => this.#numberOf(part)));
    this.#ofRun.set(run, numbers);
    return numbers;
  }

  #numberOf(part: string): number {
    const number = this.#numbers.get(part) ?? this.#numbers.size;
    this.#numbers.set(part, number);
    return number;
  }
}
