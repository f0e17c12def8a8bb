/** Sessions, and what is kept from them: chunks, facts and the outcomes of decisions. */
import { numberKey } from './columns.ts';

export const memoriesTables = `
CREATE TABLE sessions (
  id                 TEXT PRIMARY KEY,
  user_id            TEXT NOT NULL REFERENCES users(id),
  started_at         TEXT NOT NULL,
  ended_at           TEXT,
  one_liner          TEXT NOT NULL,
  topics             TEXT,
  outcome            TEXT,
  importance         BIGINT DEFAULT 5,
  has_tier2          BIGINT DEFAULT 0,
  external_id        TEXT,
  origin             TEXT NOT NULL DEFAULT 'live',
  project_id         TEXT REFERENCES projects(id),
  agent_id           TEXT REFERENCES agents(id),
  version            BIGINT NOT NULL DEFAULT 1,
  last_active_at     TEXT,
  told_by            TEXT,
  told_through       BIGINT,
  summarised_through BIGINT,
  read_web           BIGINT,
  branch             TEXT,
  learn_attempts     BIGINT NOT NULL DEFAULT 0,
  rowid              BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE
);
CREATE INDEX idx_sessions_user_date ON sessions(user_id, started_at DESC);
CREATE INDEX idx_sessions_topics ON sessions(topics);
CREATE UNIQUE INDEX idx_sessions_open ON sessions(user_id, external_id)
  WHERE ended_at IS NULL AND origin = 'live' AND external_id IS NOT NULL;
CREATE UNIQUE INDEX idx_sessions_imported ON sessions(user_id, external_id)
  WHERE origin = 'import' AND external_id IS NOT NULL;

CREATE TABLE session_summaries (
  id         TEXT PRIMARY KEY,
  summary    TEXT NOT NULL,
  key_facts  TEXT,
  code_refs  TEXT,
  created_at TEXT DEFAULT utc_now(),
  rowid      BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE
);

CREATE TABLE conversation_chunks (
  id           ${numberKey},
  session_id   TEXT NOT NULL REFERENCES sessions(id),
  user_id      TEXT NOT NULL REFERENCES users(id),
  role         TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system')),
  content      TEXT NOT NULL,
  flag_reason  TEXT,
  seq          BIGINT NOT NULL,
  created_at   TEXT DEFAULT utc_now(),
  uid          TEXT,
  agent_id     TEXT REFERENCES agents(id),
  speaker      TEXT,
  tags         TEXT,
  source_ref   TEXT,
  content_hash TEXT,
  version      BIGINT NOT NULL DEFAULT 1,
  origin       TEXT,
  dismissed_at TEXT
);
CREATE UNIQUE INDEX idx_chunks_uid ON conversation_chunks(uid);
CREATE INDEX idx_chunks_session ON conversation_chunks(session_id, seq);
CREATE INDEX idx_chunks_hash ON conversation_chunks(session_id, content_hash);
CREATE INDEX idx_chunks_user_date ON conversation_chunks(user_id, created_at);
CREATE INDEX idx_chunks_drafts ON conversation_chunks(user_id, created_at)
  WHERE flag_reason = 'decision, kept by rule' AND dismissed_at IS NULL;
CREATE INDEX idx_chunks_rejected ON conversation_chunks(user_id, created_at)
  WHERE flag_reason LIKE 'rejected approach%';

CREATE TABLE facts (
  id                 ${numberKey},
  user_id            TEXT NOT NULL REFERENCES users(id),
  category           TEXT NOT NULL,
  fact               TEXT NOT NULL,
  source_session     TEXT REFERENCES sessions(id),
  confidence         DOUBLE PRECISION DEFAULT 1.0,
  created_at         TEXT DEFAULT utc_now(),
  updated_at         TEXT DEFAULT utc_now(),
  deprecated         BIGINT DEFAULT 0,
  deprecation_reason TEXT,
  uid                TEXT,
  project_id         TEXT REFERENCES projects(id),
  agent_id           TEXT REFERENCES agents(id),
  content_hash       TEXT,
  tags               TEXT,
  source_ref         TEXT,
  version            BIGINT NOT NULL DEFAULT 1,
  origin             TEXT,
  memory_type        TEXT
    CHECK (memory_type IN ('decision', 'observation', 'convention', 'research', 'plan', 'bug', 'architecture')),
  expires_at         TEXT,
  visibility         TEXT NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'workspace')),
  cited_lines        TEXT,
  decided_by         TEXT,
  assisted_by        TEXT,
  rationale          TEXT,
  alternatives       TEXT,
  unused_since       TEXT,
  used_days          BIGINT NOT NULL DEFAULT 0,
  evidence           TEXT
);
CREATE UNIQUE INDEX idx_facts_uid ON facts(uid);
CREATE INDEX idx_facts_user_hash ON facts(user_id, content_hash);
CREATE INDEX idx_facts_session ON facts(source_session);
CREATE INDEX idx_facts_expiry ON facts(expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX idx_facts_workspace ON facts(user_id) WHERE visibility = 'workspace';
CREATE INDEX idx_facts_decisions ON facts(user_id, created_at) WHERE decided_by IS NOT NULL;
CREATE INDEX idx_facts_learned ON facts(user_id, created_at) WHERE evidence IS NOT NULL;

CREATE TABLE outcomes (
  id           ${numberKey},
  uid          TEXT UNIQUE NOT NULL,
  decision_uid TEXT NOT NULL,
  user_id      TEXT NOT NULL REFERENCES users(id),
  agent_id     TEXT REFERENCES agents(id),
  rating       BIGINT NOT NULL CHECK (rating BETWEEN 1 AND 10),
  verdict      TEXT NOT NULL CHECK (verdict IN ('held', 'mixed', 'reversed', 'open')),
  notes        TEXT NOT NULL,
  source_ref   TEXT,
  origin       TEXT CHECK (origin IN ('person', 'agent', 'transcript', 'web')),
  observed_at  TEXT NOT NULL,
  created_at   TEXT NOT NULL
);
CREATE INDEX idx_outcomes_decision ON outcomes(decision_uid, observed_at);
`;

/** For a database of version 16. */
export const useStep = `
ALTER TABLE facts ADD COLUMN unused_since TEXT;
ALTER TABLE facts ADD COLUMN used_days BIGINT NOT NULL DEFAULT 0;
`;

/** For a database of version 19. */
export const learnStep = `
ALTER TABLE facts ADD COLUMN evidence TEXT;
CREATE INDEX idx_facts_learned ON facts(user_id, created_at) WHERE evidence IS NOT NULL;
ALTER TABLE sessions ADD COLUMN learn_attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sleep_runs ADD COLUMN IF NOT EXISTS kind TEXT NOT NULL DEFAULT 'sleep';
ALTER TABLE sleep_runs ADD COLUMN IF NOT EXISTS notice TEXT;
`;
