/**
 * Version 11 makes visible what memory does by itself, and lets a person say no to it: what each run of a hook put before a
 * model and recorded (derived, bounded, in no export, emptied by every erasure), and which memories a user wants to be
 * put before no model unasked. The latter are named by their permanent names and hold no text.
 */
import type { Migration } from './migration.ts';

export const v11Turns: Migration = {
  version: 11,
  name: 'turns',
  sql: `
CREATE TABLE hook_runs (
    id         INTEGER PRIMARY KEY,
    user_id    TEXT NOT NULL,
    session_id TEXT,
    client     TEXT NOT NULL,
    event      TEXT NOT NULL,
    outcome    TEXT NOT NULL CHECK (outcome IN ('done', 'failed')),
    injected   TEXT,
    tokens     INTEGER NOT NULL,
    refs       TEXT,
    recorded   INTEGER NOT NULL,
    took_ms    INTEGER NOT NULL,
    at         DATETIME NOT NULL
);
CREATE INDEX idx_hook_runs_user ON hook_runs(user_id, id);
CREATE TABLE muted_memories (
    id         INTEGER PRIMARY KEY,
    uid        TEXT NOT NULL UNIQUE,
    user_id    TEXT NOT NULL REFERENCES users(id),
    kind       TEXT NOT NULL CHECK (kind IN ('fact', 'chunk', 'session', 'knowledge')),
    memory_uid TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    UNIQUE (user_id, kind, memory_uid)
);
`,
};
