/**
 * The audit: who wrote, changed, approved, erased or searched what, through which agent and in which session. Each
 * change writes its row in its own transaction, so neither exists without the other; an import of many files writes one
 * row, with the first of them. A row names its subject by kind
 * and permanent uid, and never contains a memory's text, because it outlives erased memories.
 */
import type { Caller } from './identity.ts';
import type { AuditAction, AuditKind, AuditLevel, AuditSetting, ErasableKind } from './vocabulary.ts';

/** Who performs an action, as the store's ids. */
export interface Actor {
  userId: string;
  /** Null if the program is unknown. */
  agentId: string | null;
  /** Null outside any session. */
  sessionId: string | null;
  projectId: string | null;
  /** The caller's chat. Without `sessionId`, the row names the open session of this chat. */
  conversationId?: string | null;
  /** Identifies the change that a write belongs to, for undo; see `governance/changes.ts`. */
  changeId?: string | undefined;
}

export interface AuditEntry {
  /** ISO 8601 in UTC. */
  at: string;
  level: AuditLevel;
  by: Actor;
  action: AuditAction;
  kind: AuditKind | null;
  /** The uid of a memory, or the id of a session, user or project. */
  uid: string | null;
  /** How many items were affected or found; null for a single one. */
  count: number | null;
  /**
   * A word or two that no memory contains: the assigned role, the redaction rule. For a search, its query, redacted and
   * clipped to 200 characters; the store keeps it with the row, and archives do not.
   */
  detail: string | null;
}

/** An import of many files. Its first transaction that stores something writes the one row of the import. */
export interface NotedImport {
  /** The kinds of sources, such as `codex`. */
  detail: string;
  /** Files to import. */
  count: number;
  /** Set by the store. */
  isNoted: boolean;
}

/** The maximum length of `detail`, in characters. */
export const maxDetailLength = 200;

/** A row with the names of users, agents and projects that the store still knows. */
export interface AuditRow {
  at: string;
  level: string;
  /** Null if the user is unknown to the store, or no longer known. */
  user: string | null;
  agent: string | null;
  sessionId: string | null;
  project: string | null;
  action: string;
  kind: string | null;
  uid: string | null;
  /** The current id as users see it: the number of a memory, the name of a user or project; null once erased. */
  id: string | null;
  /** Whether the reader may open the subject, and the session. */
  mayOpen: boolean;
  mayOpenSession: boolean;
  /** False also if no session is named. */
  isSessionThere: boolean;
  count: number | null;
  detail: string | null;
}

export interface AuditFilter {
  /** `since` is inclusive, `until` exclusive; ISO 8601 in UTC. */
  since?: string | undefined;
  until?: string | undefined;
  /** Names, and values of the closed lists in `vocabulary.ts`. */
  user?: string | undefined;
  agent?: string | undefined;
  action?: string;
  /** Matches any of these. */
  actions?: readonly string[] | undefined;
  kind?: string | undefined;
  level?: AuditLevel;
  /** A memory's uid, or the id of a session, user or project. */
  uid?: string | undefined;
  sessionId?: string | undefined;
}

/** A row in an archive: ids only, and without the query of a search. */
export interface ArchivedAuditRow {
  /** The row's number in the store. */
  id: number;
  at: string;
  level: string;
  user: string;
  agent: string | null;
  session: string | null;
  project: string | null;
  action: string;
  kind: string | null;
  uid: string | null;
  count: number | null;
  detail: string | null;
}

/** An entry; `id` names a memory by its number instead of its uid. */
export type NewAuditEntry = AuditEntry & { id?: string | undefined };

/** The users and agents that a reader can filter the audit by, and which levels this connection records. */
export interface AuditScope {
  users: string[];
  agents: string[];
  noted: AuditSetting;
}

export interface AuditStore {
  /**
   * Newest first. The reader's rights are checked in the same transaction; `isOwn` means that only their own rows are
   * visible.
   */
  list(
    query: AuditFilter & { limit: number; offset: number },
    reader: string,
  ): Promise<{ rows: AuditRow[]; total: number; isOwn: boolean }>;
  /** A reader who sees only their own rows gets no users, and only the agents they used. */
  scope(reader: string): Promise<AuditScope>;
  /**
   * Records what no writing method records: refusals, and reads after their answer. Takes no write lock if none of the
   * entries is to be recorded.
   */
  note(entries: readonly NewAuditEntry[]): Promise<void>;
  /** The uid of a memory by its number; undefined if there is none. */
  uidOf(kind: ErasableKind, id: string): Promise<string | undefined>;
  /**
   * Moves up to `limit` rows older than `before` out of the store, oldest first: calls `keep` to archive them, then
   * deletes them, both under the write lock. Returns their number.
   */
  archive(before: string, limit: number, keep: (rows: readonly ArchivedAuditRow[]) => void): Promise<number>;
  /** Removes the words of searches from up to `limit` rows older than `before`. Returns their number. */
  forgetWords(before: string, limit: number): Promise<number>;
  /** Archived rows with names, in the given order; only those that the reader may see. */
  named(rows: readonly ArchivedAuditRow[], reader: string): Promise<AuditRow[]>;
}

/** Archived rows: one file for each day, in UTC. */
export interface AuditFiles {
  /** The days that have a file, such as `2026-11-21`, newest first. */
  days(): string[];
  /** Newest first. Unreadable lines are skipped. */
  read(day: string): ArchivedAuditRow[];
  /** Appends the rows that the day's file lacks, and returns when they are on disk. */
  append(day: string, rows: readonly ArchivedAuditRow[]): void;
  /** Deletes the file of a day, and returns the number of its rows. */
  remove(day: string): number;
}

/** The caller as the audit's actor. */
export function actorOf({ user, agent, project, conversationId, changeId }: Caller): Actor {
  return {
    userId: user.id,
    agentId: agent.id,
    sessionId: null,
    projectId: project?.id ?? null,
    conversationId,
    changeId,
  };
}

/** A read to record. */
export interface NotedRead {
  action: Extract<AuditAction, 'search' | 'context' | 'open' | 'read_audit'>;
  kind: AuditKind | null;
  /** The number of a memory, or the id of a session. */
  id?: string;
  /** How many were found. */
  count?: number;
  /** The search query. */
  words?: string;
}

/** For services that only report reads. */
export interface NotedReads {
  /**
   * Resolves at once. Where each read must be recorded, resolves once it is, and rejects with `not_allowed` if it cannot
   * be: what was read must not be answered then.
   */
  noteRead(caller: Caller, read: NotedRead): Promise<void>;
}

/** For services that only report refusals. */
export interface Refusals {
  /** Records a refused action. The refusal applies even if it cannot be recorded. */
  refusal(caller: Caller, refusal: { action: AuditAction; kind: AuditKind; id: string }): Promise<void>;
}
