/**
 * How much better one system is than another on the same questions, and how certain that is: the mean of the
 * differences per question, with the interval that contains 95 of 100 means if the questions are resampled.
 */
import type { Figures, Measure } from './metrics.ts';

export interface Difference {
  mean: number;
  /** The bounds of the 95 % interval. */
  low: number;
  high: number;
}

export const compared = ['recall@1', 'recall@5', 'recall@10', 'mrr', 'ndcg@10'] as const satisfies readonly Measure[];
export type Differences = Record<(typeof compared)[number], Difference>;

const drawings = 2000;

/** `ours` and `others` have the figures of the same questions in the same order. Deterministic. */
export function differencesOf(ours: readonly Figures[], others: readonly Figures[]): Differences {
  const random = randomFrom(42);
  const differences = compared.map((measure) => {
    return [
      measure,
      differenceOf(
        ours.map((figures, index) => figures[measure] - (others[index]?.[measure] ?? 0)),
        random,
      ),
    ];
  });
  return Object.fromEntries(differences) as Differences;
}

function differenceOf(each: readonly number[], random: () => number): Difference {
  const means = Array.from({ length: drawings }, () => {
    return meanOf(each.map(() => each[Math.floor(random() * each.length)] ?? 0));
  }).sort((a, b) => a - b);
  const [low = 0, high = 0] = [means[drawings * 0.025], means[drawings * 0.975 - 1]];
  return { mean: meanOf(each), low, high };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** A linear congruential generator, from 0 to below 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32;
}
