/**
 * Version 8 stores how far a language model was queried about a session, whatever its answer, so that no window queries
 * it again about the same turns.
 */
import type { Migration } from './migration.ts';

export const v8Summaries: Migration = {
  version: 8,
  name: 'summaries',
  sql: `
ALTER TABLE sessions ADD COLUMN summarised_through INTEGER;
`,
};
