/**
 * Version 7 supports automatic recording. A session stores its last activity and who wrote its summary. Messages are
 * grouped in heaps (the content of one context window) and heaps in eras (a stretch of work on one project). Two tables
 * that only save work and are no memories: how far each transcript was read, and which memories were offered in which
 * session.
 */
import { putIntoHeaps } from '../../../sql/shared/heapRows.ts';
import type { Migration } from './migration.ts';

export const v7Recording: Migration = {
  version: 7,
  name: 'recording',
  sql: `
CREATE TABLE eras (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users(id),
    project_id TEXT REFERENCES projects(id),
    started_at DATETIME NOT NULL,
    ended_at   DATETIME NOT NULL
);
CREATE INDEX idx_eras_owner ON eras(user_id, project_id, started_at);
CREATE TABLE heaps (
    id           TEXT PRIMARY KEY,
    era_id       TEXT NOT NULL REFERENCES eras(id),
    session_id   TEXT NOT NULL REFERENCES sessions(id),
    type         TEXT NOT NULL CHECK (type IN ('FRESH', 'POST_COMPACTING', 'SPLIT_POINT')),
    started_at   DATETIME NOT NULL,
    continuation TEXT
);
CREATE INDEX idx_heaps_session ON heaps(session_id);
CREATE INDEX idx_heaps_era ON heaps(era_id);
ALTER TABLE messages ADD COLUMN heap_id TEXT REFERENCES heaps(id);
ALTER TABLE messages ADD COLUMN tool TEXT;
ALTER TABLE messages ADD COLUMN files TEXT;
CREATE INDEX idx_messages_heap ON messages(heap_id, seq);
CREATE INDEX idx_messages_time ON messages(user_id, created_at);
ALTER TABLE sessions ADD COLUMN last_active_at DATETIME;
ALTER TABLE sessions ADD COLUMN told_by TEXT;
ALTER TABLE sessions ADD COLUMN told_through INTEGER;
CREATE INDEX idx_facts_session ON facts(source_session);
CREATE TABLE transcript_files (
    user_id    TEXT NOT NULL REFERENCES users(id),
    path       TEXT NOT NULL,
    position   INTEGER NOT NULL,
    last_key   TEXT,
    updated_at DATETIME NOT NULL,
    PRIMARY KEY (user_id, path)
);
CREATE TABLE offers (
    session_id TEXT NOT NULL REFERENCES sessions(id),
    kind       TEXT NOT NULL,
    memory_id  TEXT NOT NULL,
    offered_at DATETIME NOT NULL,
    PRIMARY KEY (session_id, kind, memory_id)
);
UPDATE sessions SET last_active_at = coalesce(ended_at, started_at);
UPDATE sessions SET told_by = 'agent' WHERE origin = 'live' AND one_liner <> '' AND one_liner NOT LIKE '[auto-closed%';
`,
  async after(db, { newId }) {
    await putIntoHeaps(db, newId);
  },
};
