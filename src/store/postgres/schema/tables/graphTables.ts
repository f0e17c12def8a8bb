/** Mentions and relations, which are derived from documents and deleted with them; aliases and syntheses of entities. */
import { numberKey } from './columns.ts';

/** After the documents. */
export const graphTables = `
CREATE TABLE mentions (
  document_id BIGINT NOT NULL REFERENCES memory_documents(id) ON DELETE CASCADE,
  entity      TEXT NOT NULL,
  kind        TEXT NOT NULL,
  name        TEXT NOT NULL,
  role        TEXT NOT NULL,
  PRIMARY KEY (document_id, entity)
);
CREATE INDEX idx_mentions_entity ON mentions(entity, document_id);

CREATE TABLE relations (
  document_id BIGINT NOT NULL REFERENCES memory_documents(id) ON DELETE CASCADE,
  from_entity TEXT NOT NULL,
  relation    TEXT NOT NULL,
  to_entity   TEXT NOT NULL,
  PRIMARY KEY (document_id, from_entity, relation, to_entity)
);
CREATE INDEX idx_relations_from ON relations(from_entity, document_id);
CREATE INDEX idx_relations_to ON relations(to_entity, document_id);
`;

/** After the users and the documents. */
export const aliasTables = `
CREATE TABLE entity_aliases (
  id         ${numberKey},
  uid        TEXT NOT NULL UNIQUE,
  user_id    TEXT NOT NULL REFERENCES users(id),
  alias      TEXT NOT NULL,
  entity     TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (user_id, alias)
);
CREATE INDEX idx_entity_aliases_entity ON entity_aliases(user_id, entity);

CREATE TABLE syntheses (
  id         ${numberKey},
  user_id    TEXT NOT NULL REFERENCES users(id),
  project_id TEXT,
  entity     TEXT NOT NULL,
  content    TEXT NOT NULL,
  written_by TEXT NOT NULL,
  origin     TEXT NOT NULL,
  memories   BIGINT NOT NULL,
  through_document BIGINT NOT NULL,
  is_current BIGINT NOT NULL,
  tokens     BIGINT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX idx_syntheses_entity ON syntheses(user_id, entity, project_id, id);

CREATE TABLE synthesis_sources (
  synthesis_id BIGINT NOT NULL REFERENCES syntheses(id) ON DELETE CASCADE,
  document_id  BIGINT NOT NULL REFERENCES memory_documents(id) ON DELETE CASCADE,
  PRIMARY KEY (synthesis_id, document_id)
);
CREATE INDEX idx_synthesis_sources_document ON synthesis_sources(document_id);

CREATE TABLE sleep_runs (
  id           ${numberKey},
  user_id      TEXT NOT NULL REFERENCES users(id),
  holder       TEXT NOT NULL,
  started_at   TEXT NOT NULL,
  leased_until TEXT NOT NULL,
  ended_at     TEXT,
  outcome      TEXT,
  due          BIGINT NOT NULL DEFAULT 0,
  done         BIGINT NOT NULL DEFAULT 0,
  tokens       BIGINT NOT NULL DEFAULT 0,
  kind         TEXT NOT NULL DEFAULT 'sleep',
  notice       TEXT
);
CREATE INDEX idx_sleep_runs_user ON sleep_runs(user_id, started_at);
`;

/** For a database of version 16. Its keys contain the workspace, so no plain id can be referred to. */
export const graphStep = `
ALTER TABLE memory_documents ADD COLUMN is_scanned BIGINT NOT NULL DEFAULT 0;
CREATE INDEX idx_documents_unscanned ON memory_documents(user_id, id) WHERE is_scanned = 0;
${(graphTables + aliasTables).replaceAll(/ REFERENCES \w+\(id\)(?: ON DELETE CASCADE)?/gu, '')}`;

/** Once the new tables have workspaces. */
export const graphKeys = `
ALTER TABLE mentions ADD FOREIGN KEY (document_id, workspace_id)
  REFERENCES memory_documents(id, workspace_id) ON DELETE CASCADE;
ALTER TABLE relations ADD FOREIGN KEY (document_id, workspace_id)
  REFERENCES memory_documents(id, workspace_id) ON DELETE CASCADE;
ALTER TABLE synthesis_sources ADD FOREIGN KEY (document_id, workspace_id)
  REFERENCES memory_documents(id, workspace_id) ON DELETE CASCADE;
ALTER TABLE synthesis_sources ADD FOREIGN KEY (synthesis_id, workspace_id)
  REFERENCES syntheses(id, workspace_id) ON DELETE CASCADE;
ALTER TABLE entity_aliases ADD FOREIGN KEY (user_id, workspace_id) REFERENCES users(id, workspace_id);
ALTER TABLE syntheses ADD FOREIGN KEY (user_id, workspace_id) REFERENCES users(id, workspace_id);
ALTER TABLE sleep_runs ADD FOREIGN KEY (user_id, workspace_id) REFERENCES users(id, workspace_id);
`;
