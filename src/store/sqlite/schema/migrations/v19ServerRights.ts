/** Schema version 19: on a server, row security asks who the caller is in fewer places. A file has no such rules. */
import type { Migration } from './migration.ts';

export const v19ServerRights: Migration = {
  version: 19,
  name: 'server rights',
  sql: 'SELECT 1;',
};
