/** Users, agents and projects: created when first seen; later calls update when they were last seen. */
import type { IdentityStore, KnownUser, RoleOutcome } from '../../../memory/governance/identities.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Agent, Caller, User, Visitor } from '../../../memory/shared/identity.ts';
import type { Mode } from '../../../memory/shared/vocabulary.ts';
import { userRoles } from '../../../memory/shared/vocabulary.ts';
import { oneOf, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { isLiveAt } from '../index/liveFacts.ts';
import { effectiveMode, isNotErased, rightTo, roleOf } from '../shared/accessRights.ts';
import { byUser, noteAudit } from '../shared/auditRows.ts';
import { joinProjects, takenApart } from './joinProjects.ts';
import { ownProjects, projectNameOf } from '../shared/projectScope.ts';
import { knownProject, projectFor, projectFromRow, projectOfVisitor } from './projectRows.ts';

export function createSqlIdentity(engine: SqlEngine, now: () => Date): IdentityStore {
  return {
    async resolve(visitor, fresh, now, mode) {
      try {
        return await engine.write(async (db): Promise<Caller> => {
          const user = await seeUser(db, visitor, fresh.userId, now, mode);
          return {
            user,
            agent: await seeAgent(db, visitor, fresh.agentId, now),
            project: await projectOfVisitor(db, visitor, user.id, { id: fresh.projectId, now }, mode),
            conversationId: visitor.conversationId,
            mode: mode === 'team' ? mode : await effectiveMode(db),
          };
        });
      } catch (thrown) {
        // On a full disk or a read-only server, a known caller may still read, although the time of this call is not stored.
        if (!(thrown instanceof BigMindError) || !isReadable(thrown)) throw thrown;
        const known = await engine.read((db) => knownCaller(db, visitor, mode));
        if (known === undefined) throw thrown;
        return known;
      }
    },
    listUsers: () => engine.read(usersIn),
    setRole: (change) =>
      engine.write(async (db) => {
        const outcome = await setRole(db, change);
        const level = outcome === 'changed' ? 'change' : refused.has(outcome) ? 'refusal' : undefined;
        const { username, role: detail, byUserId, by = byUser(byUserId) } = change;
        if (level === undefined) return outcome;
        const uid = textOrNull(
          (await db.get('SELECT id FROM users WHERE username = ?', [username])) ?? { id: null },
          'id',
        );
        await noteAudit(db, { at: now().toISOString(), level, by, action: 'set_role', kind: 'user', uid, detail });
        return outcome;
      }),
    roleOf: (userId) =>
      engine.read(async (db) => {
        const isKnown = (await db.get(`SELECT 1 FROM users WHERE id = ? AND ${isNotErased}`, [userId])) !== undefined;
        return isKnown ? { role: await roleOf(db, userId), mode: await effectiveMode(db) } : undefined;
      }),
    projectFor: ({ userId, knownId, ref, freshId, now: at }) =>
      engine.write((db) => projectFor(db, userId, { knownId, ref }, { id: freshId, now: at })),
    listProjects: (userId) =>
      engine.read(async (db) => {
        const own = `${ofOwnMemories('project_id')} UNION SELECT project_id FROM mind_files WHERE user_id = ?1`;
        const sql = `SELECT id, key, name FROM (${ownProjects('?1')}) p WHERE id IN (${own}) ORDER BY name, key`;
        return (await db.all(sql, [userId])).map(projectFromRow);
      }),
    listSharedProjects: (userId) =>
      engine.read(async (db) => {
        const sql = `SELECT DISTINCT p.id, p.key, ${projectNameOf('f')} AS name FROM facts f JOIN projects p ON p.id = f.project_id
          WHERE f.visibility = 'workspace' AND f.user_id <> ?1 AND ${isLiveAt('f', '?2')} ORDER BY name, key`;
        return (await db.all(sql, [userId, now().toISOString()])).map(projectFromRow);
      }),
    joinProjects: (moves) => engine.write((db) => joinProjects(db, moves)),
    takenApart: (userId) => engine.read((db) => takenApart(db, userId)),
    listAgents: (userId) =>
      engine.read(async (db) => {
        const own = `${ofOwnMemories('agent_id')} UNION SELECT agent_id FROM conversation_chunks WHERE user_id = ?1`;
        return (await db.all(`SELECT id, name, version FROM agents WHERE id IN (${own}) ORDER BY name`, [userId])).map(
          agentFromRow,
        );
      }),
  };
}

/** Whether what refused a write lets one read. */
function isReadable({ code, details }: BigMindError): boolean {
  return code === 'store_full' || details['isReadable'] === true;
}

/** The caller lacks the right; other outcomes are mistakes. */
const refused: ReadonlySet<RoleOutcome> = new Set<RoleOutcome>(['not_admin', 'personal']);

/** Everybody who was not erased, by name. */
export async function usersIn(db: SqlConnection): Promise<KnownUser[]> {
  return (await db.all(`${selectUser} WHERE ${isNotErased} ORDER BY username`)).map(userFromRow);
}

const selectUser = 'SELECT id, username, display_name, role, created_at, last_seen FROM users';

/** The ids in a column of a user's memories; the user is parameter 1. */
function ofOwnMemories(column: 'project_id' | 'agent_id'): string {
  const tables = ['sessions', 'facts', 'hypotheses'];
  return tables.map((table) => `SELECT ${column} FROM ${table} WHERE user_id = ?1`).join(' UNION ');
}

async function setRole(
  db: SqlConnection,
  { username, role, byUserId, mode }: Parameters<IdentityStore['setRole']>[0],
): Promise<RoleOutcome> {
  const row = await db.get(`${selectUser} WHERE username = ?`, [username]);
  const user = row === undefined ? undefined : userFromRow(row);
  if ((await effectiveMode(db)) === 'personal') {
    const mayBeFirst = (await rightTo(db, 'set_roles', byUserId, mode)) === 'first';
    const isTheirs = mayBeFirst && role === 'admin' && user?.id === byUserId && (await isFirstUser(db, byUserId));
    if (!isTheirs) return 'personal';
  } else if ((await rightTo(db, 'set_roles', byUserId)) !== 'all') return 'not_admin';
  if (user === undefined) return 'unknown_user';
  if (user.role === role) return 'unchanged';
  const admins = (await db.all(`SELECT id FROM users WHERE role = 'admin'`)).length;
  if (user.role === 'admin' && admins === 1) return 'last_admin';
  await db.run('UPDATE users SET role = ? WHERE id = ?', [role, user.id]);
  return 'changed';
}

/** Whether the user is the oldest of those with memories in the store. */
async function isFirstUser(db: SqlConnection, userId: string): Promise<boolean> {
  const tables = ['facts', 'sessions', 'conversation_chunks', 'identity_profile'];
  const keeps = tables.map((table) => `SELECT user_id FROM ${table}`).join(' UNION ');
  const sql = `SELECT id FROM users WHERE id IN (${keeps}) ORDER BY coalesce(created_at, ''), rowid LIMIT 1`;
  return (await db.get(sql))?.['id'] === userId;
}

async function knownCaller(db: SqlConnection, visitor: Visitor, mode: Mode): Promise<Caller | undefined> {
  const userRow = await db.get(`${selectUser} WHERE username = ? AND ${isNotErased}`, [visitor.username]);
  const agentRow = await db.get('SELECT id, name, version FROM agents WHERE name = ?', [visitor.agent.name]);
  if (userRow === undefined || agentRow === undefined) return undefined;
  const { createdAt: _created, lastSeen: _seen, ...user } = userFromRow(userRow);
  const now = mode === 'team' ? mode : await effectiveMode(db);
  const project = visitor.project === undefined ? null : await knownProject(db, visitor, user.id, now);
  const caller = { user, agent: agentFromRow(agentRow), conversationId: visitor.conversationId };
  return project === undefined ? undefined : { ...caller, project, mode: now };
}

async function seeUser(db: SqlConnection, visitor: Visitor, id: string, now: string, mode: Mode): Promise<User> {
  await db.run(
    `INSERT INTO users (id, username, role, created_at, last_seen) VALUES (?, ?, 'member', ?, ?)
     ON CONFLICT (username) DO UPDATE SET last_seen = excluded.last_seen`,
    [id, visitor.username, now, now],
  );
  if (
    mode === 'team' &&
    (await db.get(`SELECT 1 FROM users WHERE username <> ? AND ${isNotErased}`, [visitor.username])) === undefined
  ) {
    await db.run(`UPDATE users SET role = 'admin' WHERE username = ?`, [visitor.username]);
  }
  const {
    createdAt: _created,
    lastSeen: _seen,
    ...user
  } = userFromRow((await db.get(`${selectUser} WHERE username = ?`, [visitor.username])) ?? {});
  return user;
}

async function seeAgent(db: SqlConnection, visitor: Visitor, id: string, now: string): Promise<Agent> {
  const { name, version } = visitor.agent;
  await db.run(
    `INSERT INTO agents (id, name, version, created_at, last_seen) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET
       last_seen = excluded.last_seen, version = coalesce(excluded.version, agents.version)`,
    [id, name, version, now, now],
  );
  return agentFromRow((await db.get('SELECT id, name, version FROM agents WHERE name = ?', [name])) ?? {});
}

function userFromRow(row: SqlRow): KnownUser {
  return {
    id: text(row, 'id'),
    username: text(row, 'username'),
    displayName: textOrNull(row, 'display_name'),
    role: oneOf(row, 'role', userRoles, 'member'),
    createdAt: textOrNull(row, 'created_at'),
    lastSeen: textOrNull(row, 'last_seen'),
  };
}

function agentFromRow(row: SqlRow): Agent {
  return { id: text(row, 'id'), name: text(row, 'name'), version: textOrNull(row, 'version') };
}
