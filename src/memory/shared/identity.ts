/**
 * Who is speaking: the user, the agent (an MCP client) and the project, resolved once for each visitor.
 * Every memory carries these three, so that a recall can be scoped and a person can see where a memory came from.
 */
import type { Mode, Origin, UserRole } from './vocabulary.ts';

export interface User {
  id: string;
  username: string;
  displayName: string | null;
  role: UserRole;
}

/** A git remote or folder; see `projectIdentity` in `capture/`. */
export interface ProjectRef {
  /** Normalised remote such as `github.com/owner/name`, else the absolute folder. Unique. */
  key: string;
  /** The last part of the key, for people. */
  name: string;
}

export interface Project extends ProjectRef {
  id: string;
}

/** As whom our own command line and extension speak. */
export const ownAgentName = 'bigmind';

/** An MCP client's own name and version, or `ownAgentName`. */
export interface AgentRef {
  name: string;
  version: string | null;
}

export interface Agent extends AgentRef {
  id: string;
}

/** A visitor as an entry point describes it, before the store knows it. */
export interface Visitor {
  username: string;
  agent: AgentRef;
  /** Absent when the working folder is nobody's project (a home folder, a file system root). */
  project: ProjectRef | undefined;
  /**
   * The chat this visitor speaks from, as the client names it (`_meta["vscode.conversationId"]`), else an id of the
   * connection. Tool calls of one conversation share one session; null for a visitor who converses with nobody (a
   * command typed by a person), whose memories belong to no session.
   */
  conversationId: string | null;
  /** Whose words they bring: `person` where somebody types or clicks themselves; an agent's when absent. */
  origin?: Origin;
}

/** A visitor that the store knows: what every domain operation takes first. */
export interface Caller {
  user: User;
  agent: Agent;
  project: Project | null;
  conversationId: string | null;
  /** As the visitor said. */
  origin?: Origin;
  /** Names the change that writes belong to; see `governance/changes.ts`. Absent for what nobody will undo. */
  changeId?: string;
  /** What held in the store when the caller was resolved; writing methods look again for themselves. */
  mode: Mode;
}

/** Which projects a read covers: one with what belongs to none, everything, or nothing, where the project is unknown. */
export type ProjectScope = { projectId: string | null } | 'all' | UnknownProject;

/** A project of which the reader has no memory. */
export interface UnknownProject {
  /** Says so, with the names of similar projects. */
  unknown: string;
}

/** What to tell the reader of a scope that covers nothing, because the project is unknown; undefined for any other. */
export function unknownProjectIn(scope: ProjectScope): string | undefined {
  return scope !== 'all' && 'unknown' in scope ? scope.unknown : undefined;
}

/** The session that a memory is kept from. */
export interface CurrentSessions {
  /** The session that a call names, else the one of its conversation, which opens by itself when it has to. */
  current(caller: Caller, sessionId?: string): Promise<{ id: string }>;
  /** Like `current`, but null for a caller outside any conversation. */
  currentIfAny(caller: Caller): Promise<{ id: string } | null>;
}
