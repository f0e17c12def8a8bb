/** The role context of a user in the current transaction; `memory/governance/access.ts` says what it allows. */
import type { AccessAction, Right, RoleContext } from '../../../memory/governance/access.ts';
import { rightOf } from '../../../memory/governance/access.ts';
import type { User } from '../../../memory/shared/identity.ts';
import type { Mode, UserRole } from '../../../memory/shared/vocabulary.ts';
import { userRoles } from '../../../memory/shared/vocabulary.ts';
import { oneOf, text } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';

/**
 * The role of a row that stands for whom an erasure took out of sight; such a row goes with the last that it owned, and
 * until then it is nobody.
 */
export const erasedRole = 'erased';
export const isSomebody = `coalesce(role, '') <> '${erasedRole}'`;

/** A store is a team's when it has an admin, however a process was started. */
export function effectiveMode(db: SqlConnection): Mode {
  return db.get(`SELECT 1 FROM users WHERE role = 'admin' LIMIT 1`) === undefined ? 'personal' : 'team';
}

/** The role that the store gives a user now. */
export function roleOf(db: SqlConnection, userId: string): UserRole {
  return oneOf(db.get('SELECT role FROM users WHERE id = ?', [userId]) ?? { role: null }, 'role', userRoles, 'member');
}

/** Everybody, for a refusal that names who can. */
export function knownPeople(db: SqlConnection): Pick<User, 'username' | 'role'>[] {
  return db.all(`SELECT username, role FROM users WHERE ${isSomebody} ORDER BY username`).map((row) => {
    return { username: text(row, 'username'), role: oneOf(row, 'role', userRoles, 'member') };
  });
}

/** `mode` is what the process was started with, and personal for who does not say. An unknown user is a member of a team. */
export function roleContextOf(db: SqlConnection, userId: string, mode: Mode = 'personal'): RoleContext {
  if (effectiveMode(db) === 'team') return roleOf(db, userId);
  if (db.get(`SELECT 1 FROM users WHERE id <> ? AND ${isSomebody} LIMIT 1`, [userId]) === undefined) return 'only';
  return mode === 'team' ? 'unled' : 'several';
}

export function rightTo(db: SqlConnection, action: AccessAction, userId: string, mode?: Mode): Right {
  return rightOf(roleContextOf(db, userId, mode), action);
}
