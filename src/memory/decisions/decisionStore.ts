/**
 * The store port for decisions. A decision is a fact with details, so `FactStore` writes it; this port reads decisions
 * with their outcomes, records outcomes, and reads what a model should not try again.
 */
import type { Fact } from '../facts/facts.ts';
import type { Actor } from '../shared/audit.ts';
import type { ProjectScope } from '../shared/identity.ts';
import type { Origin, Verdict } from '../shared/vocabulary.ts';

/** How a decision turned out, as of a date. */
export interface Outcome {
  id: number;
  uid: string;
  /** 1 (bad) to 10 (good). */
  rating: number;
  verdict: Verdict;
  notes: string;
  sourceRef: string | null;
  origin: Origin | null;
  userName: string | null;
  agentName: string | null;
  /** The date that it describes, ISO 8601 in UTC. */
  observedAt: string;
}

/** A fact with the details of a decision; see `Fact.decision`. */
export type DecisionFact = Fact & { decision: NonNullable<Fact['decision']> };

/** What replaced a decision. */
export interface Successor {
  id: number;
  fact: string;
}

export interface StoredDecision {
  fact: DecisionFact;
  /** By the dates that they describe, latest first. */
  outcomes: Outcome[];
  /** The newest one; null if nothing replaced it. */
  successor: Successor | null;
}

/** A fact of the type `decision` without details that was replaced. */
export interface ReplacedStatement {
  fact: Fact;
  successor: Successor;
}

export interface NewOutcome {
  uid: string;
  decisionId: number;
  userId: string;
  agentId: string;
  rating: number;
  verdict: Verdict;
  notes: string;
  sourceRef: string | null;
  origin: Origin;
  observedAt: string;
  now: string;
  by: Actor;
}

/** Something that was tried or considered and did not prove good. */
export interface PastApproach {
  ref: { kind: 'fact' | 'chunk'; id: string };
  approach: string;
  reason: string | null;
  /** What was chosen instead. */
  chosen: string | null;
  /** The fact, for checking the code that it cites; absent for an exchange. */
  fact?: Pick<Fact, 'id' | 'projectId' | 'sourceRef' | 'citedLines'>;
  /** When it was rejected, reversed or rated: ISO 8601 in UTC. */
  at: string;
  /** Of the memory, or of the outcome if that is trusted less. */
  origin: Origin | null;
  why: 'rejected' | 'reversed' | 'rated badly';
}

/** A kept exchange that states a decision, which nobody has approved or dismissed. */
export interface KeptDecision {
  chunkId: number;
  /** The exchange, at most 1,500 characters. */
  content: string;
  role: string;
  sessionId: string;
  sessionHeadline: string;
  projectId: string | null;
  projectName: string | null;
  agentName: string | null;
  createdAt: string;
}

export interface DecisionFilter {
  userId: string;
  scope: ProjectScope;
  limit: number;
}

export interface DecisionStore {
  /** Also those that are no longer in force, and those that others share. Newest first; `total` counts all matches. */
  list(filter: DecisionFilter): Promise<{ decisions: StoredDecision[]; total: number }>;
  /** Those that were changed at `since` or later, as their replacement does; the latest change first. */
  replacedStatements(filter: DecisionFilter & { since: string }): Promise<ReplacedStatement[]>;
  /** What happened to a decision since it was stored. */
  progress(decisionUid: string): Promise<Omit<StoredDecision, 'fact'>>;
  /**
   * Adds an outcome. With the verdict `reversed` it also deprecates the decision, unless a later date has another one.
   * One transaction. `conflict` if the decision has gone, is another user's, or has no details.
   */
  addOutcome(outcome: NewOutcome): Promise<{ outcome: Outcome; isRetired: boolean } | 'conflict'>;
  /**
   * Rejected alternatives of decisions that were not reversed, decisions that were reversed or rated 3 or lower, and kept exchanges
   * that reject an approach: the user's own of the project and of none, newest first. An exchange has its role, and its
   * text as `approach`.
   */
  pastApproaches(query: {
    userId: string;
    projectId: string | null;
    limit: number;
  }): Promise<(PastApproach & { role?: string })[]>;
  /** Exchanges that a rule kept as decisions, newest first. */
  kept(query: { userId: string; scope: ProjectScope; limit: number }): Promise<{ kept: KeptDecision[]; total: number }>;
  /** Undefined if there is none with this number, or it is another user's. */
  keptChunk(userId: string, chunkId: number): Promise<(KeptDecision & { uid: string }) | undefined>;
  /** Takes exchanges out of `kept` for good; returns how many of them were in it. */
  dismiss(dismissed: { userId: string; chunkIds: readonly number[]; now: string; by: Actor }): Promise<number>;
}
