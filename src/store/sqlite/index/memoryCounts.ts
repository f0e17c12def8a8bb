/**
 * How many memories there are, by owner, project and kind, so that every search can report how many it covered without
 * counting them. Code that adds or removes a document updates the counts in the same transaction; they are derived,
 * like the documents. Triggers would open a savepoint for each document, at which FTS5 writes out its words one memory
 * at a time.
 */
import type { MemoryFilter } from '../../../memory/shared/memoryRef.ts';
import { filterFromQuery } from './documentFilter.ts';
import { count } from './memoryDocuments.ts';
import type { MemoryDocument } from './memoryDocuments.ts';
import { text, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';

export const memoryCountsTable = 'memory_counts';

/** In place of NULL, which no primary key holds: what is not one user's, and what belongs to no project. */
const everybody = '*';
const noProject = '*';

/** Makes the table anew, for documents that are none yet. */
export function createMemoryCounts(db: SqlConnection): void {
  db.exec(`DROP TABLE IF EXISTS memory_counts;
    CREATE TABLE memory_counts (
      kind       TEXT NOT NULL,
      user_id    TEXT NOT NULL,
      project_id TEXT NOT NULL,
      documents  INTEGER NOT NULL,
      PRIMARY KEY (kind, user_id, project_id)
    ) WITHOUT ROWID`);
}

/** `change` is 1 for a document that was added, -1 for one that was removed. */
export function countDocument(
  db: SqlConnection,
  { kind, userId, projectId }: Pick<MemoryDocument, 'kind' | 'userId' | 'projectId'>,
  change: 1 | -1,
): void {
  const group = [kind, userId ?? everybody, projectId ?? noProject];
  const sql = 'UPDATE memory_counts SET documents = documents + ? WHERE kind = ? AND user_id = ? AND project_id = ?';
  const { changes } = db.run(sql, [change, ...group]);
  if (changes > 0) return;
  db.run('INSERT INTO memory_counts (kind, user_id, project_id, documents) VALUES (?, ?, ?, ?)', [...group, change]);
}

export function countAll(db: SqlConnection): number {
  return count(db, 'SELECT coalesce(sum(documents), 0) AS n FROM memory_counts');
}

/** Owner, kind and project of every group of documents that a user may see; null for what is nobody's alone, and for no project. */
export function groupsSeenBy(db: SqlConnection, userId: string): [string | null, string, string | null][] {
  const sql = `SELECT nullif(user_id, '${everybody}') AS user_id, kind, nullif(project_id, '${noProject}') AS project_id
    FROM memory_counts WHERE documents > 0 AND user_id IN ('${everybody}', ?)`;
  return db
    .all(sql, [userId])
    .map((row) => [textOrNull(row, 'user_id'), text(row, 'kind'), textOrNull(row, 'project_id')]);
}

/** What only the documents themselves know (times, sessions, agents, confidence) is counted there. */
export function countPassing(db: SqlConnection, filter: MemoryFilter): number {
  const { since, until, minConfidence, sessionId, agent } = filter;
  const isPlain = [since, until, minConfidence, sessionId, agent].every((condition) => condition === undefined);
  const { sql, params } = filterFromQuery(filter);
  if (!isPlain) return count(db, `SELECT count(*) AS n FROM memory_documents d WHERE ${sql}`, params);
  const groups = `SELECT kind, nullif(user_id, '${everybody}') AS user_id, nullif(project_id, '${noProject}') AS project_id, documents FROM memory_counts`;
  return count(db, `SELECT coalesce(sum(d.documents), 0) AS n FROM (${groups}) d WHERE ${sql}`, params);
}
