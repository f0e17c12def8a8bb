/**
 * Version 9 lets a store answer for itself: where each memory came from (null: from before, taken as an agent's), and each field of a profile; in which
 * sessions something was read on the web, so that what they tell may be a stranger's; what was erased for good so that no import or
 * transcript brings it back, and who did what. The audit names rows by their uids and holds no foreign keys, so that it
 * outlives what it tells of; it never holds what a memory said. A tombstone of a whole conversation covers what was said in it until a
 * time, and erasures name whose rows are being erased in steps, so that another process finishes what one that died began.
 */
import { noteWebReads } from '../../trust/webReads.ts';
import type { Migration } from './migration.ts';

export const v9Governance: Migration = {
  version: 9,
  name: 'governance',
  sql: `
ALTER TABLE facts ADD COLUMN origin TEXT;
ALTER TABLE conversation_chunks ADD COLUMN origin TEXT;
ALTER TABLE global_knowledge ADD COLUMN origin TEXT;
ALTER TABLE hypotheses ADD COLUMN origin TEXT;
ALTER TABLE identity_profile ADD COLUMN role_origin TEXT;
ALTER TABLE identity_profile ADD COLUMN preferences_origin TEXT;
ALTER TABLE identity_profile ADD COLUMN pinned_origin TEXT;
ALTER TABLE knowledge_reviews ADD COLUMN origin TEXT;
ALTER TABLE sessions ADD COLUMN read_web INTEGER;
CREATE TABLE tombstones (
    uid       TEXT PRIMARY KEY,
    kind      TEXT NOT NULL,
    until     DATETIME,
    erased_at DATETIME NOT NULL
);
CREATE TABLE erasures (
    user_id  TEXT PRIMARY KEY,
    begun_at DATETIME NOT NULL
);
CREATE TABLE audit (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         DATETIME NOT NULL,
    level      TEXT NOT NULL CHECK (level IN ('refusal', 'change', 'read')),
    user_id    TEXT NOT NULL,
    agent_id   TEXT,
    session_id TEXT,
    project_id TEXT,
    action     TEXT NOT NULL,
    kind       TEXT,
    memory_uid TEXT,
    count      INTEGER,
    detail     TEXT
);
CREATE INDEX idx_audit_time ON audit(at);
CREATE INDEX idx_audit_memory ON audit(memory_uid) WHERE memory_uid IS NOT NULL;
`,
  after: noteWebReads,
};
