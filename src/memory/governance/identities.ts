/**
 * Users, agents and projects: who is calling, with which role, and which project a reader means. A caller is resolved
 * once per conversation, from names that its host states; missing rows are created.
 */
import { comparableFolder, isRooted } from '../../util/paths.ts';
import type { Actor } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Agent, Caller, Project, ProjectRef, ProjectScope, User, Visitor } from '../shared/identity.ts';
import { refused, requireOneOf } from '../shared/input.ts';
import { distinctName, Intake } from '../shared/intake.ts';
import type { Ports, Redact } from '../shared/ports.ts';
import type { Mode, UserRole } from '../shared/vocabulary.ts';
import { userRoles } from '../shared/vocabulary.ts';
import type { AccessAction } from './access.ts';
import { namesOf, refusedTo, usersThatMay } from './access.ts';
import type { ChangingCaller } from './changes.ts';
import { ambiguousProject, namedProject, unknownProject } from './namedProject.ts';

/** A user as a list shows it. */
export interface KnownUser extends User {
  createdAt: string | null;
  lastSeen: string | null;
}

/** The result of setting a role; the last four are refusals. */
export type RoleOutcome = 'changed' | 'unchanged' | 'unknown_user' | 'not_admin' | 'last_admin' | 'personal';

/** A project whose folder belongs to another project. */
export interface ProjectJoin {
  from: Project;
  into: Project | ProjectRef;
  /** Whether both are certainly one: a worktree and its repository, or a folder that has a remote by now. */
  isCertain: boolean;
  /** Whether the user undid this join. */
  isTakenApart: boolean;
}

/** `from` and `into` are ids. */
export interface ProjectMoves {
  userId: string;
  moves: readonly { from: string; into: string }[];
  /** ISO 8601 in UTC. */
  now: string;
  by: Actor;
}

/** The users, agents and projects of a store. */
export interface IdentityStore {
  /**
   * Creates missing rows and updates their last-seen time to `now`; a new user gets the role `member`. In mode `team`,
   * the only user of a store becomes its admin, which makes it a team store.
   */
  resolve(
    visitor: Visitor,
    fresh: { userId: string; agentId: string; projectId: string },
    now: string,
    mode: Mode,
  ): Promise<Caller>;
  /** Ordered by name. */
  listUsers(): Promise<KnownUser[]>;
  /** Checks both roles and writes in one transaction. */
  setRole(change: { username: string; role: UserRole; byUserId: string; mode: Mode; by?: Actor }): Promise<RoleOutcome>;
  /** The user's current role and the store's mode; undefined if the store does not know the user. */
  roleOf(userId: string): Promise<{ role: UserRole; mode: Mode } | undefined>;
  /**
   * The project with the id; if that is null, the user's own one whose key is the name, or else the one with the key.
   * It is the user's own from now on.
   */
  projectFor(wanted: {
    userId: string;
    knownId: string | null;
    ref: ProjectRef;
    freshId: string;
    now: string;
  }): Promise<Project>;
  /** The projects of the user's own memories, ordered by name. */
  listProjects(userId: string): Promise<Project[]>;
  /** The projects of live facts that others share with the workspace, as these call them, ordered by name. */
  listSharedProjects(userId: string): Promise<Project[]>;
  /** Moves all that the user has in each of some projects to another, in the given order; all or none. */
  joinProjects(moves: ProjectMoves): Promise<void>;
  /** Ids of the projects whose last join the user undid. */
  takenApart(userId: string): Promise<string[]>;
  /** The agents through which the user's own memories came. */
  listAgents(userId: string): Promise<Agent[]>;
}

const maxProjectName = 500;
/** The key of a share that is away would be answered after a minute. */
const isShare = /^(?:\/\/|\\\\)/u;

/** Resolves callers and scopes, and manages roles. */
export class Identities {
  readonly #store: IdentityStore;
  readonly #ports: Ports;
  readonly #mode: Mode;
  readonly #met: (caller: Caller) => void;

  /** `met` is called for every resolved caller. */
  constructor(store: IdentityStore, ports: Ports, mode: Mode, met: (caller: Caller) => void = () => undefined) {
    this.#met = met;
    this.#store = store;
    this.#ports = ports;
    this.#mode = mode;
  }

