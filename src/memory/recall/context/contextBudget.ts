/**
 * The tokens for each part of a context block. The plan (sections 3 and 14.5) gives the shares for the default total of
 * 1,300; other totals scale them. Facts and sessions share one part. A hand-off and files take theirs from the other parts.
 */
import { contextTokenLimits } from '../../shared/settingLimits.ts';

export interface ContextBudget {
  /** Tokens of the whole block. */
  total: number;
  /** Maximum tokens of the hand-off. */
  handOff: number;
  /** Maximum tokens of what the project's files say. */
  files: number;
  knowledge: number;
  profile: number;
  facts: number;
  tier1: number;
  /** Maximum tokens of a fact's line. */
  factLine: number;
  /** How many entries of team knowledge share their part. */
  knowledgeEntries: number;
}

/** Below the minimum, not even one step would fit; more steps than those of the maximum are better searched for. */
const handOff = { min: 90, max: 200 } as const;
/**
 * The shares of the tokens of a hand-off and of files that knowledge and profile give up; facts and sessions have what
 * is left in any case.
 */
const givenUp = { knowledge: 0.3, profile: 0.2 } as const;
const shares = { files: 260, knowledge: 500, profile: 300, facts: 420, tier1: 800 } as const;
/**
 * Bounds for the maximum tokens of a fact's line: below, a shortened fact is useless; above, it is too long for a line.
 */
const factLine = { min: 40, max: 80 } as const;
/** Minimum tokens per entry of team knowledge, and the tokens around the entries. */
const perEntry = 88;
const aroundEntries = 60;

/** `total` is within `contextTokenLimits`; the caller has checked it. */
export function contextBudgetOf(total: number = contextTokenLimits.default): ContextBudget {
  const scaled = (share: number): number => Math.floor((share * total) / contextTokenLimits.default);
  const knowledge = scaled(shares.knowledge);
  return {
    total,
    handOff: Math.min(handOff.max, Math.max(handOff.min, scaled(handOff.max))),
    files: scaled(shares.files),
    knowledge,
    profile: scaled(shares.profile),
    facts: scaled(shares.facts),
    tier1: scaled(shares.tier1),
    factLine: Math.min(factLine.max, Math.max(factLine.min, scaled(factLine.max))),
    knowledgeEntries: Math.max(1, Math.floor((knowledge - aroundEntries) / perEntry)),
  };
}

/** The budget of a block whose hand-off and files take this many tokens. */
export function budgetBeside(tokens: number, budget: ContextBudget): ContextBudget {
  return {
    ...budget,
    knowledge: budget.knowledge - Math.floor(tokens * givenUp.knowledge),
    profile: budget.profile - Math.floor(tokens * givenUp.profile),
  };
}
