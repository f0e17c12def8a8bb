/**
 * Version 21 lets a person say whether a memory that a chat got unasked was useful. `feedback` is null for a muted memory,
 * as in earlier versions. `used_at` is when an assistant opened what it was offered. `lines` is JSON: why each line of a
 * hook run came, and what was left out.
 */
import type { Migration } from './migration.ts';

export const v21Feedback: Migration = {
  version: 21,
  name: 'feedback',
  sql: `
ALTER TABLE muted_memories ADD COLUMN feedback TEXT;
ALTER TABLE offers ADD COLUMN used_at DATETIME;
ALTER TABLE hook_runs ADD COLUMN lines TEXT;
`,
};
