/**
 * Deletes data so that it can no longer be read from the file. SQLite overwrites the rows and pages that it frees, and
 * the full-text indexes merge their word lists, which otherwise only mark entries as deleted. The merge takes about 4
 * milliseconds per 1,000 memories, so only erasures and the vacuum use it.
 *
 * Two places are not covered: the write-ahead log, until SQLite overwrites it or the last process closes the store, and
 * pages with data that versions before this one deleted.
 */
import { number } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import type { WordIndex } from './memoryIndex.ts';
import { wordIndexes } from './memoryIndex.ts';

/** Runs `work` in the transaction of the caller. */
export function scrubbing(db: SqlConnection, work: () => void): void {
  overwriting(db, () => {
    work();
    optimize(db);
  });
}

function optimize(db: SqlConnection): void {
  for (const index of wordIndexes) db.exec(`INSERT INTO ${index}(${index}) VALUES ('optimize')`);
}

/** Index pages that one merge step writes. Where much was deleted, the step reads many times as many. */
const mergedPages = 50;

/**
 * The merge that `scrubbing` does at once, in steps for large deletions; `done` if nothing is left to merge. Word lists
 * that were deleted completely have no pages to count, so an index that is almost empty is merged in one step. So is
 * the index of sql.js, which has no partial merge: its store is in memory and therefore small.
 */
export function mergeWords(db: SqlConnection): 'done' | 'more' {
  return overwriting(db, () => {
    if (db.dialect === 'fts4') {
      optimize(db);
      return 'done';
    }
    return wordIndexes.map((index) => mergeStep(db, index)).every((isLast) => isLast) ? 'done' : 'more';
  });
}

/** Returns whether nothing is left to merge. */
function mergeStep(db: SqlConnection, index: WordIndex): boolean {
  const before = changes(db);
  // A negative number merges the whole index into one segment, and continues a merge that has begun.
  db.exec(`INSERT INTO ${index}(${index}, rank) VALUES ('merge', -${String(mergedPages)})`);
  // The INSERT itself counts as one change.
  return changes(db) - before < 2;
}

function changes(db: SqlConnection): number {
  return number(db.get('SELECT total_changes() AS n') ?? {}, 'n');
}

/** Runs `work` and overwrites everything that it frees. */
export function overwriting<T>(db: SqlConnection, work: () => T): T {
  const before = number(db.get('PRAGMA secure_delete') ?? {}, 'secure_delete');
  db.exec('PRAGMA secure_delete = ON');
  try {
    return work();
  } finally {
    db.exec(`PRAGMA secure_delete = ${before === 2 ? 'FAST' : String(before)}`);
  }
}
