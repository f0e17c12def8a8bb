/**
 * Deleting so that what was deleted is not readable in the file: SQLite overwrites the rows and pages that it frees, and
 * the full-text indexes merge their word lists, which otherwise only note that an entry is void. The merge takes some 4
 * milliseconds for each 1,000 memories, so this is for erasures and the vacuum only.
 *
 * Out of reach are the write-ahead log, until SQLite writes over it or the last process closes the store, and what
 * versions before this one left in pages.
 */
import { number } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import type { WordIndex } from './memoryIndex.ts';
import { wordIndexes } from './memoryIndex.ts';

/** `work` is part of a transaction, and so is all this. */
export function scrubbing(db: SqlConnection, work: () => void): void {
  overwriting(db, () => {
    work();
    optimize(db);
  });
}

function optimize(db: SqlConnection): void {
  for (const index of wordIndexes) db.exec(`INSERT INTO ${index}(${index}) VALUES ('optimize')`);
}

/** Pages of the index that one step of a merge writes; where most was deleted it reads many times as much. */
const mergedPages = 50;

/**
 * The merge that `scrubbing` ends with, for when much was deleted, a step at a time; `done` once nothing is left to merge.
 * What was deleted altogether leaves no pages to count, so an index of which next to nothing stays is merged in one step.
 * So is that of sql.js, which knows no others: a store that lies in memory as a whole is small enough.
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

/** Whether nothing is left to merge. */
function mergeStep(db: SqlConnection, index: WordIndex): boolean {
  const before = changes(db);
  // A number below zero has the whole index merged into one, and goes on with that when it was begun.
  db.exec(`INSERT INTO ${index}(${index}, rank) VALUES ('merge', -${String(mergedPages)})`);
  // Itself it counts as one change.
  return changes(db) - before < 2;
}

function changes(db: SqlConnection): number {
  return number(db.get('SELECT total_changes() AS n') ?? {}, 'n');
}

/** Runs `work`, and whatever it frees is overwritten. */
export function overwriting<T>(db: SqlConnection, work: () => T): T {
  const before = number(db.get('PRAGMA secure_delete') ?? {}, 'secure_delete');
  db.exec('PRAGMA secure_delete = ON');
  try {
    return work();
  } finally {
    db.exec(`PRAGMA secure_delete = ${before === 2 ? 'FAST' : String(before)}`);
  }
}
