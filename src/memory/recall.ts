/**
 * Recall: finding anything that was kept, of whatever kind, in one ranked list. The store answers with candidates and
 * their full-text evidence; `search/` turns these into scores.
 */
import type { ProjectScope } from './identity.ts';

export const memoryKinds = ['fact', 'chunk', 'session', 'knowledge', 'message'] as const;
export type MemoryKind = (typeof memoryKinds)[number];

/** Which memories a search covers, however it looks for them. */
export interface MemoryFilter {
  userId: string;
  scope: ProjectScope;
  /** All kinds when absent. */
  kinds?: MemoryKind[];
  /** Inclusive, ISO 8601 in UTC. */
  since?: string;
  /** Exclusive, ISO 8601 in UTC. */
  until?: string;
  /** Facts below are left out; other kinds have no confidence and pass. */
  minConfidence?: number;
  sessionId?: string;
  /** Only what everybody may find: approved knowledge. */
  sharedOnly?: true;
}

export interface CandidateQuery extends MemoryFilter {
  /** Words as `IndexText` makes them; a candidate holds at least one. Never empty. */
  terms: string[];
  limit: number;
}

/**
 * A memory that matched. Deprecated facts and knowledge are never among them; a user sees their own memories,
 * approved knowledge, and their own proposals.
 */
export interface Candidate {
  kind: MemoryKind;
  /** Text, because sessions have UUIDs and the others numbers. */
  id: string;
  /** Headline or title; null for kinds that have none. */
  title: string | null;
  text: string;
  /** What is indexed with it and not shown in it: tags, the reason it was flagged for. */
  keywords: string;
  /** BM25 of the terms in this memory, 0 upwards; k1 = 1.2, b = 0.75, the title counts double. */
  bm25: number;
  sessionId: string | null;
  seq: number | null;
  projectName: string | null;
  createdAt: string;
  sourceRef: string | null;
  speaker: string | null;
  /** Facts only. */
  confidence: number | null;
  /** Knowledge only: `pending` is the reader's own proposal, that nobody approved yet. */
  status: string | null;
}

export interface RecallStore {
  /** Best BM25 first. `searched` counts the memories in scope. */
  candidates(query: CandidateQuery): Promise<{ candidates: Candidate[]; searched: number }>;
}
