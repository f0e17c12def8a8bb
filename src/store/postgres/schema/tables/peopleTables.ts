/** The users, their projects and clients, and what is noted about what they do. */
import { numberKey } from './columns.ts';

const ownProjects = `
CREATE TABLE own_projects (
  user_id    TEXT NOT NULL REFERENCES users(id),
  project_id TEXT NOT NULL REFERENCES projects(id),
  name       TEXT NOT NULL,
  PRIMARY KEY (user_id, project_id)
);
CREATE INDEX idx_own_projects_project ON own_projects(project_id);
`;

export const peopleTables = `
CREATE TABLE users (
  id           TEXT PRIMARY KEY,
  username     TEXT UNIQUE NOT NULL,
  display_name TEXT,
  role         TEXT DEFAULT 'member',
  created_at   TEXT DEFAULT utc_now(),
  last_seen    TEXT,
  rowid        BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE
);

CREATE TABLE identity_profile (
  id                 TEXT PRIMARY KEY,
  user_id            TEXT UNIQUE NOT NULL REFERENCES users(id),
  role               TEXT,
  preferences        TEXT,
  pinned_facts       TEXT,
  updated_at         TEXT DEFAULT utc_now(),
  version            BIGINT NOT NULL DEFAULT 1,
  role_origin        TEXT,
  preferences_origin TEXT,
  pinned_origin      TEXT,
  card_level         TEXT CHECK (card_level IN ('off', 'basic', 'topics', 'headlines')),
  card_topics        TEXT,
  card_projects      TEXT,
  rowid              BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE
);

CREATE TABLE projects (
  id         TEXT PRIMARY KEY,
  key        TEXT UNIQUE NOT NULL,
  name       TEXT NOT NULL,
  created_at TEXT,
  last_seen  TEXT,
  rowid      BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE
);

${ownProjects}
CREATE TABLE agents (
  id         TEXT PRIMARY KEY,
  name       TEXT UNIQUE NOT NULL,
  version    TEXT,
  created_at TEXT,
  last_seen  TEXT,
  rowid      BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE
);

CREATE TABLE tokens (
  id           TEXT PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users(id),
  agent        TEXT NOT NULL,
  token_hash   TEXT UNIQUE NOT NULL,
  is_read_only BIGINT NOT NULL CHECK (is_read_only IN (0, 1)),
  created_at   TEXT NOT NULL,
  expires_at   TEXT,
  last_used_at TEXT,
  revoked_at   TEXT
);
CREATE INDEX idx_tokens_user ON tokens(user_id);

CREATE TABLE instances (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users(id),
  name       TEXT NOT NULL,
  url        TEXT,
  first_seen TEXT NOT NULL,
  last_seen  TEXT NOT NULL,
  UNIQUE (user_id, name)
);

CREATE TABLE tombstones (
  uid       TEXT PRIMARY KEY,
  kind      TEXT NOT NULL,
  until     TEXT,
  erased_at TEXT NOT NULL
);

CREATE TABLE erasures (
  user_id  TEXT PRIMARY KEY,
  begun_at TEXT NOT NULL
);

CREATE TABLE audit (
  id         ${numberKey},
  at         TEXT NOT NULL,
  level      TEXT NOT NULL CHECK (level IN ('refusal', 'change', 'read')),
  user_id    TEXT NOT NULL,
  agent_id   TEXT,
  session_id TEXT,
  project_id TEXT,
  action     TEXT NOT NULL,
  kind       TEXT,
  memory_uid TEXT,
  count      BIGINT,
  detail     TEXT
);
CREATE INDEX idx_audit_time ON audit(at);
CREATE INDEX idx_audit_memory ON audit(memory_uid) WHERE memory_uid IS NOT NULL;

CREATE TABLE changes (
  id           ${numberKey},
  change_id    TEXT NOT NULL,
  user_id      TEXT NOT NULL,
  kind         TEXT NOT NULL,
  row_key      TEXT NOT NULL,
  before_image TEXT,
  after_image  TEXT,
  created_at   TEXT NOT NULL
);
CREATE INDEX idx_changes_change ON changes(change_id);
CREATE INDEX idx_changes_user ON changes(user_id, created_at);
`;

/** Version 22: each user has their own names of projects. Keys contain the workspace, so no plain id can be referred to. */
export const ownProjectsStep = `${ownProjects.replaceAll(/ REFERENCES \w+\(id\)/gu, '')}
ALTER TABLE identity_profile ADD COLUMN card_projects TEXT;
`;

/** What a project is called where nobody named it; as `nameOfKey`. */
export const nameOfKeySql = (key: string): string => `(CASE WHEN ${key} LIKE 'name:_%' THEN substr(${key}, 6)
  ELSE coalesce(nullif(regexp_replace(${key}, '^.*[/\\\\]', ''), ''), ${key}) END)`;

const filled = ['users', 'projects', 'own_projects', 'sessions', 'facts', 'hypotheses', 'eras', 'mind_files'];
const enforce = (how: 'NO FORCE' | 'FORCE'): string =>
  filled.map((table) => `ALTER TABLE ${table} ${how} ROW LEVEL SECURITY;`).join('\n');
const ofKey = nameOfKeySql('p.key');

/** The owner reads the rows of everybody. See `v22OwnProjects.ts`. */
export const ownProjectsFill = `${enforce('NO FORCE')}
INSERT INTO own_projects (user_id, project_id, name, workspace_id)
SELECT DISTINCT m.user_id, p.id, CASE WHEN lower(p.name) = lower(${ofKey}) OR
    (SELECT count(*) FROM users o WHERE o.workspace_id = p.workspace_id) = 1 THEN p.name ELSE ${ofKey} END, p.workspace_id
FROM (${['sessions', 'facts', 'hypotheses', 'eras', 'mind_files']
  .map((table) => `SELECT user_id, project_id, workspace_id FROM ${table}`)
  .join(' UNION ')}) m
JOIN projects p ON p.id = m.project_id AND p.workspace_id = m.workspace_id
JOIN users u ON u.id = m.user_id AND u.workspace_id = m.workspace_id;
UPDATE projects AS p SET name = ${ofKey};
ALTER TABLE own_projects ADD FOREIGN KEY (user_id, workspace_id) REFERENCES users(id, workspace_id);
ALTER TABLE own_projects ADD FOREIGN KEY (project_id, workspace_id) REFERENCES projects(id, workspace_id);
${enforce('FORCE')}
`;
