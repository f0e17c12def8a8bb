/**
 * The quality of an answer in the usual measures of retrieval. A figure here is a share from 0 to 1, and becomes a
 * percentage only for display and storage. A question without an answer counts as 0, never as absent.
 */
import { groupBy } from '../../src/util/groupBy.ts';

export const measures = ['recall@1', 'recall@5', 'recall@10', 'recall@20', 'mrr', 'ndcg@10'] as const;
export type Measure = (typeof measures)[number];
export type Figures = Record<Measure, number>;

/** How many results every system should return. */
export const resultsAsked = 100;

/** One question with the answer of a system. Turns are named by their ids, sessions by their names. */
export interface Answered {
  category: string;
  /** The units with the answer; empty if there is none. */
  evidence: readonly string[];
  /** The units with an older answer that was replaced. */
  stale?: readonly string[] | undefined;
  /** The results, best first. */
  ranked: readonly string[];
  /** The score of the first result; 0 if nothing was found. Only its order among questions counts. */
  topScore: number;
}

/** The figures of many questions. Each question has the same weight, whatever its evidence. */
export interface Score {
  /** Only those with an answer; the others count for `abstention` alone. */
  questions: number;
  overall: Figures;
  /** In alphabetical order of the category. */
  byCategory: { category: string; questions: number; figures: Figures }[];
  /** Of the questions with replaced answers, the share that ranks one of these above every current one. */
  staleFirst?: number;
  /**
   * Probability that the best result of a question with an answer scores above that of one without; 0.5 is guessing.
   */
  abstention?: number;
}

export function scoreOf(all: readonly Answered[]): Score {
  const [answered, unanswerable] = [all.filter(hasAnswer), all.filter((each) => !hasAnswer(each))];
  const replaced = answered.filter(({ stale = [] }) => stale.length > 0);
  const categories = groupBy(answered, ({ category }) => category);
  return {
    questions: answered.length,
    overall: meanFigures(answered),
    ...(replaced.length > 0 && { staleFirst: replaced.filter(isStaleFirst).length / replaced.length }),
    ...(unanswerable.length > 0 && { abstention: chanceAbove(answered, unanswerable) }),
    byCategory: [...categories]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([category, some]) => ({ category, questions: some.length, figures: meanFigures(some) })),
  };
}

export function hasAnswer({ evidence }: Pick<Answered, 'evidence'>): boolean {
  return evidence.length > 0;
}

function isStaleFirst({ evidence, stale = [], ranked }: Answered): boolean {
  const [current, older] = [evidence, stale].map((ids) => ranked.findIndex((id) => ids.includes(id))) as [
    number,
    number,
  ];
  return older !== -1 && (current === -1 || older < current);
}

/** The area under the ROC curve, as a probability: equal scores count half. */
function chanceAbove(answered: readonly Answered[], unanswerable: readonly Answered[]): number {
  const won = answered.flatMap(({ topScore }) =>
    unanswerable.map((other) => (topScore > other.topScore ? 1 : topScore === other.topScore ? 0.5 : 0)),
  );
  return won.reduce<number>((sum, each) => sum + each, 0) / Math.max(1, won.length);
}

/** A repeated result counts only at its first rank: it costs nothing and adds nothing. */
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

/** The share of the evidence among the first `k`. With several turns of evidence, recall@1 cannot reach 1. */
function recall(found: readonly boolean[], evidence: number, k: number): number {
  return found.slice(0, k).filter(Boolean).length / evidence;
}

/** 1 divided by the rank of the first evidence; 0 if no result is evidence. */
function reciprocalRank(found: readonly boolean[]): number {
  const first = found.indexOf(true);
  return first === -1 ? 0 : 1 / (first + 1);
}

/**
 * Evidence counts 1 at the first rank and less below. Divided by that of a perfect order, it is the normalized gain.
 */
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
