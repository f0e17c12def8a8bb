/**
 * The audit: who wrote, changed, approved, erased and searched what, through which agent and in which session. A change is
 * noted in its own transaction, so that there is none without its row and no row without its change. A row names what it
 * is about by kind and permanent uid, and never says what a memory said: it outlives what was erased.
 */
import type { Caller } from './identity.ts';
import type { AuditAction, AuditKind, AuditLevel, AuditSetting, ErasableKind } from './vocabulary.ts';

/** Who does something, in the terms of the store. */
export interface Actor {
  userId: string;
  /** Null where nobody knows through which program. */
  agentId: string | null;
  /** Null for somebody who converses with nobody. */
  sessionId: string | null;
  projectId: string | null;
  /** The chat that they speak from; where no session is named, it is the one that is open in this chat. */
  conversationId?: string | null;
  /** Names the change that a write belongs to, which can then be undone; see `governance/changes.ts`. */
  changeId?: string | undefined;
}

export interface AuditEntry {
  /** ISO 8601 in UTC. */
  at: string;
  level: AuditLevel;
  by: Actor;
  action: AuditAction;
  kind: AuditKind | null;
  /** Of a memory; of a session, a user or a project its id. */
  uid: string | null;
  /** How many were meant or found; null for one. */
  count: number | null;
  /**
   * A word or two that no memory holds: the role that was given, the rule that cut. Of a search its words, redacted and
   * clipped to 200 characters; these stay in the store for as long as the row does, and go into no archive.
   */
  detail: string | null;
}

/** The longest `detail`, in characters. */
export const maxDetailLength = 200;

/** A row with the names of those whom the store still knows. */
export interface AuditRow {
  at: string;
  level: string;
  /** Null for somebody whom the store does not know, or not any more. */
  user: string | null;
  agent: string | null;
  sessionId: string | null;
  project: string | null;
  action: string;
  kind: string | null;
  uid: string | null;
  /** What people call it today: the number of a memory, the name of a user or project; null once it was erased. */
  id: string | null;
  /** Whether the reader may look at what it is about, and at the session. */
  mayOpen: boolean;
  mayOpenSession: boolean;
  /** False also where no session is named. */
  isSessionThere: boolean;
  count: number | null;
  detail: string | null;
}

export interface AuditFilter {
  /** Inclusive and exclusive, ISO 8601 in UTC. */
  since?: string;
  until?: string;
  /** Names, and words of the closed lists above. */
  user?: string;
  agent?: string;
  action?: string;
  /** Any of these. */
  actions?: readonly string[];
  kind?: string;
  level?: AuditLevel;
  /** A memory's uid, or the id of a session, a user or a project. */
  uid?: string;
  sessionId?: string;
}

/** A row as an archive keeps it: by ids alone, and of a search without its words. */
export interface ArchivedAuditRow {
  /** Its number in the store. */
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

/** An entry, or one about a memory that is named by its number. */
export type NewAuditEntry = AuditEntry & { id?: string };

/** Whom somebody may ask the audit about, by name, and what is noted through the connection that was asked. */
export interface AuditScope {
  users: string[];
  agents: string[];
  noted: AuditSetting;
}

export interface AuditStore {
  /** Newest first. What the reader may see is looked at in the same transaction; `isOwn` says that it was their own. */
  list(
    query: AuditFilter & { limit: number; offset: number },
    reader: string,
  ): Promise<{ rows: AuditRow[]; total: number; isOwn: boolean }>;
  /** Somebody who sees only their own is told no other user, and only the agents that they came through. */
  scope(reader: string): Promise<AuditScope>;
  /** Notes what no writing method does: refusals, and reads after they were answered. Touches no lock when nothing is to be noted. */
  note(entries: readonly NewAuditEntry[]): Promise<void>;
  /** The uid of a memory that people call by its number; undefined when there is none. */
  uidOf(kind: ErasableKind, id: string): Promise<string | undefined>;
  /**
   * Takes up to `limit` rows from before this time out of the store, the oldest first, once `keep` returned, which puts them
   * where they stay. Both happen while nobody else can write. Answers with how many.
   */
  archive(before: string, limit: number, keep: (rows: readonly ArchivedAuditRow[]) => void): Promise<number>;
  /** Rows of an archive with names, of those that the reader may see, in the order given. */
  named(rows: readonly ArchivedAuditRow[], reader: string): Promise<AuditRow[]>;
}

/** Where archived rows lie: one file for each day, in UTC. */
export interface AuditFiles {
  /** Days that have a file, such as `2026-11-21`, newest first. */
  days(): string[];
  /** Newest first. A line that cannot be read is left out. */
  read(day: string): ArchivedAuditRow[];
  /** Adds the rows that the day's file lacks, and returns when they are on disk. */
  append(day: string, rows: readonly ArchivedAuditRow[]): void;
}

/** A caller as the audit names them. */
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

/** Somebody looked at something. */
export interface NotedRead {
  action: Extract<AuditAction, 'search' | 'context' | 'open' | 'read_audit'>;
  kind: AuditKind | null;
  /** Of a memory, the number or session that it is called by. */
  id?: string;
  /** How many were found. */
  count?: number;
  /** What was searched for. */
  words?: string;
}

/** For services that only tell of reads. */
export interface NotedReads {
  /** Returns at once, and never fails. */
  noteRead(caller: Caller, read: NotedRead): void;
}

/** For services that only tell of refusals. */
export interface Refusals {
  /** Notes that somebody was not let; the refusal stands also where it cannot be noted. */
  refusal(caller: Caller, refusal: { action: AuditAction; kind: AuditKind; id: string }): Promise<void>;
}
