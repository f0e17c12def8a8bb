/** The role context of a user in the current transaction; `memory/governance/access.ts` says what it allows. */
import type { AccessAction, Right, RoleContext } from '../../../memory/governance/access.ts';
import { rightOf } from '../../../memory/governance/access.ts';
import type { User } from '../../../memory/shared/identity.ts';
import type { Mode, UserRole } from '../../../memory/shared/vocabulary.ts';
import { userRoles } from '../../../memory/shared/vocabulary.ts';
import { oneOf, text } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';

/**
 * The role of a row in `users` that owns the hidden rows of an erasure. It is deleted after the last of them; until
 * then it does not count as a user.
 */
export const erasedRole = 'erased';
export const isNotErased = `coalesce(role, '') <> '${erasedRole}'`;

/** A store with an admin is a team store, whatever mode a process was started with. */
export async function effectiveMode(db: SqlConnection): Promise<Mode> {
  return (await db.get(`SELECT 1 FROM users WHERE role = 'admin' LIMIT 1`)) === undefined ? 'personal' : 'team';
}

/** The user's current role in the store; `member` for an unknown user. */
export async function roleOf(db: SqlConnection, userId: string): Promise<UserRole> {
  return oneOf(
    (await db.get('SELECT role FROM users WHERE id = ?', [userId])) ?? { role: null },
    'role',
    userRoles,
    'member',
  );
}

/** All users, for a refusal that names those who are allowed. */
export async function knownPeople(db: SqlConnection): Promise<Pick<User, 'username' | 'role'>[]> {
  return (await db.all(`SELECT username, role FROM users WHERE ${isNotErased} ORDER BY username`)).map((row) => {
    return { username: text(row, 'username'), role: oneOf(row, 'role', userRoles, 'member') };
  });
}

/** Whether several people use the store, so that what is approved reaches others. */
export async function isShared(db: SqlConnection): Promise<boolean> {
  return (await db.get(`SELECT 1 FROM users WHERE ${isNotErased} LIMIT 1 OFFSET 1`)) !== undefined;
}

/** `mode` is the mode that the process was started with. In a team store, an unknown user is a member. */
export async function roleContextOf(db: SqlConnection, userId: string, mode: Mode = 'personal'): Promise<RoleContext> {
  if ((await effectiveMode(db)) === 'team') return roleOf(db, userId);
  if ((await db.get(`SELECT 1 FROM users WHERE id <> ? AND ${isNotErased} LIMIT 1`, [userId])) === undefined)
    return 'only';
  return mode === 'team' ? 'unled' : 'several';
}

export async function rightTo(db: SqlConnection, action: AccessAction, userId: string, mode?: Mode): Promise<Right> {
  return rightOf(await roleContextOf(db, userId, mode), action);
}
