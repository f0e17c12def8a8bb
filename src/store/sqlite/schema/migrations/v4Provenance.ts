/**
 * Version 4 gives every memory a permanent uid, an agent, a project, a content hash and a version, adds the archive of
 * messages, and replaces the plan's two full-text tables with one index over all kinds. No row is dropped: old
 * duplicates and timestamps that SQLite cannot parse stay as they are.
 */
import { applicationId } from '../../engine/databaseHeader.ts';
import { dropVirtualTable, triggersThatWriteTo } from '../../../sql/connection/dropVirtualTable.ts';
import { fillOldRows } from '../oldRows/fillOldRows.ts';
import type { Migration } from './migration.ts';

const planIndexes = ['conversation_chunks_fts', 'global_knowledge_fts'];

export const v4Provenance: Migration = {
  version: 4,
  name: 'provenance',
  sql: `
CREATE TABLE projects (
    id         TEXT PRIMARY KEY,
    key        TEXT UNIQUE NOT NULL,
    name       TEXT NOT NULL,
    created_at DATETIME,
    last_seen  DATETIME
);
CREATE TABLE agents (
    id         TEXT PRIMARY KEY,
    name       TEXT UNIQUE NOT NULL,
    version    TEXT,
    created_at DATETIME,
    last_seen  DATETIME
);
ALTER TABLE identity_profile ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE sessions ADD COLUMN external_id TEXT;
ALTER TABLE sessions ADD COLUMN origin TEXT NOT NULL DEFAULT 'live';
ALTER TABLE sessions ADD COLUMN project_id TEXT REFERENCES projects(id);
ALTER TABLE sessions ADD COLUMN agent_id TEXT REFERENCES agents(id);
ALTER TABLE sessions ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
CREATE UNIQUE INDEX idx_sessions_open ON sessions(user_id, external_id)
    WHERE ended_at IS NULL AND origin = 'live' AND external_id IS NOT NULL;
CREATE UNIQUE INDEX idx_sessions_imported ON sessions(user_id, external_id)
    WHERE origin = 'import' AND external_id IS NOT NULL;
ALTER TABLE conversation_chunks ADD COLUMN uid TEXT;
ALTER TABLE conversation_chunks ADD COLUMN agent_id TEXT REFERENCES agents(id);
ALTER TABLE conversation_chunks ADD COLUMN speaker TEXT;
ALTER TABLE conversation_chunks ADD COLUMN tags TEXT;
ALTER TABLE conversation_chunks ADD COLUMN source_ref TEXT;
ALTER TABLE conversation_chunks ADD COLUMN content_hash TEXT;
ALTER TABLE conversation_chunks ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE facts ADD COLUMN uid TEXT;
ALTER TABLE facts ADD COLUMN project_id TEXT REFERENCES projects(id);
ALTER TABLE facts ADD COLUMN agent_id TEXT REFERENCES agents(id);
ALTER TABLE facts ADD COLUMN content_hash TEXT;
ALTER TABLE facts ADD COLUMN tags TEXT;
ALTER TABLE facts ADD COLUMN source_ref TEXT;
ALTER TABLE facts ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE hypotheses ADD COLUMN uid TEXT;
ALTER TABLE hypotheses ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE global_knowledge ADD COLUMN uid TEXT;
ALTER TABLE global_knowledge ADD COLUMN agent_id TEXT REFERENCES agents(id);
ALTER TABLE global_knowledge ADD COLUMN content_hash TEXT;
ALTER TABLE global_knowledge ADD COLUMN review_notes TEXT;
ALTER TABLE global_knowledge ADD COLUMN reviewed_at DATETIME;
ALTER TABLE global_knowledge ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
CREATE UNIQUE INDEX idx_chunks_uid     ON conversation_chunks(uid);
CREATE INDEX idx_chunks_session        ON conversation_chunks(session_id, seq);
CREATE INDEX idx_chunks_hash           ON conversation_chunks(session_id, content_hash);
CREATE UNIQUE INDEX idx_facts_uid      ON facts(uid);
CREATE INDEX idx_facts_user_hash       ON facts(user_id, content_hash);
CREATE UNIQUE INDEX idx_hypotheses_uid ON hypotheses(uid);
CREATE UNIQUE INDEX idx_knowledge_uid  ON global_knowledge(uid);
CREATE INDEX idx_knowledge_hash        ON global_knowledge(content_hash);
CREATE TABLE messages (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uid          TEXT UNIQUE NOT NULL,
    session_id   TEXT NOT NULL REFERENCES sessions(id),
    user_id      TEXT NOT NULL REFERENCES users(id),
    seq          INTEGER NOT NULL,
    role         TEXT NOT NULL,
    type         TEXT NOT NULL DEFAULT 'text'
                     CHECK (type IN ('text', 'thought', 'tool_use', 'tool_result')),
    speaker      TEXT,
    content      TEXT NOT NULL,
    source_ref   TEXT,
    content_hash TEXT NOT NULL,
    created_at   DATETIME NOT NULL,
    UNIQUE (session_id, seq)
);
CREATE TABLE memory_documents (
    id         INTEGER PRIMARY KEY,
    kind       TEXT NOT NULL,
    memory_id  TEXT NOT NULL,
    user_id    TEXT,
    project_id TEXT,
    session_id TEXT,
    created_at DATETIME,
    words      INTEGER NOT NULL,
    UNIQUE (kind, memory_id)
);
CREATE INDEX idx_documents_scope ON memory_documents(user_id, kind, project_id, created_at, session_id);
PRAGMA application_id = ${String(applicationId)};
`,
  async before(db) {
    for (const trigger of await triggersThatWriteTo(db, planIndexes)) await db.exec(`DROP TRIGGER "${trigger}"`);
    for (const table of planIndexes) await dropVirtualTable(db, table);
  },
  after: fillOldRows,
};
