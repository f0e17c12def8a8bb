/** The store port for sessions: one open session for each conversation, its summary, and lists of sessions. */
import type { Actor } from '../shared/audit.ts';
import type { ProjectScope } from '../shared/identity.ts';
import type {
  ListedSession,
  Session,
  SessionFact,
  SessionOrigin,
  SessionRevision,
  SessionSummary,
} from './sessions.ts';

export interface NewSession {
  id: string;
  userId: string;
  agentId: string;
  projectId: string | null;
  externalId: string;
  /** A session of the conversation that began and was closed since these times is reopened instead; ISO 8601. */
  reopenWindow: { startedSince: string; closedSince: string };
  now: string;
}

export interface SessionEnd {
  id: string;
  version: number;
  oneLiner: string;
  /** Null here and below means not given: the stored value is kept. */
  topics: string[] | null;
  outcome: string | null;
  importance: number | null;
  summary: SessionSummary | null;
  now: string;
  /** The actor; the session's user if absent. */
  by?: Actor;
}

export interface SessionFilter {
  userId: string;
  scope: ProjectScope;
  /** Sessions with each of these words in a topic, the headline or the path of a touched file, ignoring case. */
  topic?: string;
  /** Only these sessions. */
  ids?: readonly string[];
  /** Sessions that began at or after `since` and before `until`; ISO 8601 in UTC. */
  since?: string;
  until?: string;
  origin?: SessionOrigin;
  /** Only open sessions and those that say something: by a headline, a summary, messages, exchanges or facts. */
  isFilled?: true;
  /** Newest first, or open ones first and then the newest. */
  order?: 'newest' | 'openFirst';
  /** How many of the first are skipped; none if absent. */
  offset?: number;
  limit: number;
}

/** The sessions that the context block can choose from. */
export interface SessionShelf {
  userId: string;
  scope: ProjectScope;
  /** How many of the newest, and how many of the most important. */
  newest: number;
  important: number;
}

export interface SessionStore {
  /**
   * Opens a session, or returns the one that is open for this user and external id, even if another process has just
   * opened it. A recently closed one is reopened, unless an agent, a model or a person summarized it. An id that is
   * taken is replaced by `spareId`.
   */
  open(session: NewSession, spareId: string): Promise<{ status: 'opened' | 'resumed'; session: Session }>;
  /** The open session of a conversation. */
  findOpen(userId: string, externalId: string): Promise<Session | undefined>;
  /** The live session of a conversation that began last, open or ended. */
  findLatest(userId: string, externalId: string): Promise<Session | undefined>;
  get(id: string): Promise<Session | undefined>;
  /** Sessions whose id starts with `prefix`, as the context block shows it; at most `limit`. */
  findByPrefix(userId: string, prefix: string, limit: number): Promise<Session[]>;
  getSummary(id: string): Promise<SessionSummary | undefined>;
  /** Facts from a session, live ones first, then in order of creation; `total` counts all. */
  factsOf(id: string, limit: number): Promise<{ facts: SessionFact[]; total: number }>;
  /** Newest first by default. `total` counts all matches. */
  list(filter: SessionFilter): Promise<{ sessions: ListedSession[]; total: number }>;
  /** The files that each session of a period touched, by their summaries. */
  listFiles(filter: Pick<SessionFilter, 'userId' | 'scope' | 'since' | 'until'>): Promise<string[][]>;
  /** All sessions of the user, the oldest first. Reads no message. */
  listRevisions(userId: string): Promise<SessionRevision[]>;
  /** Newest first, each once. Imported conversations without a summary are left out. */
  listForContext(shelf: SessionShelf): Promise<{ sessions: Session[]; total: number }>;
  /** How sessions began, by id: the beginning of the owner's first request, at most 300 characters. */
  openings(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Ends a session, or replaces the summary of an ended one; `conflict` if the row has another version. */
  end(end: SessionEnd): Promise<'ended' | 'conflict'>;
  /** Changes only the headline; `conflict` if the row has another version. */
  rename(renamed: { id: string; version: number; oneLiner: string; by?: Actor }): Promise<'renamed' | 'conflict'>;
  /** Sets the last activity of the conversation's open session; does nothing if none is open. */
  touch(conversation: { userId: string; externalId: string; now: string }): Promise<void>;
  /**
   * Ends the user's open sessions that were silent or open for too long, at the time of their last activity. A silent
   * one without a headline gets the beginning of its first kept memory. Returns the ids.
   */
  closeSilent(closing: SessionClosing): Promise<string[]>;
}

export interface SessionClosing {
  userId: string;
  /** Sessions that were last active before this time, and sessions that began before the next one; ISO 8601. */
  silentBefore: string;
  startedBefore: string;
  /**
   * Also sessions that were last active after this time, according to a clock that was ahead and has been corrected.
   */
  aheadOf?: string;
  /** Only this conversation, whenever it was last active. */
  externalId?: string;
  /** For a session without a headline: one that was open for too long, and a silent one from which nothing was kept. */
  headlines: { tooLong: string; silent: string };
  by?: Actor;
}
