/**
 * The plan's tables, section 5, as first released. Names, columns and indexes are fixed: databases in the field have
 * exactly these, whichever program made them.
 */

export const v1Plan = {
  version: 1,
  name: 'plan',
  sql: `
CREATE TABLE users (
    id           TEXT PRIMARY KEY,
    username     TEXT UNIQUE NOT NULL,
    display_name TEXT,
    role         TEXT DEFAULT 'member',
    created_at   DATETIME DEFAULT CURRENT_TIMESTAMP,
    last_seen    DATETIME
);
CREATE TABLE global_knowledge (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    category       TEXT NOT NULL,
    title          TEXT NOT NULL,
    content        TEXT NOT NULL,
    importance     INTEGER DEFAULT 5,
    status         TEXT DEFAULT 'pending',
    promoted_by    TEXT REFERENCES users(id),
    source_session TEXT,
    approved_by    TEXT REFERENCES users(id),
    created_at     DATETIME DEFAULT CURRENT_TIMESTAMP,
    updated_at     DATETIME DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE identity_profile (
    id           TEXT PRIMARY KEY,
    user_id      TEXT UNIQUE NOT NULL REFERENCES users(id),
    role         TEXT,
    preferences  TEXT,
    pinned_facts TEXT,
    updated_at   DATETIME DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE sessions (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users(id),
    started_at DATETIME NOT NULL,
    ended_at   DATETIME,
    one_liner  TEXT NOT NULL,
    topics     TEXT,
    outcome    TEXT,
    importance INTEGER DEFAULT 5,
    has_tier2  INTEGER DEFAULT 0
);
CREATE INDEX idx_sessions_user_date ON sessions(user_id, started_at DESC);
CREATE INDEX idx_sessions_topics    ON sessions(topics);
CREATE TABLE session_summaries (
    id         TEXT PRIMARY KEY,
    summary    TEXT NOT NULL,
    key_facts  TEXT,
    code_refs  TEXT,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE conversation_chunks (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id  TEXT NOT NULL REFERENCES sessions(id),
    user_id     TEXT NOT NULL REFERENCES users(id),
    role        TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system')),
    content     TEXT NOT NULL,
    flag_reason TEXT,
    seq         INTEGER NOT NULL,
    created_at  DATETIME DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE facts (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id        TEXT NOT NULL REFERENCES users(id),
    category       TEXT NOT NULL,
    fact           TEXT NOT NULL,
    source_session TEXT REFERENCES sessions(id),
    confidence     REAL DEFAULT 1.0,
    created_at     DATETIME DEFAULT CURRENT_TIMESTAMP,
    updated_at     DATETIME DEFAULT CURRENT_TIMESTAMP
);
`,
  planIndexSql: `
CREATE VIRTUAL TABLE global_knowledge_fts USING fts5(
    title, content,
    content='global_knowledge',
    content_rowid='id'
);
CREATE VIRTUAL TABLE conversation_chunks_fts USING fts5(
    content, flag_reason,
    content='conversation_chunks',
    content_rowid='id'
);
`,
};
