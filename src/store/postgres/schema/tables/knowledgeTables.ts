/** Hypotheses, the knowledge of the workspace, and the links and mutes of memories. */
import { numberKey } from './columns.ts';

export const knowledgeTables = `
CREATE TABLE hypotheses (
  id           ${numberKey},
  session_id   TEXT REFERENCES sessions(id),
  user_id      TEXT NOT NULL REFERENCES users(id),
  hypothesis   TEXT NOT NULL,
  confidence   DOUBLE PRECISION DEFAULT 0.7,
  status       TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'confirmed', 'refuted', 'abandoned')),
  resolution   TEXT,
  created_at   TEXT DEFAULT utc_now(),
  resolved_at  TEXT,
  uid          TEXT,
  version      BIGINT NOT NULL DEFAULT 1,
  project_id   TEXT REFERENCES projects(id),
  agent_id     TEXT REFERENCES agents(id),
  content_hash TEXT,
  origin       TEXT
);
CREATE INDEX idx_hypotheses_user_status ON hypotheses(user_id, status);
CREATE UNIQUE INDEX idx_hypotheses_uid ON hypotheses(uid);
CREATE INDEX idx_hypotheses_hash ON hypotheses(user_id, content_hash);

CREATE TABLE global_knowledge (
  id             ${numberKey},
  category       TEXT NOT NULL,
  title          TEXT NOT NULL,
  content        TEXT NOT NULL,
  importance     BIGINT DEFAULT 5,
  status         TEXT DEFAULT 'pending',
  promoted_by    TEXT REFERENCES users(id),
  source_session TEXT,
  approved_by    TEXT REFERENCES users(id),
  created_at     TEXT DEFAULT utc_now(),
  updated_at     TEXT DEFAULT utc_now(),
  uid            TEXT,
  agent_id       TEXT REFERENCES agents(id),
  content_hash   TEXT,
  review_notes   TEXT,
  reviewed_at    TEXT,
  version        BIGINT NOT NULL DEFAULT 1,
  reviewed_by    TEXT REFERENCES users(id),
  origin         TEXT,
  instance       TEXT
);
CREATE UNIQUE INDEX idx_knowledge_uid ON global_knowledge(uid);
CREATE INDEX idx_knowledge_hash ON global_knowledge(content_hash);

CREATE TABLE knowledge_reviews (
  id            ${numberKey},
  uid           TEXT UNIQUE NOT NULL,
  knowledge_uid TEXT NOT NULL,
  action        TEXT NOT NULL CHECK (action IN ('approve', 'deprecate')),
  user_id       TEXT NOT NULL REFERENCES users(id),
  notes         TEXT,
  category      TEXT NOT NULL,
  title         TEXT NOT NULL,
  content       TEXT NOT NULL,
  importance    BIGINT,
  status        TEXT,
  created_at    TEXT NOT NULL,
  origin        TEXT
);
CREATE INDEX idx_reviews_knowledge ON knowledge_reviews(knowledge_uid);

CREATE TABLE links (
  id         ${numberKey},
  uid        TEXT UNIQUE NOT NULL,
  from_kind  TEXT NOT NULL,
  from_uid   TEXT NOT NULL,
  to_kind    TEXT NOT NULL,
  to_uid     TEXT NOT NULL,
  relation   TEXT NOT NULL,
  amount     DOUBLE PRECISION,
  created_at TEXT NOT NULL,
  UNIQUE (from_kind, from_uid, to_kind, to_uid, relation)
);
CREATE INDEX idx_links_to ON links(to_kind, to_uid);

CREATE TABLE muted_memories (
  id         ${numberKey},
  uid        TEXT NOT NULL UNIQUE,
  user_id    TEXT NOT NULL REFERENCES users(id),
  kind       TEXT NOT NULL CHECK (kind IN ('fact', 'chunk', 'session', 'knowledge')),
  memory_uid TEXT NOT NULL,
  created_at TEXT NOT NULL,
  feedback   TEXT,
  UNIQUE (user_id, kind, memory_uid)
);
`;
