/**
 * The caller: user, agent (an MCP client) and project, resolved once for each visitor. Every memory records these
 * three, so that reads can be scoped and users can see where a memory came from.
 */
import type { CitedFiles } from './ports.ts';
import type { Mode, Origin, UserRole } from './vocabulary.ts';

export interface User {
  id: string;
  username: string;
  displayName: string | null;
  role: UserRole;
}

/** A git remote or folder; see `projectIdentity` in `capture/`. */
export interface ProjectRef {
  /** Normalized remote such as `github.com/owner/name`, else the absolute folder. Unique. */
  key: string;
  /** The last part of the key, for display. */
  name: string;
  /** Of a folder outside any repository: the folders above it, the nearest first. A known project among them has it. */
  above?: readonly string[];
}

/** As its user calls it; others may call it otherwise. */
export interface Project extends ProjectRef {
  id: string;
}

/** What a project is called where nobody named it: the last part of its key. */
export function nameOfKey(key: string): string {
  const plain = key.startsWith('name:') ? key.slice('name:'.length) : key.replace(/^.*[/\\]/su, '');
  return plain === '' ? key : plain;
}

/** The workspace where none is named. */
export const defaultWorkspace = 'default';

/** The agent name of our own command line and extension. */
export const ownAgentName = 'bigmind';

/** An MCP client's own name and version, or `ownAgentName`. */
export interface AgentRef {
  name: string;
  version: string | null;
}

export interface Agent extends AgentRef {
  id: string;
}

/** A visitor as an entry point describes it, before the store resolves it. */
export interface Visitor {
  username: string;
  agent: AgentRef;
  /** Absent if the working folder is not a project (a home folder, a file system root). */
  project: ProjectRef | undefined;
  /**
   * The visitor's chat as the client names it (`_meta["vscode.conversationId"]`), else an id of the connection. Tool
   * calls of one conversation share one session. Null outside any conversation (a command typed by a person); those
   * memories belong to no session.
   */
  conversationId: string | null;
  /** Whose words these are: `person` if a person types or clicks; absent means an agent's. */
  origin?: Origin;
  /** The files of the project's folder; absent if this process does not see them. */
  files?: CitedFiles | undefined;
}

/** A visitor that the store has resolved; the first argument of every domain operation. */
export interface Caller {
  user: User;
  agent: Agent;
  project: Project | null;
  conversationId: string | null;
  /** As the visitor gave it. */
  origin?: Origin;
  /** As the visitor gave them; absent once the caller stands for another project. */
  files?: CitedFiles;
  /**
   * Identifies the change that writes belong to; see `governance/changes.ts`. Absent for writes that cannot be undone.
   */
  changeId?: string;
  /** The mode when the caller was resolved; writing methods check it again. */
  mode: Mode;
}

/** A caller of whom only the user matters. */
export type CallingUser = Pick<Caller, 'user'>;

/**
 * The projects that a read covers: one project plus memories without a project, everything, or nothing if the project
 * is unknown.
 */
export type ProjectScope = { projectId: string | null } | 'all' | UnknownProject;

/** A project in which the reader has no memories. */
interface UnknownProject {
  /** A sentence that says so and names similar projects. */
  unknown: string;
}

/** The message for a scope that covers nothing because its project is unknown; undefined for any other scope. */
export function unknownProjectIn(scope: ProjectScope): string | undefined {
  return scope !== 'all' && 'unknown' in scope ? scope.unknown : undefined;
}

/** Finds the session that a new memory belongs to. */
export interface CurrentSessions {
  /** The given session, else the open one of the caller's conversation, which is started if there is none. */
  current(caller: Caller, sessionId?: string): Promise<{ id: string }>;
  /** Like `current`, but null for a caller outside any conversation. */
  currentIfAny(caller: Caller): Promise<{ id: string } | null>;
}
