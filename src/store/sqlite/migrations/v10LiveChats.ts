/**
 * Version 10 knows which transcripts hooks told of, so that a chat whose client was killed is recorded at the next event of
 * any client. A file that was only imported stays an import: nobody asked to have it recorded as it grows.
 */
import type { Migration } from './migration.ts';

export const v10LiveChats: Migration = {
  version: 10,
  name: 'live chats',
  sql: `
ALTER TABLE transcript_files ADD COLUMN live INTEGER NOT NULL DEFAULT 0;
CREATE INDEX idx_transcript_files_live ON transcript_files(user_id, updated_at) WHERE live = 1;
`,
};
