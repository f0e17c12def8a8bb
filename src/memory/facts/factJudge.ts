/**
 * What a statement does to those that are known: which it contradicts, which say the same or are like it, and how much of
 * their confidence is left. Only facts of the same project lose confidence to each other.
 */
import type { Fact } from './facts.ts';
import type { Ports } from '../shared/ports.ts';
import { closestFirst, comparisonWith } from '../shared/statements.ts';
import type { StatementRelation } from '../shared/statements.ts';

/** How a fact that is there stands to the one being stored. */
export interface Judgement {
  fact: Fact;
  relation: StatementRelation;
  /** 0 to 1. */
  similarity: number;
  /** What a contradiction leaves of its confidence; undefined when it keeps all of it. */
  confidenceLeft: number | undefined;
  /** For the link that says who took it. */
  linkUid: string;
}

/** Judges live facts in scope that share words with the one being stored. Pure: it runs inside the transaction. */
export type JudgeFacts = (alike: readonly Fact[]) => readonly Judgement[];

/** What a contradiction takes of a confidence. */
const contradictedShare = 0.5;

/** Contradictions first, then the most alike. */
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

/** What a contradiction leaves of a confidence: half of it, but nobody takes more than they have. */
export function leftOf(confidence: number, ofTheOther: number): number {
  const taken = Math.min(confidence * contradictedShare, ofTheOther);
  return Math.round((confidence - taken) * 100) / 100;
}
