/**
 * Version 17 adds the graph. An entity is what mentions with the same key have in common, so it has no row. `mentions`
 * and `relations` are derived from documents and go with them; `is_scanned` says whether those of a document were found.
 * `entity_aliases` is what people decided: that a key is another name for an entity. An alias never refers to an alias.
 *
 * `syntheses` are derived too: all versions. One is deleted with the first document that it rests on, so that no text
 * outlives its source; then no version is current, and another one is due. `through_document` is the newest document
 * that it covers. `sleep_runs` are the runs that write them; one that has not ended holds
 * the lease of its user.
 *
 * It also notes the use of facts: `unused_since` is the last use, or the import. The time of this migration in
 * `schema_migrations` is that since which use is noted.
 */
import type { Migration } from './migration.ts';

export const v17Graph: Migration = {
  version: 17,
  name: 'graph',
  sql: `
ALTER TABLE memory_documents ADD COLUMN is_scanned INTEGER NOT NULL DEFAULT 0;
CREATE INDEX idx_documents_unscanned ON memory_documents(user_id, id) WHERE is_scanned = 0;
CREATE TABLE mentions (
    document_id INTEGER NOT NULL REFERENCES memory_documents(id) ON DELETE CASCADE,
    entity      TEXT NOT NULL,
    kind        TEXT NOT NULL,
    name        TEXT NOT NULL,
    role        TEXT NOT NULL,
    PRIMARY KEY (document_id, entity)
);
CREATE INDEX idx_mentions_entity ON mentions(entity, document_id);
CREATE TABLE relations (
    document_id INTEGER NOT NULL REFERENCES memory_documents(id) ON DELETE CASCADE,
    from_entity TEXT NOT NULL,
    relation    TEXT NOT NULL,
    to_entity   TEXT NOT NULL,
    PRIMARY KEY (document_id, from_entity, relation, to_entity)
);
CREATE INDEX idx_relations_from ON relations(from_entity, document_id);
CREATE INDEX idx_relations_to ON relations(to_entity, document_id);
CREATE TABLE entity_aliases (
    id         INTEGER PRIMARY KEY,
    uid        TEXT UNIQUE NOT NULL,
    user_id    TEXT NOT NULL REFERENCES users(id),
    alias      TEXT NOT NULL,
    entity     TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    UNIQUE (user_id, alias)
);
CREATE INDEX idx_entity_aliases_entity ON entity_aliases(user_id, entity);
CREATE TABLE syntheses (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id    TEXT NOT NULL REFERENCES users(id),
    project_id TEXT,
    entity     TEXT NOT NULL,
    content    TEXT NOT NULL,
    written_by TEXT NOT NULL,
    origin     TEXT NOT NULL,
    memories   INTEGER NOT NULL,
    through_document INTEGER NOT NULL,
    is_current INTEGER NOT NULL,
    tokens     INTEGER NOT NULL,
    created_at DATETIME NOT NULL
);
CREATE INDEX idx_syntheses_entity ON syntheses(user_id, entity, project_id, id);
CREATE TABLE synthesis_sources (
    synthesis_id INTEGER NOT NULL REFERENCES syntheses(id) ON DELETE CASCADE,
    document_id  INTEGER NOT NULL REFERENCES memory_documents(id) ON DELETE CASCADE,
    PRIMARY KEY (synthesis_id, document_id)
);
CREATE INDEX idx_synthesis_sources_document ON synthesis_sources(document_id);
CREATE TRIGGER synthesis_sources_gone AFTER DELETE ON synthesis_sources BEGIN
    DELETE FROM syntheses WHERE id = OLD.synthesis_id;
END;
CREATE TABLE sleep_runs (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id      TEXT NOT NULL REFERENCES users(id),
    holder       TEXT NOT NULL,
    started_at   DATETIME NOT NULL,
    leased_until DATETIME NOT NULL,
    ended_at     DATETIME,
    outcome      TEXT,
    due          INTEGER NOT NULL DEFAULT 0,
    done         INTEGER NOT NULL DEFAULT 0,
    tokens       INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX idx_sleep_runs_user ON sleep_runs(user_id, started_at);
ALTER TABLE facts ADD COLUMN unused_since DATETIME;
ALTER TABLE facts ADD COLUMN used_days INTEGER NOT NULL DEFAULT 0;
`,
};
