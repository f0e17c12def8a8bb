/**
 * The number of memories by owner, project and kind, so that every search can report how many it covered without
 * counting them. In a file, code that adds or removes a document updates the counts in the same transaction: triggers
 * would open a savepoint for each document, and FTS5 flushes its words at each savepoint. On a server, triggers do it
 * (`postgres/security/wordSql.ts`). The counts are derived, like the documents.
 */
import { amongRows } from '../connection/among.ts';
import type { MemoryFilter } from '../../../memory/shared/memoryRef.ts';
import { filterForShared, filterFromQuery, isElsewhere, plainFilter } from './documentFilter.ts';
import type { DocumentFilter } from './rankDocuments.ts';
import type { Condition } from './liveFacts.ts';
import { expiredFacts } from './liveFacts.ts';
import { count } from './memoryDocuments.ts';
import type { MemoryDocument } from './memoryDocuments.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';

export const memoryCountsTable = 'memory_counts';

/** These replace NULL, which a primary key cannot contain: for shared memories and for memories without a project. */
const everybody = '*';
const noProject = '*';

/** Recreates the table, empty. Documents must be added afterwards. */
export async function createMemoryCounts(db: SqlConnection): Promise<void> {
  await db.exec(`DROP TABLE IF EXISTS memory_counts;
    CREATE TABLE memory_counts (
      kind       TEXT NOT NULL,
      user_id    TEXT NOT NULL,
      project_id TEXT NOT NULL,
      documents  INTEGER NOT NULL,
      PRIMARY KEY (kind, user_id, project_id)
    ) WITHOUT ROWID`);
}

/** `change` is 1 for an added document and -1 for a removed one. */
export async function countDocument(
  db: SqlConnection,
  { kind, userId, projectId }: Pick<MemoryDocument, 'kind' | 'userId' | 'projectId'>,
  change: 1 | -1,
): Promise<void> {
  const group = [kind, userId ?? everybody, projectId ?? noProject];
  const sql = 'UPDATE memory_counts SET documents = documents + ? WHERE kind = ? AND user_id = ? AND project_id = ?';
  const { changes } = await db.run(sql, [change, ...group]);
  if (changes > 0) return;
  await db.run('INSERT INTO memory_counts (kind, user_id, project_id, documents) VALUES (?, ?, ?, ?)', [
    ...group,
    change,
  ]);
}

export async function countAll(db: SqlConnection): Promise<number> {
  return count(db, 'SELECT coalesce(sum(documents), 0) AS n FROM memory_counts');
}

/**
 * The groups of documents that a user may see, as conditions on `memory_counts g`, and on a document `d` of such a group,
 * with equations that an index can use: both for groups of the user and of everybody, with a project and without.
 */
export function documentGroups(userId: string): { group: Condition; document: string[] }[] {
  const owners = [
    { group: { sql: 'g.user_id = ?', params: [userId] }, document: 'd.user_id = g.user_id' },
    { group: { sql: `g.user_id = '${everybody}'`, params: [] }, document: 'd.user_id IS NULL' },
  ];
  const projects = [
    { group: `g.project_id <> '${noProject}'`, document: 'd.project_id = g.project_id' },
    { group: `g.project_id = '${noProject}'`, document: 'd.project_id IS NULL' },
  ];
  return owners.flatMap((owner) =>
    projects.map((project) => ({
      group: { ...owner.group, sql: `g.documents > 0 AND ${owner.group.sql} AND ${project.group}` },
      document: [owner.document, 'd.kind = g.kind', project.document],
    })),
  );
}

/**
 * Filters on times, sessions, agents, types, tags or confidence need the documents; all others use the counts, without
 * the facts that expired by `now` and the entries of other worktrees, and with the facts that other users share.
 */
export async function countPassing(db: SqlConnection, filter: MemoryFilter, now: string): Promise<number> {
  const { since, until, minConfidence, sessionId, agent, types, tags } = filter;
  const conditions = [since, until, minConfidence, sessionId, agent, types, tags];
  if (conditions.some((condition) => condition !== undefined)) {
    const { sql, params } = filterFromQuery(filter, now);
    return count(db, `SELECT count(*) AS n FROM memory_documents d WHERE ${sql}`, params);
  }
  const parts = [countPlain(filter), countExpired(filter, now), countElsewhere(filter), countShared(filter, now)];
  const [plain, expired, elsewhere, shared] = parts.map(({ sql }) => `(${sql})`);
  const sql = `SELECT ${plain ?? ''} - ${expired ?? ''} - ${elsewhere ?? ''} + ${shared ?? ''} AS n`;
  // One statement, because on a server each costs the time to it and back.
  const params = parts.flatMap((part) => part.params);
  return count(db, sql, params);
}

const none: DocumentFilter = { sql: 'SELECT 0', params: [] };

function countElsewhere(filter: MemoryFilter): DocumentFilter {
  if (filter.worktree === undefined) return none;
  const [elsewhere, plain] = [isElsewhere(filter.worktree), plainFilter(filter)];
  const sql = `SELECT count(*) FROM memory_documents d WHERE ${elsewhere.sql} AND ${plain.sql}`;
  return { sql, params: [...elsewhere.params, ...plain.params] };
}

function countShared(filter: MemoryFilter, now: string): DocumentFilter {
  if (filter.sharedOnly === true) return none;
  const { sql, params } = filterForShared(filter, now);
  return { sql: `SELECT count(*) FROM memory_documents d WHERE ${sql}`, params };
}

function countExpired(filter: MemoryFilter, now: string): DocumentFilter {
  const { sql, params } = plainFilter(filter);
  const expired = `d.kind = 'fact' AND d.memory_id ${amongRows(expiredFacts)}`;
  return { sql: `SELECT count(*) FROM memory_documents d WHERE ${expired} AND ${sql}`, params: [now, ...params] };
}

function countPlain(filter: MemoryFilter): DocumentFilter {
  const { sql, params } = plainFilter(filter);
  const groups = `SELECT kind, nullif(user_id, '${everybody}') AS user_id, nullif(project_id, '${noProject}') AS project_id, documents FROM memory_counts`;
  return { sql: `SELECT coalesce(sum(d.documents), 0) FROM (${groups}) d WHERE ${sql}`, params };
}
