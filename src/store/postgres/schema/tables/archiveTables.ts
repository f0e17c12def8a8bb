/** Transcripts, what was offered from them, and the runs of hooks. */
import { numberKey } from './columns.ts';

export const archiveTables = `
CREATE TABLE eras (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users(id),
  project_id TEXT REFERENCES projects(id),
  started_at TEXT NOT NULL,
  ended_at   TEXT NOT NULL,
  rowid      BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE
);
CREATE INDEX idx_eras_owner ON eras(user_id, project_id, started_at);

CREATE TABLE heaps (
  id           TEXT PRIMARY KEY,
  era_id       TEXT NOT NULL REFERENCES eras(id),
  session_id   TEXT NOT NULL REFERENCES sessions(id),
  type         TEXT NOT NULL CHECK (type IN ('FRESH', 'POST_COMPACTING', 'SPLIT_POINT')),
  started_at   TEXT NOT NULL,
  continuation TEXT,
  rowid        BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE
);
CREATE INDEX idx_heaps_session ON heaps(session_id);
CREATE INDEX idx_heaps_era ON heaps(era_id);

CREATE TABLE messages (
  id           ${numberKey},
  uid          TEXT UNIQUE NOT NULL,
  session_id   TEXT NOT NULL REFERENCES sessions(id),
  user_id      TEXT NOT NULL REFERENCES users(id),
  seq          BIGINT NOT NULL,
  role         TEXT NOT NULL,
  type         TEXT NOT NULL DEFAULT 'text' CHECK (type IN ('text', 'thought', 'tool_use', 'tool_result')),
  speaker      TEXT,
  content      TEXT NOT NULL,
  source_ref   TEXT,
  content_hash TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  heap_id      TEXT REFERENCES heaps(id),
  tool         TEXT,
  files        TEXT,
  work         TEXT,
  UNIQUE (session_id, seq)
);
CREATE INDEX idx_messages_heap ON messages(heap_id, seq);
CREATE INDEX idx_messages_time ON messages(user_id, created_at);
CREATE INDEX idx_messages_work ON messages(session_id, seq) WHERE work IS NOT NULL;

CREATE TABLE transcript_files (
  user_id      TEXT NOT NULL REFERENCES users(id),
  path         TEXT NOT NULL,
  position     BIGINT NOT NULL,
  last_key     TEXT,
  updated_at   TEXT NOT NULL,
  live         BIGINT NOT NULL DEFAULT 0,
  conversation TEXT,
  project_id   TEXT,
  PRIMARY KEY (user_id, path)
);
CREATE INDEX idx_transcript_files_live ON transcript_files(user_id, updated_at) WHERE live = 1;

CREATE TABLE offers (
  session_id TEXT NOT NULL REFERENCES sessions(id),
  kind       TEXT NOT NULL,
  memory_id  TEXT NOT NULL,
  offered_at TEXT NOT NULL,
  used_at    TEXT,
  PRIMARY KEY (session_id, kind, memory_id)
);

CREATE TABLE hook_runs (
  id         ${numberKey},
  user_id    TEXT NOT NULL,
  session_id TEXT,
  client     TEXT NOT NULL,
  event      TEXT NOT NULL,
  outcome    TEXT NOT NULL CHECK (outcome IN ('done', 'failed')),
  injected   TEXT,
  tokens     BIGINT NOT NULL,
  refs       TEXT,
  recorded   BIGINT NOT NULL,
  took_ms    BIGINT NOT NULL,
  at         TEXT NOT NULL,
  lines      TEXT
);
CREATE INDEX idx_hook_runs_user ON hook_runs(user_id, id);
`;

/** For a database of version 20. */
export const feedbackStep = `
ALTER TABLE muted_memories ADD COLUMN feedback TEXT;
ALTER TABLE offers ADD COLUMN used_at TEXT;
ALTER TABLE hook_runs ADD COLUMN lines TEXT;
`;
