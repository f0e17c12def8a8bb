/**
 * The audit: who wrote, changed, approved, erased and searched what, through which agent and in which session. A change is
 * noted in its own transaction, so that there is none without its row and no row without its change. A row names what it
 * is about by kind and permanent uid, and never says what a memory said: it outlives what was erased.
 */
import { erasableKinds } from './erasure.ts';
import type { Caller } from './identity.ts';

/** `refusal`: somebody was not let; `change`: something is another now; `read`: somebody looked or took away. */
export const auditLevels = ['refusal', 'change', 'read'] as const;
export type AuditLevel = (typeof auditLevels)[number];

/** What is noted; each includes those before it. Where nobody chose, a personal store notes changes, a team's reads as well. */
export const auditSettings = ['off', 'refusals', 'changes', 'reads'] as const;
export type AuditSetting = (typeof auditSettings)[number];

/** What was done, or refused. */
export const auditActions = [
  // Any memory.
  'store',
  'confirm',
  'edit',
  'deprecate',
  'supersede',
  'restore',
  'take_back',
  'erase',
  // Sessions, hypotheses and conversations.
  'begin',
  'end',
  'tell',
  'resolve',
  'reopen',
  'record',
  // Shared knowledge and roles.
  'propose',
  'approve',
  'undo_review',
  'set_role',
  // The store as a whole.
  'redact',
  'vacuum',
  'import',
  'export',
  'backup',
  'restore_store',
  'repair',
  // Reads.
  'search',
  'context',
  'open',
  'read_audit',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What it was done to. */
export const auditKinds = [...erasableKinds, 'profile', 'user', 'project', 'store', 'audit'] as const;
export type AuditKind = (typeof auditKinds)[number];

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
export const longestDetail = 200;

/** A row with the names of those whom the store still knows. */
export interface AuditRow {
  at: string;
  level: AuditLevel;
  /** Null once the user was erased. */
  user: string | null;
  agent: string | null;
  sessionId: string | null;
  project: string | null;
  action: string;
  kind: string | null;
  uid: string | null;
  count: number | null;
  detail: string | null;
}

export interface AuditQuery {
  /** Whose rows; everybody's when absent. */
  userId?: string;
  /** Inclusive and exclusive, ISO 8601 in UTC. */
  since?: string;
  until?: string;
  /** A user's name. */
  user?: string;
  /** An agent's name. */
  agent?: string;
  action?: string;
  kind?: string;
  level?: AuditLevel;
  /** A memory's uid, or the id of a session, a user or a project. */
  uid?: string;
  sessionId?: string;
  limit: number;
  offset?: number;
}

/** A row as an archive keeps it: by ids alone, without a search's words. */
export interface ArchivedAuditRow extends Omit<AuditEntry, 'detail'> {
  /** Its number in the store, which no other row of this store ever has. */
  id: number;
  detail: string | null;
}

export interface AuditStore {
  /** Newest first. Whether the reader may see all is looked at in the same transaction: who may not is shown their own. */
  list(query: AuditQuery, reader: string): Promise<{ rows: AuditRow[]; total: number; own: boolean }>;
  /** Notes what no writing method does: refusals, and reads after they were answered. */
  note(entries: readonly AuditEntry[]): Promise<void>;
  /** Whether reads are noted in this store. */
  notesReads(): Promise<boolean>;
  /** The uid by which rows name a memory that people call by its number; undefined when there is none. */
  uidOf(kind: AuditKind, id: string): Promise<string | undefined>;
  /** Rows before this time, oldest first. */
  before(at: string, limit: number): Promise<ArchivedAuditRow[]>;
  /** Deletes rows by their numbers, once they stand in an archive. */
  drop(ids: readonly number[]): Promise<void>;
  /** For rows that were read from an archive. */
  named(rows: readonly ArchivedAuditRow[]): Promise<AuditRow[]>;
}

/** A caller as the audit names them. */
export function actorOf({ user, agent, project, conversationId }: Caller): Actor {
  return { userId: user.id, agentId: agent.id, sessionId: null, projectId: project?.id ?? null, conversationId };
}
