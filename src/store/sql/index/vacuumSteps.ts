/**
 * Deletes many rows without blocking other processes for long. Each step is one short transaction that overwrites the
 * deleted rows. A pause follows it in which other processes can write. SQLite locks have no queue, so without the pause
 * other writers could find the lock taken every time.
 */
import type { DeletedStep } from '../../../memory/shared/background/deletedSteps.ts';
import { yieldToOthers } from '../../../util/yieldToOthers.ts';
import { overwriting } from './scrubbing.ts';
import type { SqlConnection, SqlEngine } from '../connection/sqlConnection.ts';

/** Memories per step, which takes about 100 milliseconds. */
const stepLength = 500;

/** Milliseconds; about the time that a process that waits for the lock sleeps between two attempts. */
export const pauseMs = 60;

/** `work` receives the maximum number of rows to delete and returns the number deleted. */
export async function deletingStep(
  engine: SqlEngine,
  work: (db: SqlConnection, max: number) => Promise<number>,
): Promise<DeletedStep> {
  const deleted = await engine.write((db) => overwriting(db, () => work(db, stepLength)));
  const isLast = deleted < stepLength;
  if (!isLast) await yieldToOthers(pauseMs);
  return { deleted, isLast };
}
