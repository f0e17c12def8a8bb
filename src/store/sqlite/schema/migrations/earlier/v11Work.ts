/**
 * Version 11 stores what transcripts reveal about the work. A message with a tool call gets the commit subjects, titles
 * of pull requests and plans, and to-do items in it, as JSON (`memory/summarize/words/work.ts`). A session gets its git
 * branches, one per line. Both are null for earlier recordings. The index finds the few messages with work in a long
 * session without reading the others' text.
 */

export const v11Work = {
  version: 11,
  name: 'work',
  sql: `
ALTER TABLE messages ADD COLUMN work TEXT;
ALTER TABLE sessions ADD COLUMN branch TEXT;
CREATE INDEX idx_messages_work ON messages(session_id, seq) WHERE work IS NOT NULL;
`,
};
