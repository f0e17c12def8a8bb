/**
 * Deletes many rows without long waits for others: a step is one short transaction that leaves nothing readable, and
 * after it comes a pause in which other processes can write. A lock of SQLite has no queue, so without the pause other
 * writers might find it held each time.
 */
import type { DeletedStep } from '../../../memory/shared/deletedSteps.ts';
import { overwriting } from './scrubbing.ts';
import type { SqlConnection, SqliteEngine } from '../engine/sqlConnection.ts';

/** So many memories go in one step, which takes some 100 milliseconds. */
const stepLength = 500;

/** Milliseconds; about as long as anybody who waits for the lock sleeps before they ask again. */
const pause = 60;

/** `work` is told how many it may delete, and answers with how many it did. */
export async function deletingStep(
  engine: SqliteEngine,
  work: (db: SqlConnection, most: number) => number,
): Promise<DeletedStep> {
  const deleted = await engine.write((db) => overwriting(db, () => work(db, stepLength)));
  const isLast = deleted < stepLength;
  if (!isLast) await othersTurn();
  return { deleted, isLast };
}

export function othersTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pause));
}
