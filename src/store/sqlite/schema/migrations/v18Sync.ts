/**
 * Schema version 18: two machines without a server. `sync_state` says how this store takes part, `sync_stamps` which
 * version of each record it knows, and `sync_conflicts` has the versions that lost against another one.
 */
import type { Migration } from './migration.ts';

export const v18Sync: Migration = {
  version: 18,
  name: 'sync',
  sql: `
CREATE TABLE sync_state (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    value TEXT NOT NULL
);
CREATE TABLE sync_stamps (
    table_name TEXT NOT NULL,
    record_key TEXT NOT NULL,
    hash       TEXT,
    versions   TEXT NOT NULL,
    sent_in    INTEGER,
    PRIMARY KEY (table_name, record_key)
);
CREATE INDEX idx_sync_stamps_key ON sync_stamps(record_key);
CREATE INDEX idx_sync_stamps_sent ON sync_stamps(sent_in);
CREATE TABLE sync_conflicts (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    table_name TEXT NOT NULL,
    record_key TEXT NOT NULL,
    content    TEXT NOT NULL,
    versions   TEXT NOT NULL,
    created_at DATETIME NOT NULL
);
`,
};
