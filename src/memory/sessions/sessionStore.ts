/** What sessions need of a store: one open session for each conversation, summarized once, and lists of sessions. */
import type { Actor } from '../shared/audit.ts';
import type { ProjectScope } from '../shared/identity.ts';
import type { ListedSession, Session, SessionFact, SessionSummary } from './sessions.ts';

export interface NewSession {
  id: string;
  userId: string;
  agentId: string;
  projectId: string | null;
  externalId: string;
  /** A session of the conversation that began and was closed since these times goes on in its place; ISO 8601. */
  goesOn: { startedSince: string; closedSince: string };
  now: string;
}

export interface SessionEnd {
  id: string;
  version: number;
  oneLiner: string;
  /** What is null here and below was not said, and stays as it was told before. */
  topics: string[] | null;
  outcome: string | null;
  importance: number | null;
  summary: SessionSummary | null;
  now: string;
  /** Who does it; its user when absent. */
  by?: Actor;
}

export interface SessionFilter {
  userId: string;
  scope: ProjectScope;
  /** Sessions one of whose topics or whose headline contains this text, without regard to case. */
  topic?: string;
  /** Sessions that began then or later, and before; ISO 8601 in UTC. */
  since?: string;
  until?: string;
  /** What comes first: the newest, or what is still going on and then the newest. */
  order?: 'newest' | 'openFirst';
  /** How many of the first are passed over; none when absent. */
  offset?: number;
  limit: number;
}

/** What the context block may choose from. */
export interface SessionShelf {
  userId: string;
  scope: ProjectScope;
  /** How many of the newest, and how many of the most important. */
  newest: number;
  important: number;
}

export interface SessionStore {
  /**
   * Opens a session, or answers with the one that is already open for this user and external id, also when another
   * process opened it a moment ago. One that was closed a short while ago, and that nobody but a rule summarized, is opened
   * again. An id that is taken is replaced by `spareId`.
   */
  open(session: NewSession, spareId: string): Promise<{ status: 'opened' | 'resumed'; session: Session }>;
  /** The open session of a conversation. */
  findOpen(userId: string, externalId: string): Promise<Session | undefined>;
  /** The live session of a conversation that began last, open or ended. */
  findLatest(userId: string, externalId: string): Promise<Session | undefined>;
  get(id: string): Promise<Session | undefined>;
  /** Ids that begin with these characters, as the context block shows them shortened; at most `limit`. */
  findByPrefix(userId: string, prefix: string, limit: number): Promise<Session[]>;
  getSummary(id: string): Promise<SessionSummary | undefined>;
  /** Facts that came from a session, live ones first, then in their order; `total` counts all. */
  factsOf(id: string, limit: number): Promise<{ facts: SessionFact[]; total: number }>;
  /** Newest first. `total` counts all that match. */
  list(filter: SessionFilter): Promise<{ sessions: ListedSession[]; total: number }>;
  /** Newest first, each once. Archived conversations that nobody told are no sessions of anybody's memory. */
  listForContext(shelf: SessionShelf): Promise<{ sessions: Session[]; total: number }>;
  /** Ends a session, or tells an ended one anew; `conflict` when the row no longer has the version given. */
  end(end: SessionEnd): Promise<'ended' | 'conflict'>;
  /** Changes the headline alone; `conflict` when the row no longer has the version given. */
  rename(renamed: { id: string; version: number; oneLiner: string; by?: Actor }): Promise<'renamed' | 'conflict'>;
  /** Notes that something was heard of the conversation's open session; nothing when none is open. */
  touch(conversation: { userId: string; externalId: string; now: string }): Promise<void>;
  /**
   * Ends the user's open sessions that fell silent or have been open for too long, at the time when something was last
   * heard of them. One without a headline that fell silent gets the beginning of what was kept from it. Answers with their ids.
   */
  closeSilent(closing: SessionClosing): Promise<string[]>;
}

export interface SessionClosing {
  userId: string;
  /** Those of which nothing was heard since then, and those that began before; ISO 8601. */
  silentBefore: string;
  startedBefore: string;
  /** Those, too, of which something was heard after that: by a clock that was ahead and has been set right. */
  aheadOf?: string;
  /** This conversation alone, whenever it was heard of. */
  externalId?: string;
  /** For a session without one that was open for too long, and one that fell silent and from which nothing was kept. */
  headlines: { tooLong: string; silent: string };
  by?: Actor;
}
