/** Schema version 23: a server ranks the documents that a search finds. A file always did. */
import type { Migration } from './migration.ts';

export const v23ServerRanking: Migration = {
  version: 23,
  name: 'server ranking',
  sql: 'SELECT 1;',
};