  async resolve(visitor: Visitor): Promise<Caller> {
    const fresh = { userId: this.#ports.newId(), agentId: this.#ports.newId(), projectId: this.#ports.newId() };
    const named = withoutSecretNames(visitor, this.#ports.redact);
    const caller = await this.#store.resolve(named, fresh, this.#ports.clock.now().toISOString(), this.#mode);
    this.#met(caller);
    const { origin, files } = visitor;
    return { ...caller, ...(origin !== undefined && { origin }), ...(files !== undefined && { files }) };
  }

  /**
   * The scope for a reader's `project`: absent is the caller's own project, `all` is everything, any other value is the
   * name or key of a project, case-insensitive. A project is known to those who can read a memory of it: an own one, or
   * else a fact that somebody shares, so that nobody learns names from private memories of others. Own projects come
   * first, so that what others share does not change what a name means. A project's scope includes memories without a
   * project; an unknown project covers nothing. Rejects with `invalid_input` if several projects have the name.
   */
  async scope(caller: Caller, project: string | undefined): Promise<ProjectScope> {
    if (project === undefined) return { projectId: caller.project?.id ?? null };
    const wanted = project.trim().toLowerCase();
    if (wanted === 'all') return 'all';
    const isNamed = ({ key, name }: ProjectRef): boolean => [key, name].some((one) => one.toLowerCase() === wanted);
    const here = caller.project;
    if (here !== null && isNamed(here)) return { projectId: here.id };
    const own = await this.#store.listProjects(caller.user.id);
    const ownNamed = own.filter(isNamed);
    const shared = ownNamed.length > 0 ? [] : await this.#store.listSharedProjects(caller.user.id);
    const named = ownNamed.length > 0 ? ownNamed : shared.filter(isNamed);
    const [found, ...others] = named;
    if (found === undefined) {
      return { unknown: unknownProject(project.trim(), [...(here === null ? [] : [here]), ...own, ...shared]) };
    }
    if (others.length === 0) return { projectId: found.id };
    throw ambiguousProject('project', project, named);
  }

  /** The id of a project by name or key, for storing; null for `all`. Rejects with `invalid_input` if it is unknown. */
  async projectNamed(caller: Caller, project: string): Promise<string | null> {
    const scope = await this.scope(caller, project);
    if (scope === 'all') return null;
    if ('projectId' in scope) return scope.projectId;
    throw new BigMindError('invalid_input', scope.unknown, { details: { field: 'project' } });
  }

  /** The projects of the caller's own memories, and the caller's own project. */
  async ownProjects({ user, project }: Caller): Promise<Project[]> {
    const own = await this.#store.listProjects(user.id);
    return project === null || own.some(({ id }) => id === project.id) ? own : [project, ...own];
  }

  /** Those of them that have one of these names or keys. Rejects with `invalid_input` for any other name. */
  async ownProjectsNamed(caller: Caller, names: readonly string[]): Promise<Project[]> {
    const own = await this.ownProjects(caller);
    return names.map((name) => namedProject(own, 'projects', name));
  }

  /**
   * The caller as if in another project, for a memory that names where it belongs: absent is the caller's own project,
   * null is none, any other value is a project's name or key. An unknown one becomes a project `name:<x>`. Who asks does
   * not change. Rejects with `invalid_input` for an empty name, for `all`, and if several projects have the name.
   */
  async inProject(caller: Caller, project: string | null | undefined): Promise<Caller> {
    if (project === undefined) return caller;
    const { files: _files, ...elsewhere } = caller;
    if (project === null) return { ...elsewhere, project: null };
    const name = new Intake(this.#ports.redact).text('project', project, maxProjectName);
    if (name.toLowerCase() === 'all') {
      throw new BigMindError('invalid_input', 'project is "all".', {
        remedy: { code: 'name_one_project' },
        details: { field: 'project' },
      });
    }
    const scope = await this.scope(caller, name);
    if (scope !== 'all' && 'projectId' in scope && scope.projectId === caller.project?.id) return caller;
    const known = scope === 'all' || !('projectId' in scope) ? undefined : scope.projectId;
    const { newId, clock } = this.#ports;
    const ref = { key: `name:${name.toLowerCase()}`, name };
    return {
      ...elsewhere,
      project: await this.#store.projectFor({
        userId: caller.user.id,
        knownId: known ?? null,
        ref,
        freshId: newId(),
        now: clock.now().toISOString(),
      }),
    };
  }

  /**
   * The caller's own projects whose key is another spelling of another one's, or whose folder is a worktree of another
   * one's repository, below another one's folder, or has a remote by now; the deepest folders first. `refOf` says which
   * project a key names today. None in a team's store, where folders are on several machines.
   */
  async joinable(caller: Caller, refOf: (key: string) => ProjectRef | undefined): Promise<ProjectJoin[]> {
    if (caller.mode === 'team') return [];
    const [own, apart] = await Promise.all([
      this.#store.listProjects(caller.user.id),
      this.#store.takenApart(caller.user.id),
    ]);
    // Of several spellings, the store takes the same one.
    const byKey = own.toSorted((one, other) => (one.key < other.key ? 1 : -1));
    const known = new Map(byKey.map((project) => [comparableFolder(project.key), project]));
    const joins = own.flatMap((from): ProjectJoin[] => {
      const ref = isShare.test(from.key) ? undefined : refOf(from.key);
      if (ref === undefined) return [];
      const isTakenApart = apart.includes(from.id);
      const into = known.get(comparableFolder(ref.key)) ?? ref;
      if (into.key !== from.key) return [{ from, into, isCertain: true, isTakenApart }];
      const around = ref.above
        ?.map((folder) => known.get(comparableFolder(folder)))
        .find((project) => project !== undefined);
      return around === undefined ? [] : [{ from, into: around, isCertain: false, isTakenApart }];
    });
    return joins.sort((one, other) => other.from.key.length - one.from.key.length);
  }

  /**
   * A join of two of the caller's own projects by hand, each given by its name or key; `into` may also be the project of
   * the caller's folder. Rejects with `invalid_input` for an unknown or ambiguous name and for one project, and with
   * `not_allowed` in a team's store.
   */
  async joinOf(caller: Caller, names: { from: string; into: string }): Promise<ProjectJoin> {
    if (caller.mode === 'team')
      throw new BigMindError('not_allowed', 'Projects of a team cannot be joined, because its members share them.', {
        remedy: 'Join projects in a personal memory only.',
      });
    const own = await this.#store.listProjects(caller.user.id);
    const known = await this.ownProjects(caller);
    const from = namedProject(own, 'from', names.from);
    const into = namedProject(known, 'into', names.into);
    if (from.id === into.id) throw refused('into', `names the same project, ${from.key}`, 'Name two projects.');
    return { from, into, isCertain: true, isTakenApart: false };
  }

  /** Makes one project of each of these pairs; all or none. Can be undone. */
  async join(caller: ChangingCaller, joins: readonly ProjectJoin[]): Promise<void> {
    const { clock, newId } = this.#ports;
    const now = clock.now().toISOString();
    const moves: { from: string; into: string }[] = [];
    for (const { from, into } of joins) {
      const knownId = 'id' in into ? into.id : null;
      const ref = { key: into.key, name: into.name };
      const { id } = await this.#store.projectFor({ userId: caller.user.id, knownId, ref, freshId: newId(), now });
      if (id !== from.id) moves.push({ from: from.id, into: id });
    }
    await this.#store.joinProjects({ userId: caller.user.id, moves, now, by: actorOf(caller) });
  }

  /** The folders of the caller's own projects that are no repository with a remote, and of the present one. */
  async folders(caller: Caller): Promise<string[]> {
    return (await this.ownProjects(caller)).map(({ key }) => key).filter(isRooted);
  }

  listAgents(caller: Caller): Promise<Agent[]> {
    return this.#store.listAgents(caller.user.id);
  }

  /**
   * Reads role and mode again, since a caller is resolved only once per conversation. Rejects with `store_replaced` if
   * the store does not know the caller, because another store replaced it.
   */
  async refreshed(caller: Caller): Promise<Caller> {
    const current = await this.#store.roleOf(caller.user.id);
    if (current !== undefined) return { ...caller, mode: current.mode, user: { ...caller.user, role: current.role } };
    throw new BigMindError('store_replaced', 'The database was replaced by another one.', {
      remedy: 'Try again; you are a new user there.',
    });
  }

  listUsers(): Promise<KnownUser[]> {
    return this.#store.listUsers();
  }

  /**
   * Sets a user's role. Only an admin of a team store can, and at least one admin remains. If a store has several users
   * but no admin, then in team mode the oldest user with memories can become the first admin.
   */
  async setRole(caller: Caller, change: { username: string; role: string }): Promise<'changed' | 'unchanged'> {
    const role = requireOneOf('role', change.role, userRoles);
    const username = change.username.trim();
    const outcome = await this.#store.setRole({
      username,
      role,
      byUserId: caller.user.id,
      mode: this.#mode,
      by: actorOf(caller),
    });
    switch (outcome) {
      case 'changed':
      case 'unchanged':
        return outcome;
      case 'unknown_user':
        throw new BigMindError('not_found', `There is no user "${username}".`, {
          remedy: `Users: ${namesOf(await this.listUsers())}. A user appears here after they open the memory.`,
        });
      case 'not_admin':
        throw await this.refusalOf('set_roles');
      case 'last_admin':
        throw new BigMindError('not_allowed', `${username} is the only admin, and a team needs at least one.`, {
          remedy: { code: 'appoint_admin' },
        });
      case 'personal':
        throw new BigMindError('not_allowed', 'This memory has no admin yet, so no one can set roles.', {
          remedy: { code: 'appoint_first_admin' },
        });
    }
  }

  /** The users who may review knowledge, with their roles. */
  async reviewers(): Promise<string> {
    return namesOf(usersThatMay('review_knowledge', await this.listUsers()));
  }

  /** The error for a member or curator who may not do this; it names the users who may. */
  async refusalOf(action: AccessAction): Promise<BigMindError> {
    return refusedTo(action, await this.listUsers());
  }
}

/**
 * Redacts the names that programs choose; a remote URL can contain a password. A fingerprint keeps redacted projects
 * distinct. User names are chosen by people and are the only identification of a user, so they stay.
 */
function withoutSecretNames(visitor: Visitor, redact: Redact): Visitor {
  const { agent, project } = visitor;
  const version = agent.version === null ? null : redact(agent.version).text;
  const cleanAgent = { name: redact(agent.name).text, version };
  if (project === undefined) return { ...visitor, agent: cleanAgent };
  const key = distinctName(project.key, redact);
  return { ...visitor, agent: cleanAgent, project: { ...project, key, name: redact(project.name).text } };
}
