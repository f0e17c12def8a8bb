/**
 * Deleting so that what was deleted is not readable in the file: SQLite overwrites the rows and pages that it frees, and
 * the full-text index merges its word lists, which otherwise only note that an entry is void. The merge takes some 4
 * milliseconds for each 1,000 memories, so this is for an erasure only.
 *
 * Out of reach are the write-ahead log, until SQLite writes over it or the last process closes the store, and what
 * versions before this one left in pages.
 */
import { number } from './rowReader.ts';
import type { SqlConnection } from './sqlConnection.ts';

/**
 * For every connection: when SQLite moves or shortens a row within pages that it writes anyway, no copy of it stays
 * behind. It costs no more than the time to overwrite memory, and without it an erasure could not reach all copies.
 */
export const leaveNoCopies = 'PRAGMA secure_delete = FAST';

/** `work` is part of a transaction, and so is all this. */
export function scrubbing(db: SqlConnection, work: () => void): void {
  const before = number(db.get('PRAGMA secure_delete') ?? {}, 'secure_delete');
  db.exec('PRAGMA secure_delete = ON');
  try {
    work();
    db.exec(`INSERT INTO memory_index(memory_index) VALUES ('optimize')`);
  } finally {
    db.exec(`PRAGMA secure_delete = ${before === 2 ? 'FAST' : String(before)}`);
  }
}
