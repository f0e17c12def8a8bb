/**
 * Judges how a statement affects existing facts: which it contradicts, which say the same or are similar, and how much
 * confidence they keep. Only facts of the same project lose confidence to each other.
 */
import type { Fact } from './facts.ts';
import type { Ports } from '../shared/ports.ts';
import { closestFirst, comparisonWith } from '../shared/statements.ts';
import type { StatementRelation } from '../shared/statements.ts';

/** The relation of an existing fact to the one being stored. */
export interface Judgement {
  fact: Fact;
  relation: StatementRelation;
  /** 0 to 1. */
  similarity: number;
  /** The confidence left after a contradiction; undefined if it keeps all of it. */
  confidenceLeft: number | undefined;
  /** The uid of the link that records who took it. */
  linkUid: string;
}

/** Judges live facts in scope that share words with the one being stored. Pure: it runs inside the transaction. */
export type JudgeFacts = (alike: readonly Fact[]) => readonly Judgement[];

/** The share of a confidence that a contradiction takes. */
const contradictedShare = 0.5;

/** Contradictions first, then the most similar. */
export function createFactJudge(
  ports: Pick<Ports, 'indexText' | 'newId'>,
  said: { statement: string; projectId: string | null; confidence: number },
): JudgeFacts {
  const compare = comparisonWith(said.statement, ports.indexText);
  const judged = (fact: Fact): Judgement[] => {
    const comparison = compare(fact.fact);
    if (comparison === undefined) return [];
    const lowers = comparison.relation === 'contradicts' && fact.projectId === said.projectId;
    const confidenceLeft = lowers ? leftOf(fact.confidence, said.confidence) : undefined;
    return [{ fact, ...comparison, confidenceLeft, linkUid: ports.newId() }];
  };
  return (alike) => alike.flatMap(judged).sort(closestFirst);
}

/**
 * The confidence left after a contradiction: half of it, but the other fact cannot take more than its own confidence.
 */
export function leftOf(confidence: number, ofTheOther: number): number {
  const taken = Math.min(confidence * contradictedShare, ofTheOther);
  return Math.round((confidence - taken) * 100) / 100;
}
