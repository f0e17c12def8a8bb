/**
 * The store port for knowledge. Rights are checked in the transaction that writes, never before it. Each review stores
 * the previous state.
 */
import type { Actor } from '../shared/audit.ts';
import type { KnowledgeCategory, KnowledgeStatus, Mode, Origin, ReviewAction } from '../shared/vocabulary.ts';
import type { Knowledge, KnowledgeBody, RecordedReview } from './knowledge.ts';

export interface NewKnowledge {
  category: KnowledgeCategory;
  title: string;
  content: string;
  importance: number;
  /** The mode that the process was started with; a store with an admin is a team store in any case. */
  mode: Mode;
  userId: string;
  agentId: string;
  sourceSession: string | null;
  /** Stored in a team store only. */
  instance?: string | null;
  /** The proposer's origin. Unless it is `person`, a less trusted origin of a fact with this statement replaces it. */
  origin?: Origin;
  /** The content hashes of such facts. */
  sameStatements?: readonly string[];
  contentHash: string;
  uid: string;
  now: string;
}

/** The fields of every action of a reviewer. */
export interface ReviewWrite {
  entryId: number;
  /** The version of the entry that was read. */
  version: number;
  notes: string | null;
  /** Of the entry after the action. */
  contentHash: string;
  reviewerId: string;
  /** Whether a person reviews directly, and not an assistant for them. */
  byPerson?: boolean;
  /**
   * Whether a person said yes to it, directly or when they were asked. Where others use the store, an approval without a
   * yes is refused.
   */
  isConfirmed?: boolean | undefined;
  /** The mode that the process was started with. */
  mode: Mode;
  uid: string;
  now: string;
  by?: Actor;
}

/** One review; the given fields replace those of the entry. */
export interface KnowledgeReview extends ReviewWrite {
  action: ReviewAction;
  corrections: Partial<KnowledgeBody>;
}

/** Which entries a user may review: all, only their own (several users in a personal store), or none. */
export type ReviewRight = 'all' | 'own' | 'none';

/** A proposal with its session, if that is one of the proposer's. */
interface StoredProposal {
  entry: Knowledge;
  session: { id: string; headline: string } | null;
}

/** A fact or chunk of the proposer in the session of a proposal. */
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

/** The proposals that wait for a user's review. */
export interface WaitingKnowledge {
  /** Proposals; 0 for a user who may not review. */
  count: number;
  mayReview: boolean;
}

export interface InboxQuery {
  userId: string;
  mode: Mode;
  offset: number;
  limit: number;
}

/** Proposals with the data to judge them, from one read transaction. */
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

/** `unconfirmed`: it would approve something for others without the yes of a person. */
export type ReviewOutcome =
  'reviewed' | 'not_allowed' | 'unconfirmed' | 'no_admin' | 'conflict' | { duplicateOf: number };

export interface KnowledgeFilter {
  /** The user whose proposals are visible next to approved entries; a reviewer sees every proposal. */
  userId: string;
  status: KnowledgeStatus;
  category?: string;
  limit: number;
}

export interface KnowledgeStore {
  /**
   * Inserts, or returns the live entry with the same hash. It is approved in a personal store, and pending in a team
   * store, and where others would get what no person proposed.
   */
  propose(entry: NewKnowledge): Promise<{ status: 'stored' | 'duplicate'; entry: Knowledge }>;
  get(id: number): Promise<Knowledge | undefined>;
  /** Checks the reviewer's rights, stores the previous state and writes, in one transaction. */
  review(review: KnowledgeReview): Promise<ReviewOutcome>;
  /** Both reviews in one transaction, or neither. The kept entry may take over the statement of the other. */
  merge(keep: KnowledgeReview, drop: KnowledgeReview): Promise<ReviewOutcome>;
  /** The reviews of an entry, latest first; empty if the reader neither reviews all entries nor proposed this one. */
  reviews(entryId: number, reader: { userId: string; mode: Mode }): Promise<RecordedReview[]>;
  /** Pending entries that the reader may see, most important first, then newest. */
  inbox(query: InboxQuery): Promise<StoredInbox>;
  /** The proposals that wait for this user's review; a cheap query. */
  waiting(userId: string, mode: Mode): Promise<WaitingKnowledge>;
  /**
   * Most important first, then newest. Only reviewers see others' pending and rejected proposals; `total` counts all.
   */
  list(filter: KnowledgeFilter): Promise<{ entries: Knowledge[]; total: number }>;
  /** Approved entries, most important first, then newest; `total` counts all approved. */
  top(limit: number): Promise<{ entries: Knowledge[]; total: number }>;
}
