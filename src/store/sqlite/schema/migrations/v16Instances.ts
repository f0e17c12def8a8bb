/**
 * Version 16 adds the directory of a shared store. `instances` are the machines where people run BigMind. They are in no
 * export, because they say nothing about another store; each registers again where it starts. `card_level` is how much
 * of a person the directory shows, and `card_topics` are the topics that they chose for it. `instance` is the name of
 * the one from which an entry of knowledge was proposed; a name, because instances are forgotten after some time.
 */
import type { Migration } from './migration.ts';

export const v16Instances: Migration = {
  version: 16,
  name: 'instances',
  sql: `
CREATE TABLE instances (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users(id),
    name       TEXT NOT NULL,
    url        TEXT,
    first_seen DATETIME NOT NULL,
    last_seen  DATETIME NOT NULL,
    UNIQUE (user_id, name)
);
ALTER TABLE identity_profile ADD COLUMN card_level TEXT
    CHECK (card_level IN ('off', 'basic', 'topics', 'headlines'));
ALTER TABLE identity_profile ADD COLUMN card_topics TEXT;
ALTER TABLE global_knowledge ADD COLUMN instance TEXT;
`,
};
