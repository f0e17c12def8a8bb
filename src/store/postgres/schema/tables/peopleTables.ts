/** The users, their projects and clients, and what is noted about what they do. */
import { numberKey } from './columns.ts';

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
