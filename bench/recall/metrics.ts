/**
 * What an answer is worth, in the usual measures of retrieval. A figure is a share from 0 to 1 here and becomes a
 * percentage only where it is shown or kept. A question that got no answer counts as 0, never as absent.
 */

export const measures = ['recall@1', 'recall@5', 'recall@10', 'recall@20', 'mrr', 'ndcg@10'] as const;
export type Measure = (typeof measures)[number];
export type Figures = Record<Measure, number>;

/** How many results every system is asked for, the largest k of `measures`. */
export const resultsAsked = 20;

/** One question with what a system answered. */
export interface Answered {
  category: string;
  /** The turns that hold the answer; never empty. */
  evidence: readonly string[];
  /** The turns found, best first. */
  ranked: readonly string[];
}

/** The figures of many questions: each question weighs the same, whatever its evidence. */
export interface Score {
  questions: number;
  overall: Figures;
  /** In alphabetical order of the category. */
  byCategory: { category: string; questions: number; figures: Figures }[];
}

export function scoreOf(answered: readonly Answered[]): Score {
  const categories = Map.groupBy(answered, ({ category }) => category);
  return {
    questions: answered.length,
    overall: meanFigures(answered),
    byCategory: [...categories]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([category, some]) => ({ category, questions: some.length, figures: meanFigures(some) })),
  };
}

/** A turn that is found twice takes one rank, the first: a repeat costs nothing and brings nothing. */
export function figuresOf({ evidence, ranked }: Pick<Answered, 'evidence' | 'ranked'>): Figures {
  const sought = new Set(evidence);
  const found = [...new Set(ranked)].map((id) => sought.has(id));
  return {
    'recall@1': recall(found, sought.size, 1),
    'recall@5': recall(found, sought.size, 5),
    'recall@10': recall(found, sought.size, 10),
    'recall@20': recall(found, sought.size, 20),
    mrr: reciprocalRank(found),
    'ndcg@10':
      discountedGain(found.slice(0, 10)) / discountedGain(Array<boolean>(Math.min(10, sought.size)).fill(true)),
  };
}

/** Which part of the evidence is among the first `k`. With several turns of evidence recall@1 cannot reach 1. */
function recall(found: readonly boolean[], evidence: number, k: number): number {
  return found.slice(0, k).filter(Boolean).length / evidence;
}

/** 1 divided by the rank of the first evidence; 0 where none was found among the results asked for. */
function reciprocalRank(found: readonly boolean[]): number {
  const first = found.indexOf(true);
  return first === -1 ? 0 : 1 / (first + 1);
}

/** Evidence counts 1, less the lower it stands. Divided by that of a perfect order it is the normalised gain. */
function discountedGain(found: readonly boolean[]): number {
  return found.reduce((sum, isEvidence, index) => sum + (isEvidence ? 1 / Math.log2(index + 2) : 0), 0);
}

function meanFigures(answered: readonly Answered[]): Figures {
  const each = answered.map(figuresOf);
  const mean = (measure: Measure): number =>
    each.reduce((sum, figures) => sum + figures[measure], 0) / Math.max(1, each.length);
  return {
    'recall@1': mean('recall@1'),
    'recall@5': mean('recall@5'),
    'recall@10': mean('recall@10'),
    'recall@20': mean('recall@20'),
    mrr: mean('mrr'),
    'ndcg@10': mean('ndcg@10'),
  };
}
