/**
 * The tokens for each part of a context block. The plan (sections 3 and 14.5) gives the shares for the default total of
 * 1,300; other totals scale them. Facts and sessions share Tier 1.
 */
import { contextTokenLimits } from '../shared/settingLimits.ts';

export interface ContextBudget {
  /** Tokens of the whole block. */
  total: number;
  knowledge: number;
  profile: number;
  facts: number;
  tier1: number;
  /** Maximum tokens of a fact's line. */
  factLine: number;
  /** How many entries of team knowledge share their part. */
  knowledgeEntries: number;
}

const shares = { knowledge: 500, profile: 300, facts: 420, tier1: 800 } as const;
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
    knowledge,
    profile: scaled(shares.profile),
    facts: scaled(shares.facts),
    tier1: scaled(shares.tier1),
    factLine: Math.min(factLine.max, Math.max(factLine.min, scaled(factLine.max))),
    knowledgeEntries: Math.max(1, Math.floor((knowledge - aroundEntries) / perEntry)),
  };
}
