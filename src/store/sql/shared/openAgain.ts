/** Reopens an ended session whose chat continued and that at most a rule has summarized. */
import type { SqlConnection } from '../connection/sqlConnection.ts';

/** A headline that no one wrote (`told_by` is null) describes the end or the content so far, and is cleared. */
export async function openAgain(db: SqlConnection, id: string): Promise<void> {
  await db.run(
    `UPDATE sessions SET ended_at = NULL, one_liner = CASE WHEN told_by IS NULL THEN '' ELSE one_liner END,
       version = version + 1 WHERE id = ?`,
    [id],
  );
}
