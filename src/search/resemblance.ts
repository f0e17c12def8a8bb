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
  const rarities = Float64Array.from({ length: texts.length + 1 }, (_, times) =>
    Math.log(1 + texts.length / Math.max(1, times)),
  );
  const rarityOf = (part: number): number => rarities[holding.get(part) ?? 0] ?? 0;
  return counted.map((counts) => cosine(wanted, counts, rarityOf));
}

/** How often each part stands in a text. */
type Counts = ReadonlyMap<number, number>;

function cosine(one: Counts, other: Counts, rarityOf: (part: number) => number): number {
  let product = 0;
  for (const [part, times] of one) {
    const others = other.get(part);
    if (others !== undefined) product += value(times) * value(others) * rarityOf(part) ** 2;
  }
  return product === 0 ? 0 : product / Math.sqrt(squares(one, rarityOf) * squares(other, rarityOf));
}

function squares(counts: Counts, rarityOf: (part: number) => number): number {
  let sum = 0;
  for (const [part, times] of counts) sum += (value(times) * rarityOf(part)) ** 2;
  return sum;
}

/** The second time says less than the first. */
function value(times: number): number {
  return times === 1 ? 1 : 1 + Math.log(times);
}

/** Takes each run of text apart once. */
class Parts {
  readonly #ofRun = new Map<string, readonly number[]>();

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
    const parts = words.flatMap((word) => [...partsOf(word)]);
    this.#ofRun.set(run, parts);
    return parts;
  }
}
