/**
 * Version 9 adds governance: the origin of each memory and profile field (null: stored before version 9, treated as an
 * agent's), and which sessions read from the web, so that their results may be untrusted. Tombstones keep imports and
 * transcripts from restoring erased data; that of a conversation covers it up to a time. `erasures` lists unfinished
 * erasures, which another process completes. The audit has uids without foreign keys, so that it outlives its subjects;
 * it never contains memory text.
 */
import { noteWebReads } from '../../../sql/trust/webReads.ts';
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
