/**
 * Recall: finds memories of every kind for one ranked list. The store returns candidates with their surroundings;
 * `search/` scores them.
 */
import type { Evidence } from '../facts/evidence.ts';
import type { MemoryFilter, MemoryRef } from '../shared/memoryRef.ts';
import type { FactType, Origin } from '../shared/vocabulary.ts';

export interface WordQuery extends MemoryFilter {
  /** Words from `IndexText`; a match contains at least one. Never empty. */
  terms: string[];
  limit: number;
}

/** Word frequencies in the whole store, over all users, so that a word has the same weight for everyone. */
export interface TermStatistics {
  /** All memories that a search can find. */
  documents: number;
  /** For each term, the number of memories that contain it, capped at `maxCounted`. */
  holding: number[];
}

/** A word in more memories than this is not selective, so the exact number does not matter. */
export const maxCounted = 5_000;

/**
 * A memory that may answer a query. Deprecated facts and knowledge and expired facts are no candidates, except for a
 * query that includes superseded facts; a user sees their own
 * memories, approved knowledge and their own proposals.
 */
export interface Candidate extends MemoryRef {
  /** Headline or title; null for kinds without one. */
  title: string | null;
  text: string;
  /** Indexed with the text but not shown in it: tags, the reason it was flagged for, when a learned fact is needed. */
  keywords: string;
  /** Facts and knowledge. */
  category: string | null;
  /** Chunks: why they were flagged. */
  flagReason: string | null;
  sessionId: string | null;
  /** Messages and chunks: position in the session. */
  seq: number | null;
  projectId: string | null;
  projectName: string | null;
  createdAt: string;
  sourceRef: string | null;
  /**
   * For messages always `transcript`; for sessions `web` if one read the web, else by who summarized it. Null if
   * unknown.
   */
  origin: Origin | null;
  /** Messages and chunks: `user`, `assistant` or another role. */
  role: string | null;
  speaker: string | null;
  /** Facts only, 0 to 1. */
  confidence: number | null;
  /** Of a shared fact and of knowledge, the names of its users; see `Authors`. */
  author: string | null;
  approver: string | null;
  /** Sessions and knowledge, 1 to 10. */
  importance: number | null;
  /** Facts only: ids of newer live facts of its owner that contradict it. */
  contradictedBy: string[];
  /**
   * Knowledge: `pending` is the reader's own proposal that is not yet approved. Facts: `superseded` if a newer one
   * replaced it, else null.
   */
  status: string | null;
  /** The following are of facts only; null, empty or 0 for other kinds. */
  ownerId: string | null;
  type: FactType | null;
  agentName: string | null;
  tags: string[];
  /** Fingerprints of the lines that `sourceRef` names. */
  citedLines: string | null;
  /** Decisions with details only. The rationale is part of the text. */
  decidedBy: string | null;
  alternatives: string[];
  /** How many older facts this one replaced. */
  supersedesCount: number;
  /** Of learned facts; null for others. */
  evidence: Evidence | null;
}

/** Consecutive memories of one conversation, oldest first; a memory of another kind is alone. */
export type Passage = Candidate[];

/** A session whose document contains words of the query. */
export interface SessionMatch {
  id: string;
  /** k1 = 1.2, b = 0.75, the title counts double; over the sessions of all users. Higher is better. */
  bm25: number;
}

/** What a tool call of a recorded session was given, or what it answered. */
export interface RecordedCall {
  sessionId: string;
  /** The place in its session. */
  seq: number;
  isAnswer: boolean;
  content: string;
  projectName: string | null;
  createdAt: string;
}

export interface RecallStore {
  /**
   * All reads of `work` see one snapshot: concurrent writes are invisible. `work` awaits nothing but the reader, and may
   * be restarted.
   */
  read<T>(work: (reader: RecallReader) => Promise<T>): Promise<T>;
}

export interface ToolCallsWanted {
  tools: readonly string[];
  maxSessions: number;
}

export interface RecallReader {
  statistics(terms: readonly string[]): Promise<TermStatistics>;
  /** For each prefix, the index words that start with it, in order; at most 5,000. */
  wordsFrom(prefixes: readonly string[]): Promise<string[][]>;
  /**
   * Memories of all kinds but sessions, best BM25 first (k1 = 1.2, b = 0.75, the title counts double), ties by age,
   * older first.
   */
  find(query: WordQuery): Promise<MemoryRef[]>;
  /**
   * Sessions by their compact documents (first three requests, last answers, summary, files, work), best first, ties by
   * age, older first. Empty if `kinds` excludes them.
   */
  findSessions(query: WordQuery): Promise<SessionMatch[]>;
  /** How sessions began, by id: the beginning of the owner's first request, at most 300 characters. */
  openings(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Facts of the user that a newer one replaced and that contain one of the terms, newest first. They have no
   * documents, so `find` does not return them.
   */
  findSuperseded(query: WordQuery): Promise<MemoryRef[]>;
  /** All memories that match the filter, newest first. */
  newest(filter: MemoryFilter, limit: number): Promise<MemoryRef[]>;
  /** How many memories match the filter. */
  count(filter: MemoryFilter): Promise<number>;
  /**
   * The given memories; those in a conversation come with up to `reach` neighbors on either side. Deleted ones are left
   * out. No filter is applied: refs come from the methods above, and neighbors are of the same session.
   */
  passages(refs: readonly MemoryRef[], reach: number): Promise<Passage[]>;
  /**
   * The calls of these tools (in lower case) and their answers in the user's last `maxSessions` sessions of the scope, each
   * session in order; at most 20,000.
   */
  toolCalls(filter: Pick<MemoryFilter, 'userId' | 'scope'>, wanted: ToolCallsWanted): Promise<RecordedCall[]>;
}
