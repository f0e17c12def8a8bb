/**
 * Version 20 lets facts be learned from sessions: `evidence` is JSON that says who said it, where and in which words.
 * `learn_attempts` counts requests about a session that no model answered. A run of background work has a kind, and says
 * why it ended early.
 */
import type { Migration } from './migration.ts';

export const v20Learning: Migration = {
  version: 20,
  name: 'learning',
  sql: `
ALTER TABLE facts ADD COLUMN evidence TEXT;
CREATE INDEX idx_facts_learned ON facts(user_id, created_at) WHERE evidence IS NOT NULL;
ALTER TABLE sessions ADD COLUMN learn_attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sleep_runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'sleep';
ALTER TABLE sleep_runs ADD COLUMN notice TEXT;
`,
};
