/**
 * Version 8 stores how far a language model was queried about a session, whatever its answer, so that no window queries
 * it again about the same turns.
 */

export const v8Summaries = {
  version: 8,
  name: 'summaries',
  sql: `
ALTER TABLE sessions ADD COLUMN summarised_through INTEGER;
`,
};
