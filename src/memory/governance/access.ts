/**
 * Who may do what, in one table: the role context that the store gives a user in the current transaction, and the
 * rights of that context. No argument or variable grants a right. They can only remove rights: a process started in
 * team mode removes the freedom of a personal store. The table applies to callers that use BigMind; only file
 * permissions limit a person who writes the file with another program.
 */
import { BigMindError } from '../shared/errors.ts';
import type { User } from '../shared/identity.ts';
import type { UserRole } from '../shared/vocabulary.ts';
import { plainLine } from '../trust/quoting.ts';

/**
 * `only`: a personal store with one user. `several`: a personal store with several users. `unled`: the same, but the
 * process runs in team mode, so a user must become the first admin. The others are the roles of a team store.
 */
export const roleContexts = ['only', 'several', 'unled', 'member', 'curator', 'admin'] as const;
export type RoleContext = (typeof roleContexts)[number];

export const accessActions = [
  'read_memories',
  'read_workspace_facts',
  'read_approved_knowledge',
  'read_proposals',
  'read_directory',
  'propose_knowledge',
  'review_knowledge',
  'set_roles',
  'set_retention',
  'manage_tokens',
  'export',
  'import',
  'change_memories',
  'erase_memories',
  'erase_knowledge',
  'erase_project',
  'erase_user',
  'vacuum',
  'read_audit',
  'back_up',
  'restore_store',
  'repair_store',
] as const;
export type AccessAction = (typeof accessActions)[number];

/**
 * `own` covers the user's own data; `proposal` the user's own knowledge until it is approved; `first` only lets the
 * first user of the store become its admin.
 */
export type Right = 'all' | 'own' | 'proposal' | 'first' | 'none';

const everybody = (right: Right): Record<RoleContext, Right> => {
  return { only: right, several: right, unled: right, member: right, curator: right, admin: right };
};

export const accessTable: Record<AccessAction, Record<RoleContext, Right>> = {
  read_memories: everybody('own'),
  // Facts with the visibility `workspace`; only their owner changes them.
  read_workspace_facts: everybody('all'),
  read_approved_knowledge: everybody('all'),
  read_proposals: { only: 'all', several: 'own', unled: 'own', member: 'own', curator: 'all', admin: 'all' },
  // The public cards of the people of a team store, and their instances. Without an admin, there is no team to show.
  read_directory: { only: 'none', several: 'none', unled: 'none', member: 'all', curator: 'all', admin: 'all' },
  propose_knowledge: everybody('all'),
  review_knowledge: { only: 'all', several: 'own', unled: 'none', member: 'none', curator: 'all', admin: 'all' },
  set_roles: { only: 'none', several: 'none', unled: 'first', member: 'none', curator: 'none', admin: 'all' },
  // For everybody's audit and messages.
  set_retention: { ...everybody('none'), only: 'all', admin: 'all' },
  // Revoking is included.
  manage_tokens: { ...everybody('own'), admin: 'all' },
  export: { only: 'all', several: 'all', unled: 'all', member: 'own', curator: 'own', admin: 'all' },
  import: { only: 'all', several: 'all', unled: 'all', member: 'none', curator: 'none', admin: 'all' },
  change_memories: everybody('own'),
  erase_memories: everybody('own'),
  erase_knowledge: { only: 'all', several: 'own', unled: 'proposal', member: 'proposal', curator: 'all', admin: 'all' },
  erase_project: everybody('own'),
  erase_user: { only: 'own', several: 'own', unled: 'own', member: 'own', curator: 'own', admin: 'all' },
  vacuum: everybody('own'),
  read_audit: { only: 'all', several: 'all', unled: 'all', member: 'own', curator: 'own', admin: 'all' },
  back_up: everybody('all'),
  restore_store: { only: 'all', several: 'all', unled: 'all', member: 'none', curator: 'none', admin: 'all' },
  // Anyone may repair a damaged store: a repair deletes nothing, and the roles may not be readable.
  repair_store: everybody('all'),
};

export function rightOf(context: RoleContext, action: AccessAction): Right {
  return accessTable[action][context];
}

/** The roles with full rights to an action in a team store, for a refusal that names them. */
function rolesThatMay(action: AccessAction): UserRole[] {
  const roles: UserRole[] = ['member', 'curator', 'admin'];
  return roles.filter((role) => accessTable[action][role] === 'all');
}

type NamedUser = Pick<User, 'username' | 'role'>;

/** The users with full rights to an action in a team store, out of all its users. */
export function usersThatMay(action: AccessAction, users: readonly NamedUser[]): NamedUser[] {
  const roles = rolesThatMay(action);
  return users.filter(({ role }) => roles.includes(role));
}

/** User names with roles, for a refusal. */
export function namesOf(users: readonly NamedUser[]): string {
  return users.length === 0
    ? 'nobody'
    : users.map(({ username, role }) => `${plainLine(username)} (${role})`).join(', ');
}

const refusals: Partial<Record<AccessAction, string>> = {
  review_knowledge: 'Only curators and admins can review team knowledge. You are a member.',
  set_roles: 'Only an admin can set roles.',
  set_retention: 'Only an admin can set how long the audit and messages are kept.',
  manage_tokens: 'Only an admin can manage the tokens of other users.',
  import: 'In a team, only an admin can import.',
  erase_knowledge: 'Members can erase only their own proposals of knowledge.',
  erase_user: 'Only an admin can erase another user.',
  restore_store: 'In a team, only an admin can restore a backup.',
};

/** The error for a member or curator; `users` are all users of the store. */
export function refusedTo(action: AccessAction, users: readonly NamedUser[]): BigMindError {
  return new BigMindError('not_allowed', refusals[action] ?? 'Your role does not allow this.', {
    remedy: `Nothing was changed. Ask one of: ${namesOf(usersThatMay(action, users))}.`,
    details: { action },
  });
}
