/**
 * The door to knowledge in the store. Who may do what is looked up in the transaction that writes, never before; each
 * review keeps the state before it.
 */
import type { Actor } from '../shared/audit.ts';
import type { KnowledgeCategory, KnowledgeStatus, Mode, Origin, ReviewAction } from '../shared/vocabulary.ts';
import type { Knowledge, KnowledgeBody, RecordedReview } from './knowledge.ts';

export interface NewKnowledge {
  category: KnowledgeCategory;
  title: string;
  content: string;
  importance: number;
  /** What the process was started with; a store that has an admin is a team's all the same. */
  mode: Mode;
  userId: string;
  agentId: string;
  sourceSession: string | null;
  /** Who proposes; of a fact of theirs that says the same, the less trusted of both is kept. */
  origin?: Origin;
  /** Hashes by which such a fact is known. */
  sameStatements?: readonly string[];
  contentHash: string;
  uid: string;
  now: string;
}

/** What every act of a reviewer says. */
export interface ReviewerAct {
  entryId: number;
  /** The version of the entry that was read. */
  version: number;
  notes: string | null;
  /** Of the entry as it will be. */
  contentHash: string;
  reviewerId: string;
  /** Whether a person approves it themselves, and not an assistant for them. */
  byPerson?: boolean;
  /** What the process was started with. */
  mode: Mode;
  uid: string;
  now: string;
  by?: Actor;
}

/** One act of a reviewer; the fields that are given replace those of the entry. */
export interface KnowledgeReview extends ReviewerAct {
  action: ReviewAction;
  corrections: Partial<KnowledgeBody>;
}

/** Whose entries somebody may review: everybody's, their own (several people in a personal store), or nobody's. */
export type ReviewRight = 'all' | 'own' | 'none';

/** A proposal with the session that it came from; one of the proposer's own. */
export interface StoredProposal {
  entry: Knowledge;
  session: { id: string; headline: string } | null;
}

/** A fact or chunk of the proposer's in the session that a proposal came from. */
export interface SaidInSession {
  sessionId: string;
  kind: 'fact' | 'chunk';
  id: string;
  /** Its first 1,000 characters. */
  text: string;
}

/** A live entry that a proposal is compared with. */
export interface LiveKnowledge {
  id: number;
  title: string;
  content: string;
  status: KnowledgeStatus;
  version: number;
}

/** What waits for a user to decide. */
export interface WaitingKnowledge {
  /** Proposals; 0 for somebody who may not decide. */
  count: number;
  mayReview: boolean;
}

export interface InboxQuery {
  userId: string;
  mode: Mode;
  offset: number;
  limit: number;
}

/** What a reviewer decides about, and what it is weighed by, all of one moment. */
export interface StoredInbox {
  proposals: StoredProposal[];
  /** Counts all that the reader may see. */
  total: number;
  right: ReviewRight;
  /** At most 40 facts and 40 chunks of each session, the newest. */
  said: SaidInSession[];
  /** At most 2,000 that the reader may see, the most important. */
  live: LiveKnowledge[];
}

export type ReviewOutcome = 'reviewed' | 'not_allowed' | 'no_admin' | 'conflict' | { duplicateOf: number };

export interface KnowledgeFilter {
  /** Whose proposals are seen beside what is approved; every proposal when they may review. */
  userId: string;
  status: KnowledgeStatus;
  category?: string;
  limit: number;
}

export interface KnowledgeStore {
  /** Inserts, approved in a personal store and pending in a team's, or answers with the live entry of the same hash. */
  propose(entry: NewKnowledge): Promise<{ status: 'stored' | 'duplicate'; entry: Knowledge }>;
  get(id: number): Promise<Knowledge | undefined>;
  /** Looks at the reviewer's role, keeps the state before and writes, in one transaction. */
  review(review: KnowledgeReview): Promise<ReviewOutcome>;
  /**
   * Both in one transaction, or neither. What is kept may say what the other said.
   */
  merge(keep: KnowledgeReview, drop: KnowledgeReview): Promise<ReviewOutcome>;
  /** The reviews of an entry, the latest first; none when the reader neither reviews nor proposed it. */
  reviews(entryId: number, reader: { userId: string; mode: Mode }): Promise<RecordedReview[]>;
  /** Pending entries that the reader may see, most important first, then newest. */
  inbox(query: InboxQuery): Promise<StoredInbox>;
  /** What waits for this user to review; cheap. */
  waiting(userId: string, mode: Mode): Promise<WaitingKnowledge>;
  /** Most important first, then newest. Proposals of others, and what was turned down, are for reviewers only; `total` counts all that match. */
  list(filter: KnowledgeFilter): Promise<{ entries: Knowledge[]; total: number }>;
  /** Approved entries, most important first, then newest; `total` counts all approved. */
  top(limit: number): Promise<{ entries: Knowledge[]; total: number }>;
}
