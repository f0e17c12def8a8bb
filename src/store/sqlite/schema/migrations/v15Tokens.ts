/**
 * Version 15 stores the tokens of agents that use a shared server, by their hash. They are in no export, and go with
 * their user. A restored backup gets the tokens of the store that it replaces, so that a revoked one stays revoked.
 */
import type { Migration } from './migration.ts';

export const v15Tokens: Migration = {
  version: 15,
  name: 'tokens',
  sql: `
CREATE TABLE tokens (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users(id),
    agent        TEXT NOT NULL,
    token_hash   TEXT UNIQUE NOT NULL,
    is_read_only INTEGER NOT NULL CHECK (is_read_only IN (0, 1)),
    created_at   DATETIME NOT NULL,
    expires_at   DATETIME,
    last_used_at DATETIME,
    revoked_at   DATETIME
);
CREATE INDEX idx_tokens_user ON tokens(user_id);
`,
};
