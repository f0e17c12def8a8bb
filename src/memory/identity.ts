/**
 * Who is speaking: the user, the agent (an MCP client) and the project, resolved once for each visitor.
 * Every memory carries these three, so that a recall can be scoped and a person can see where a memory came from.
 */
import { BigMindError } from './errors.ts';
import type { Ports } from './ports.ts';

export type UserRole = 'member' | 'curator' | 'admin';

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

/** An MCP client's own name and version, or `bigmind` for our command line and extension. */
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
}

/** A visitor that the store knows: what every domain operation takes first. */
export interface Caller {
  user: User;
  agent: Agent;
  project: Project | null;
  conversationId: string | null;
}

export interface IdentityStore {
  /** Creates what is missing and notes `now` as last seen; a new user gets the role `member`. */
  resolve(
    visitor: Visitor,
    fresh: { userId: string; agentId: string; projectId: string },
    now: string,
  ): Promise<Caller>;
  /** Projects whose key or name equals `text` without regard to case. */
  findProjects(text: string): Promise<Project[]>;
  listAgents(): Promise<Agent[]>;
}

/** Which projects a read covers: one with what belongs to none, or everything. */
export type ProjectScope = { projectId: string | null } | 'all';

export class Identities {
  readonly #store: IdentityStore;
  readonly #ports: Ports;

  constructor(store: IdentityStore, ports: Ports) {
    this.#store = store;
    this.#ports = ports;
  }

  resolve(visitor: Visitor): Promise<Caller> {
    const fresh = { userId: this.#ports.newId(), agentId: this.#ports.newId(), projectId: this.#ports.newId() };
    return this.#store.resolve(visitor, fresh, this.#ports.clock.now().toISOString());
  }

  /**
   * The scope that a reader means: nothing said is the caller's own project with what belongs to no project, `all` is
   * everything, anything else the name or key of one project, again with what belongs to none.
   */
  async scope(caller: Caller, project: string | undefined): Promise<ProjectScope> {
    if (project === undefined) return { projectId: caller.project?.id ?? null };
    if (project.trim().toLowerCase() === 'all') return 'all';
    const [found, ...others] = await this.#store.findProjects(project.trim());
    if (found !== undefined && others.length === 0) return { projectId: found.id };
    const what =
      found === undefined ? `No project is called "${project}".` : `Several projects are called "${project}".`;
    const keys = [found, ...others].flatMap((candidate) => (candidate === undefined ? [] : [candidate.key]));
    throw new BigMindError('invalid_input', what, {
      remedy: keys.length === 0 ? 'Leave project out, or say "all".' : `Use one of: ${keys.join(', ')}.`,
      details: { field: 'project' },
    });
  }

  listAgents(): Promise<Agent[]> {
    return this.#store.listAgents();
  }
}
