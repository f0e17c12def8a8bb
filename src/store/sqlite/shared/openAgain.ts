/** Lets a session that ended go on: in its chat something was said since, and nobody but a rule had summarized it. */
import type { SqlConnection } from '../engine/sqlConnection.ts';

/** A headline that nobody told says how the session ended, or what was kept until then, and goes. */
export function openAgain(db: SqlConnection, id: string): void {
  db.run(
    `UPDATE sessions SET ended_at = NULL, one_liner = CASE WHEN told_by IS NULL THEN '' ELSE one_liner END,
       version = version + 1 WHERE id = ?`,
    [id],
  );
}
