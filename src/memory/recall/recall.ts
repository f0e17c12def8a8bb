/**
 * Recall: finding anything that was kept, of whatever kind, in one ranked list. The store answers with candidates in
 * their surroundings; `search/` says what they are worth.
 */
import type { MemoryFilter, MemoryRef } from '../shared/memoryRef.ts';
import type { Origin } from '../shared/vocabulary.ts';

export interface WordQuery extends MemoryFilter {
  /** Words as `IndexText` makes them; what is found holds at least one. Never empty. */
  terms: string[];
  limit: number;
}

/** How common words are over the whole store, whoever owns what, so that the same word weighs the same for everybody. */
export interface TermStatistics {
  /** All memories that can be found. */
  documents: number;
  /** For each term in how many of these it stands, counted to `maxCounted` at most. */
  holding: number[];
}

/** A word in more memories than these tells little, so that nobody waits for the exact number. */
export const maxCounted = 5_000;

/**
 * A memory that may answer a question. Deprecated facts and knowledge are never among them; a user sees their own
 * memories, approved knowledge, and their own proposals.
 */
export interface Candidate extends MemoryRef {
  /** Headline or title; null for kinds that have none. */
  title: string | null;
  text: string;
  /** What is indexed with it and not shown in it: tags, the reason it was flagged for. */
  keywords: string;
  /** Facts and knowledge. */
  category: string | null;
  /** Chunks: what they were kept for. */
  flagReason: string | null;
  sessionId: string | null;
  /** Messages and chunks: their place in the session. */
  seq: number | null;
  projectId: string | null;
  projectName: string | null;
  createdAt: string;
  sourceRef: string | null;
  /** Of messages told on reading, and of sessions by who told them; null where it was not noted. */
  origin: Origin | null;
  /** Messages and chunks: `user`, `assistant` or another part in the conversation. */
  role: string | null;
  speaker: string | null;
  /** Facts only, 0 to 1. */
  confidence: number | null;
  /** Sessions and knowledge, 1 to 10. */
  importance: number | null;
  /** Facts only: ids of newer facts that contradict it and are not deprecated themselves. */
  contradictedBy: string[];
  /** Knowledge only: `pending` is the reader's own proposal, that nobody approved yet. */
  status: string | null;
}

/** Memories that follow each other in one conversation without a gap, oldest first; other kinds stand alone. */
export type Passage = Candidate[];

/** A session whose document holds words of a question. */
export interface SessionMatch {
  id: string;
  /** k1 = 1.2, b = 0.75, the title counts double; over sessions alone, whoever owns them. Higher is better. */
  bm25: number;
}

/**
 * Reads that depend on each other. In a generator `yield*` gets the result of one, as `await` does of a promise; a store that
 * answers at once never yields, and one that waits for a server yields promises.
 */
export type Reading<T> = Iterable<PromiseLike<unknown>, T, unknown>;

export interface RecallStore {
  /** Everything that `work` reads is of one moment: what is written meanwhile is not seen. `work` may be begun again. */
  read<T>(work: (reader: RecallReader) => Reading<T>): Promise<T>;
}

export interface RecallReader {
  statistics(terms: readonly string[]): Reading<TermStatistics>;
  /** Words of the index that begin with `prefix`, in their order; at most 5,000. */
  wordsFrom(prefix: string): Reading<string[]>;
  /**
   * Memories of all kinds but sessions, best BM25 first (k1 = 1.2, b = 0.75, the title counts double), the older first
   * among equals.
   */
  find(query: WordQuery): Reading<MemoryRef[]>;
  /**
   * Sessions by their compact documents (first three requests, last answers, summary, files, work), best first, the older first among
   * equals. None where `kinds` leaves them out.
   */
  findSessions(query: WordQuery): Reading<SessionMatch[]>;
  /** Whatever the filter lets through, newest first. */
  newest(filter: MemoryFilter, limit: number): Reading<MemoryRef[]>;
  /** How many memories the filter lets through. */
  count(filter: MemoryFilter): Reading<number>;
  /**
   * The memories named, with up to `reach` neighbours on either side of those that stand in a conversation. What is gone
   * meanwhile is left out. Nothing is filtered: refs come from the methods above, neighbours are of the same session.
   */
  passages(refs: readonly MemoryRef[], reach: number): Reading<Passage[]>;
}
