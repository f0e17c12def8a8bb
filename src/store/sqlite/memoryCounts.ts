/**
 * How many memories there are, by owner, project and kind, so that every search can say how many it covered without
 * counting them. Kept by triggers on `memory_documents` in the transaction that changes it; derived, like the documents.
 */
import type { MemoryFilter } from '../../memory/recall.ts';
import { filterFromQuery } from './documentFilter.ts';
import { count } from './memoryDocuments.ts';
import type { SqlConnection } from './sqlConnection.ts';

export const memoryCountsTable = 'memory_counts';

/** Makes the table and its triggers anew, for documents that are none yet. */
export function createMemoryCounts(db: SqlConnection): void {
  db.exec(`DROP TRIGGER IF EXISTS memory_documents_added;
    DROP TRIGGER IF EXISTS memory_documents_removed;
    DROP TABLE IF EXISTS memory_counts;
    CREATE TABLE memory_counts (
      kind       TEXT NOT NULL,
      user_id    TEXT NOT NULL,
      project_id TEXT NOT NULL,
      documents  INTEGER NOT NULL,
      PRIMARY KEY (kind, user_id, project_id)
    ) WITHOUT ROWID;
    CREATE TRIGGER memory_documents_added AFTER INSERT ON memory_documents BEGIN
      INSERT INTO memory_counts (kind, user_id, project_id, documents)
        VALUES (new.kind, coalesce(new.user_id, ''), coalesce(new.project_id, ''), 1)
        ON CONFLICT DO UPDATE SET documents = documents + 1;
    END;
    CREATE TRIGGER memory_documents_removed AFTER DELETE ON memory_documents BEGIN
      UPDATE memory_counts SET documents = documents - 1
        WHERE kind = old.kind AND user_id = coalesce(old.user_id, '') AND project_id = coalesce(old.project_id, '');
    END`);
}

export function countAll(db: SqlConnection): number {
  return count(db, 'SELECT coalesce(sum(documents), 0) AS n FROM memory_counts');
}

/** What only the documents themselves know (times, sessions, confidence) is counted there. */
export function countPassing(db: SqlConnection, filter: MemoryFilter): number {
  const { since, until, minConfidence, sessionId } = filter;
  const isPlain = [since, until, minConfidence, sessionId].every((condition) => condition === undefined);
  const { sql, params } = filterFromQuery(filter);
  if (!isPlain) return count(db, `SELECT count(*) AS n FROM memory_documents d WHERE ${sql}`, params);
  const groups = `SELECT kind, nullif(user_id, '') AS user_id, nullif(project_id, '') AS project_id, documents FROM memory_counts`;
  return count(db, `SELECT coalesce(sum(d.documents), 0) AS n FROM (${groups}) d WHERE ${sql}`, params);
}
