/** Users, agents and projects: made on first sight, noted as seen on each later one. */
import type {
  Agent,
  Caller,
  IdentityStore,
  Project,
  ProjectRef,
  User,
  UserRole,
  Visitor,
} from '../../memory/identity.ts';
import { oneOf, text, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow } from './sqlConnection.ts';

const userRoles: readonly UserRole[] = ['member', 'curator', 'admin'];

export function createSqlIdentity(engine: SqliteEngine): IdentityStore {
  return {
    resolve: (visitor, fresh, now) =>
      engine.write((db): Caller => ({
        user: seeUser(db, visitor, fresh.userId, now),
        agent: seeAgent(db, visitor, fresh.agentId, now),
        project: visitor.project === undefined ? null : seeProject(db, visitor.project, fresh.projectId, now),
        conversationId: visitor.conversationId,
      })),
    findProjects: (wanted) =>
      engine.read((db) => {
        const folded = wanted.trim().toLowerCase();
        const projects = db.all('SELECT id, key, name FROM projects ORDER BY name, key').map(projectFromRow);
        return projects.filter(({ key, name }) => key.toLowerCase() === folded || name.toLowerCase() === folded);
      }),
    listAgents: () =>
      engine.read((db) => db.all('SELECT id, name, version FROM agents ORDER BY name').map(agentFromRow)),
  };
}

function seeUser(db: SqlConnection, visitor: Visitor, id: string, now: string): User {
  db.run(
    `INSERT INTO users (id, username, role, created_at, last_seen) VALUES (?, ?, 'member', ?, ?)
     ON CONFLICT (username) DO UPDATE SET last_seen = excluded.last_seen`,
    [id, visitor.username, now, now],
  );
  const row = db.get('SELECT id, username, display_name, role FROM users WHERE username = ?', [visitor.username]) ?? {};
  return {
    id: text(row, 'id'),
    username: text(row, 'username'),
    displayName: textOrNull(row, 'display_name'),
    role: oneOf(row, 'role', userRoles, 'member'),
  };
}

function seeAgent(db: SqlConnection, visitor: Visitor, id: string, now: string): Agent {
  const { name, version } = visitor.agent;
  db.run(
    `INSERT INTO agents (id, name, version, created_at, last_seen) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET
       last_seen = excluded.last_seen, version = coalesce(excluded.version, agents.version)`,
    [id, name, version, now, now],
  );
  return agentFromRow(db.get('SELECT id, name, version FROM agents WHERE name = ?', [name]) ?? {});
}

function seeProject(db: SqlConnection, project: ProjectRef, id: string, now: string): Project {
  db.run(
    `INSERT INTO projects (id, key, name, created_at, last_seen) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET last_seen = excluded.last_seen, name = excluded.name`,
    [id, project.key, project.name, now, now],
  );
  return projectFromRow(db.get('SELECT id, key, name FROM projects WHERE key = ?', [project.key]) ?? {});
}

function agentFromRow(row: SqlRow): Agent {
  return { id: text(row, 'id'), name: text(row, 'name'), version: textOrNull(row, 'version') };
}

function projectFromRow(row: SqlRow): Project {
  return { id: text(row, 'id'), key: text(row, 'key'), name: text(row, 'name') };
}
