/**
 * Version 8 notes how far a language model was asked about a session, whatever it answered, so that no window asks
 * again about the same turns.
 */
import type { Migration } from './migration.ts';

export const v8Summaries: Migration = {
  version: 8,
  name: 'summaries',
  sql: `
ALTER TABLE sessions ADD COLUMN summarised_through INTEGER;
`,
};
