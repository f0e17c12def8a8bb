/**
 * Tables that can be rebuilt: documents, vectors, the graph, and entries of memory files. The words of documents are in
 * `security/wordSql.ts`.
 */
import { numberKey } from './columns.ts';
import { graphTables } from './graphTables.ts';

export const derivedTables = `
CREATE TABLE memory_documents (
  id         ${numberKey},
  kind       TEXT NOT NULL,
  memory_id  TEXT NOT NULL,
  user_id    TEXT,
  project_id TEXT,
  session_id TEXT,
  created_at TEXT,
  words      BIGINT NOT NULL,
  is_scanned BIGINT NOT NULL DEFAULT 0,
  UNIQUE (kind, memory_id)
);
CREATE INDEX idx_documents_scope ON memory_documents(user_id, kind, project_id, created_at, session_id);
CREATE INDEX idx_documents_unscanned ON memory_documents(user_id, id) WHERE is_scanned = 0;
${graphTables}
CREATE TABLE memory_counts (
  kind       TEXT NOT NULL,
  user_id    TEXT NOT NULL,
  project_id TEXT NOT NULL,
  documents  BIGINT NOT NULL,
  PRIMARY KEY (kind, user_id, project_id)
);

CREATE TABLE fact_words (
  user_id TEXT NOT NULL,
  word    TEXT NOT NULL,
  fact_id BIGINT NOT NULL,
  PRIMARY KEY (user_id, word, fact_id)
);
CREATE INDEX idx_fact_words_fact ON fact_words(fact_id);

CREATE TABLE mind_files (
  id           ${numberKey},
  user_id      TEXT NOT NULL REFERENCES users(id),
  project_id   TEXT,
  folder       TEXT NOT NULL,
  path         TEXT NOT NULL,
  source       TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  read_at      TEXT NOT NULL,
  UNIQUE (user_id, folder, path)
);
CREATE INDEX idx_mind_files_project ON mind_files(project_id);

CREATE TABLE mind_entries (
  id           ${numberKey},
  file_id      BIGINT NOT NULL REFERENCES mind_files(id),
  line         BIGINT NOT NULL,
  kind         TEXT NOT NULL,
  text         TEXT NOT NULL,
  date         TEXT,
  confidence   DOUBLE PRECISION NOT NULL,
  reason       TEXT,
  alternatives TEXT,
  status       TEXT,
  resolution   TEXT,
  origin       TEXT NOT NULL,
  commit_id    TEXT,
  created_at   TEXT NOT NULL
);
CREATE INDEX idx_mind_entries_file ON mind_entries(file_id, line);

CREATE TABLE embedding_models (
  id         ${numberKey},
  name       TEXT UNIQUE NOT NULL,
  dimensions BIGINT,
  is_filled  BIGINT NOT NULL DEFAULT 0,
  last_used  TEXT NOT NULL
);

CREATE TABLE embedding_queue (
  id         ${numberKey},
  model_id   BIGINT NOT NULL REFERENCES embedding_models(id) ON DELETE CASCADE,
  kind       TEXT NOT NULL,
  memory_id  TEXT NOT NULL,
  attempts   BIGINT NOT NULL DEFAULT 0,
  not_before TEXT,
  last_error TEXT,
  UNIQUE (model_id, kind, memory_id)
);
CREATE INDEX idx_embedding_queue_order ON embedding_queue(model_id);

CREATE TABLE embeddings (
  id          ${numberKey},
  model_id    BIGINT NOT NULL REFERENCES embedding_models(id) ON DELETE CASCADE,
  kind        TEXT NOT NULL,
  memory_id   TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  signs       BYTEA NOT NULL,
  UNIQUE (model_id, kind, memory_id)
);

CREATE TABLE embedding_vectors (
  id     BIGINT PRIMARY KEY REFERENCES embeddings(id) ON DELETE CASCADE,
  vector BYTEA NOT NULL
);
`;
