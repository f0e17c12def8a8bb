/**
 * How many tokens each part of a context block may have. The shares are those of the plan (sections 3 and 14.5), which
 * names them for the default of 1,300; with another total each part keeps its share. Facts and sessions share Tier 1.
 */
import { contextTokenLimits } from '../shared/settingLimits.ts';

export interface ContextBudget {
  /** Tokens of everything together. */
  total: number;
  knowledge: number;
  profile: number;
  facts: number;
  tier1: number;
  /** The longest line of a fact. */
  factLine: number;
  /** How many entries of team knowledge share their part. */
  knowledgeEntries: number;
}

const shares = { knowledge: 500, profile: 300, facts: 420, tier1: 800 } as const;
/** Tokens of a fact's line, at least and at most: a shortened fact is better than none, and a long one is no line. */
const factLine = { min: 40, max: 80 } as const;
/** Tokens that an entry of team knowledge should have at least, and those that stand around the entries. */
const perEntry = 88;
const aroundEntries = 60;

/** `total` within `contextTokenLimits`; the caller has checked it. */
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
