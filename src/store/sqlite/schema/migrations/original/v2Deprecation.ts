/** Facts can be deprecated with a reason instead of deleted (plan, section 5, schema v2). */

export const v2Deprecation = {
  version: 2,
  name: 'deprecation',
  sql: `
ALTER TABLE facts ADD COLUMN deprecated INTEGER DEFAULT 0;
ALTER TABLE facts ADD COLUMN deprecation_reason TEXT;
`,
};
