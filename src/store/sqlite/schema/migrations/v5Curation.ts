/**
 * Version 5 stores what curation needs: links between memories (such as a fact that contradicts another, with the
 * confidence that it cost), every review of an entry of knowledge with the state before it, the last reviewer, and the
 * project and agent of a hypothesis.
 */
import { statementHash } from '../../../../memory/shared/contentHash.ts';
import { number, textOr } from '../../../sql/connection/rowReader.ts';
import type { Migration } from './migration.ts';

export const v5Curation: Migration = {
  version: 5,
  name: 'curation',
  sql: `
CREATE TABLE links (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uid        TEXT UNIQUE NOT NULL,
    from_kind  TEXT NOT NULL,
    from_uid   TEXT NOT NULL,
    to_kind    TEXT NOT NULL,
    to_uid     TEXT NOT NULL,
    relation   TEXT NOT NULL,
    amount     REAL,
    created_at DATETIME NOT NULL,
    UNIQUE (from_kind, from_uid, to_kind, to_uid, relation)
);
CREATE INDEX idx_links_to ON links(to_kind, to_uid);
CREATE TABLE knowledge_reviews (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uid           TEXT UNIQUE NOT NULL,
    knowledge_uid TEXT NOT NULL,
    action        TEXT NOT NULL CHECK (action IN ('approve', 'deprecate')),
    user_id       TEXT NOT NULL REFERENCES users(id),
    notes         TEXT,
    category      TEXT NOT NULL,
    title         TEXT NOT NULL,
    content       TEXT NOT NULL,
    importance    INTEGER,
    status        TEXT,
    created_at    DATETIME NOT NULL
);
CREATE INDEX idx_reviews_knowledge ON knowledge_reviews(knowledge_uid);
ALTER TABLE global_knowledge ADD COLUMN reviewed_by TEXT REFERENCES users(id);
ALTER TABLE hypotheses ADD COLUMN project_id TEXT REFERENCES projects(id);
ALTER TABLE hypotheses ADD COLUMN agent_id TEXT REFERENCES agents(id);
ALTER TABLE hypotheses ADD COLUMN content_hash TEXT;
CREATE INDEX idx_hypotheses_hash ON hypotheses(user_id, content_hash);
CREATE INDEX idx_chunks_user_date ON conversation_chunks(user_id, created_at);
`,
  async after(db, ports) {
    for (const row of await db.all('SELECT id, hypothesis FROM hypotheses WHERE content_hash IS NULL')) {
      const values = [statementHash(ports.hash, textOr(row, 'hypothesis', '')), number(row, 'id')];
      await db.run('UPDATE hypotheses SET content_hash = ? WHERE id = ?', values);
    }
  },
};
