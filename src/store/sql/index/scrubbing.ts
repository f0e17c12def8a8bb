/**
 * Deletes data so that it can no longer be read from the file. SQLite overwrites the rows and pages that it frees, and
 * the full-text indexes merge their word lists, which otherwise only mark entries as deleted. The merge takes about 4
 * milliseconds per 1,000 memories, so only erasures and the vacuum use it.
 *
 * Two places are not covered: the write-ahead log, until SQLite overwrites it or the last process closes the store, and
 * pages with data that versions before this one deleted.
 */
import { number } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import type { WordIndex } from './wordIndexes.ts';
import { wordIndexes } from './wordIndexes.ts';
import { mapInTurn } from '../connection/inTurn.ts';

/** Runs `work` in the transaction of the caller. */
export async function scrubbing(db: SqlConnection, work: () => Promise<void>): Promise<void> {
  await overwriting(db, async () => {
    await work();
    await optimize(db);
  });
}

async function optimize(db: SqlConnection): Promise<void> {
  if (db.dialect === 'postgres') return;
  for (const index of wordIndexes) await db.exec(`INSERT INTO ${index}(${index}) VALUES ('optimize')`);
}

/** Index pages that one merge step writes. Where much was deleted, the step reads many times as many. */
const mergedPages = 50;

/**
 * The merge that `scrubbing` does at once, in steps for large deletions; `done` if nothing is left to merge. Word lists
 * that were deleted completely have no pages to count, so an index that is almost empty is merged in one step. So is
 * the index of sql.js, which has no partial merge: its store is in memory and therefore small.
 */
export async function mergeWords(db: SqlConnection): Promise<'done' | 'more'> {
  return overwriting(db, async () => {
    if (db.dialect !== 'fts5') {
      await optimize(db);
      return 'done';
    }
    return (await mapInTurn(wordIndexes, (index) => mergeStep(db, index))).every((isLast) => isLast) ? 'done' : 'more';
  });
}

/** Returns whether nothing is left to merge. */
async function mergeStep(db: SqlConnection, index: WordIndex): Promise<boolean> {
  const before = await changes(db);
  // A negative number merges the whole index into one segment, and continues a merge that has begun.
  await db.exec(`INSERT INTO ${index}(${index}, rank) VALUES ('merge', -${String(mergedPages)})`);
  // The INSERT itself counts as one change.
  return (await changes(db)) - before < 2;
}

async function changes(db: SqlConnection): Promise<number> {
  return number((await db.get('SELECT total_changes() AS n')) ?? {}, 'n');
}

/** Runs `work` and overwrites everything that it frees. */
export async function overwriting<T>(db: SqlConnection, work: () => Promise<T>): Promise<T> {
  if (db.dialect === 'postgres') return work();
  const before = number((await db.get('PRAGMA secure_delete')) ?? {}, 'secure_delete');
  await db.exec('PRAGMA secure_delete = ON');
  try {
    return await work();
  } finally {
    await db.exec(`PRAGMA secure_delete = ${before === 2 ? 'FAST' : String(before)}`);
  }
}
