/**
 * Version 11 keeps what transcripts say of the work itself: beside a call of a tool the subjects of commits, the titles of pull
 * requests and plans and the to-do items in it, as JSON (`memory/summarize/words/work.ts`), and of a session the git branches that it was
 * on, one a line. Both are null for what was recorded before. The index finds the few messages with work in a long session
 * without reading the text of the others.
 */
import type { Migration } from './migration.ts';

export const v11Work: Migration = {
  version: 11,
  name: 'work',
  sql: `
ALTER TABLE messages ADD COLUMN work TEXT;
ALTER TABLE sessions ADD COLUMN branch TEXT;
CREATE INDEX idx_messages_work ON messages(session_id, seq) WHERE work IS NOT NULL;
`,
};
