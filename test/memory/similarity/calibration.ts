/** The labelled pairs as sets, and the precision and recall of the similarity on them at each threshold. */
import { createTextComparer } from '../../../src/memory/shared/similarity/similarity.ts';
import { indexText } from '../../../src/search/query/words.ts';
import { halvesOf, labelled } from './labelledPair.ts';
import type { LabelledPair } from './labelledPair.ts';
import { pairsOfCode } from './pairsOfCode.ts';
import { pairsOfData } from './pairsOfData.ts';
import { chinesePairs, germanPairs } from './pairsOfLanguages.ts';
import { pairsOfOtherFields } from './pairsOfOtherFields.ts';
import { pairsOfServices } from './pairsOfServices.ts';
import { pairsWrittenLast } from './pairsWrittenLast.ts';

export const thresholds = [0.6, 0.7, 0.8, 0.9, 0.95] as const;

const { tuning, heldOut } = halvesOf([pairsOfData, pairsOfServices, pairsOfCode, germanPairs, chinesePairs]);

/** No rule, word or constant was chosen on the sets `held out` and `written last`. */
export const pairSets = {
  tuning: [...tuning, ...labelled(pairsOfOtherFields)],
  'held out': heldOut,
  'written last': labelled(pairsWrittenLast),
} as const satisfies Record<string, readonly LabelledPair[]>;

export type PairSet = keyof typeof pairSets;

export interface PrecisionRecall {
  threshold: number;
  /** The share of the pairs above the threshold that are the same; 1 if there is none. */
  precision: number;
  /** The share of the same pairs that are above the threshold. */
  recall: number;
}

export interface ScoredPair extends LabelledPair {
  similarity: number;
}

export function scoredPairs(pairs: readonly LabelledPair[]): ScoredPair[] {
  const { read, compare } = createTextComparer(indexText);
  return pairs.map((pair) => ({ ...pair, similarity: compare(read(pair.one), read(pair.other)).similarity }));
}

/** At each threshold; only pairs with the label `same` are the same. */
export function precisionAndRecall(pairs: readonly LabelledPair[]): PrecisionRecall[] {
  const scored = scoredPairs(pairs);
  const same = scored.filter(({ label }) => label === 'same');
  return thresholds.map((threshold) => {
    const found = scored.filter(({ similarity }) => similarity >= threshold).length;
    const right = same.filter(({ similarity }) => similarity >= threshold).length;
    return { threshold, precision: found === 0 ? 1 : right / found, recall: right / same.length };
  });
}
