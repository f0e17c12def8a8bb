/** Gives a user of a team's store a role. The store decides who may do so. */
import * as vscode from 'vscode';
import type { KnownUser } from '../../../memory/governance/identities.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { userRoles } from '../../../memory/shared/vocabulary.ts';
import type { UserRole } from '../../../memory/shared/vocabulary.ts';
import { localMinute } from '../../../util/time.ts';
import { working } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import { cancelled, textArgument } from '../shared/arguments.ts';
import type { Command } from '../shared/arguments.ts';

/**
 * Argument `{ username, role }`; prompts for missing values. Returns `{ status: "changed" | "unchanged", username, role
 * }`.
 */
export function createSetUserRole(services: Services): Command {
  return async (argument) => {
    const { access, host, notices } = services;
    const users = await access.use(({ memory }) => memory.identities.listUsers());
    if (users.every(({ role }) => role !== 'admin')) throw personalStore();
    const name = textArgument(argument, 'username')?.trim();
    const user = name === undefined ? await askForUser(users, host.clock.timeZone) : userNamed(users, name);
    if (user === undefined) return cancelled;
    const role = textArgument(argument, 'role') ?? (await askForRole(user));
    if (role === undefined) return cancelled;
    const { username } = user;
    const status = await working(vscode.l10n.t('Setting the role…'), () =>
      access.use(({ memory, caller }) => memory.identities.setRole(caller, { username, role })),
    );
    // It may have been the current user's role.
    if (status === 'changed') access.resetCaller();
    notices.done(
      status === 'changed'
        ? vscode.l10n.t('{0} now has the role {1}.', username, roleName(role))
        : vscode.l10n.t('{0} already has the role {1}.', username, roleName(role)),
    );
    return { status, username, role };
  };
}

/** For a store without an admin. Worded here, because the domain's text names a variable instead of the setting. */
function personalStore(): BigMindError {
  return new BigMindError('not_allowed', vscode.l10n.t('Roles have no effect in a personal store.'), {
    remedy: vscode.l10n.t(
      'To share a store, set "bigmind.mode" to "team". The first user to open a new team store becomes its admin.',
    ),
    details: { setting: 'bigmind.mode' },
  });
}

function userNamed(users: readonly KnownUser[], name: string): KnownUser {
  const user = users.find(({ username }) => username === name);
  if (user !== undefined) return user;
  throw new BigMindError('invalid_input', vscode.l10n.t('This store has no user "{0}".', name), {
    remedy: vscode.l10n.t(
      'Known users: {0}. Users are known after they have opened the store.',
      users.map(({ username, role }) => `${username} (${roleName(role)})`).join(', '),
    ),
  });
}

async function askForUser(users: readonly KnownUser[], timeZone: string): Promise<KnownUser | undefined> {
  const items = users.map((user) => ({
    label: user.username,
    description: roleName(user.role),
    detail:
      user.lastSeen === null
        ? vscode.l10n.t('never seen')
        : vscode.l10n.t('last seen {0}', localMinute(user.lastSeen, timeZone)),
    user,
  }));
  const title = vscode.l10n.t('Select a user');
  const placeHolder = vscode.l10n.t('Users appear here after they have opened the store');
  return (await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true }))?.user;
}

async function askForRole({ username, role: present }: KnownUser): Promise<UserRole | undefined> {
  const items = userRoles.map((role) => ({
    label: roleName(role),
    description: role === present ? vscode.l10n.t('current role') : '',
    detail: roleText(role),
    role,
  }));
  const title = vscode.l10n.t('Select a role for {0}', username);
  return (await vscode.window.showQuickPick(items, { title }))?.role;
}

/** An unknown role from a caller is shown as it is; the store refuses it. */
function roleName(role: string): string {
  switch (role) {
    case 'member':
      return vscode.l10n.t('member');
    case 'curator':
      return vscode.l10n.t('curator');
    case 'admin':
      return vscode.l10n.t('admin');
    default:
      return role;
  }
}

function roleText(role: UserRole): string {
  switch (role) {
    case 'member':
      return vscode.l10n.t('A member proposes knowledge and reads what is approved.');
    case 'curator':
      return vscode.l10n.t('A curator also reviews what members propose.');
    case 'admin':
      return vscode.l10n.t('An admin also appoints curators and admins.');
  }
}
