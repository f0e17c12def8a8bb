/** The memories that a search covers, as an SQL condition. Search by words and search by meaning use the same one. */
import { amongKeys, amongRows } from '../connection/among.ts';
import type { MemoryFilter, Worktree } from '../../../memory/shared/memoryRef.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { scopeCondition } from '../shared/projectScope.ts';
import type { Condition } from './liveFacts.ts';
import { hasTags, hasType, isNotExpired, workspaceFacts } from './liveFacts.ts';
import type { DocumentFilter } from './rankDocuments.ts';
import type { SqlValue } from '../connection/sqlConnection.ts';

/** The part of a filter that needs only the owner, kind and project of a memory; without facts that others share. */
export function plainFilter(query: MemoryFilter): DocumentFilter {
  const { sql, params } = placeFilter(query);
  return { sql: `(d.user_id IS NULL OR d.user_id = ?) AND ${sql}`, params: [query.userId, ...params] };
}

function placeFilter({ scope, kinds, sharedOnly }: MemoryFilter): DocumentFilter {
  const parts = [
    scopeCondition(scope, 'd.project_id'),
    ...(kinds === undefined ? [] : [{ sql: `d.kind ${amongKeys()}`, params: [JSON.stringify(kinds)] }]),
    ...(sharedOnly === true ? [{ sql: 'd.user_id IS NULL', params: [] }] : []),
  ];
  return { sql: parts.map(({ sql }) => sql).join(' AND '), params: parts.flatMap(({ params }) => params) };
}

/** `now` is ISO 8601 in UTC: facts that expired by then are left out. */
export function filterFromQuery(query: MemoryFilter, now: string): DocumentFilter {
  const rest = filterWithoutOwner(query, now);
  const shared = query.sharedOnly === true ? '' : ` OR (d.kind = 'fact' AND d.memory_id IN (${workspaceFacts}))`;
  return {
    sql: `(d.user_id IS NULL OR d.user_id = ?${shared}) AND ${rest.sql}`,
    params: [query.userId, ...rest.params],
  };
}

/** The same for facts that other users share with the workspace. */
export function filterForShared(query: MemoryFilter, now: string): DocumentFilter {
  const { sql, params } = filterWithoutOwner(query, now);
  const isShared = `d.user_id <> ? AND d.kind = 'fact' AND d.memory_id ${amongRows(workspaceFacts)}`;
  return { sql: `${isShared} AND ${sql}`, params: [query.userId, ...params] };
}

function filterWithoutOwner(query: MemoryFilter, now: string): DocumentFilter {
  const placed = placeFilter(query);
  const live = isNotExpired(now);
  const conditions = [placed.sql, live.sql];
  const params: SqlValue[] = [...placed.params, ...live.params];
  const add = (sql: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(sql);
    params.push(value);
  };
  add('d.created_at >= ?', query.since);
  add('d.created_at < ?', query.until);
  add('d.session_id = ?', query.sessionId);
  if (query.agent !== undefined) {
    const agent = throughAgent(query.agent, query.kinds ?? memoryKinds);
    conditions.push(agent.sql);
    params.push(...agent.params);
  }
  for (const condition of [...factConditions(query), ...worktreeConditions(query)]) {
    conditions.push(condition.sql);
    params.push(...condition.params);
  }
  add(
    `(d.kind <> 'fact' OR coalesce((SELECT f.confidence FROM facts f WHERE f.id = CAST(d.memory_id AS INTEGER)), 1) >= ?)`,
    query.minConfidence,
  );
  return { sql: conditions.join(' AND '), params };
}

function worktreeConditions({ worktree }: MemoryFilter): Condition[] {
  if (worktree === undefined) return [];
  const { sql, params } = isElsewhere(worktree);
  return [{ sql: `NOT (${sql})`, params }];
}

/**
 * What files say in other folders of the same project, for an alias `d` with `kind` and `memory_id`. Worktrees share their
 * commits.
 */
export function isElsewhere({ projectId, folder }: Worktree): Condition {
  return {
    sql: `d.kind = 'entry' AND d.memory_id IN (SELECT CAST(e.id AS TEXT) FROM mind_files f
      JOIN mind_entries e ON e.file_id = f.id WHERE f.project_id = ? AND f.folder <> ? AND f.source <> 'commits')`,
    params: [projectId, folder],
  };
}

/** For an alias `d` with `kind` and `memory_id`: a type or tag limits a read to facts. */
export function factConditions({ types, tags }: Pick<MemoryFilter, 'types' | 'tags'>): Condition[] {
  const wanted = [
    ...(types === undefined ? [] : [hasType('f', types)]),
    ...(tags === undefined ? [] : [hasTags('f', tags)]),
  ];
  return wanted.map(({ sql, params }) => factPasses(sql, params));
}

/** Limits a read to facts that pass a condition on the alias `f`. */
export function factPasses(sql: string, params: SqlValue[]): Condition {
  return { sql: `d.kind = 'fact' AND ${rowOf('fact', 'facts f', 'f', sql)}`, params };
}

/**
 * Whether the row of a document passes a condition. It is looked up by its number: without statistics, a server would
 * read all rows of the table for each document. The offset keeps PostgreSQL from making an ordinary join of it.
 */
function rowOf(kind: MemoryKind, table: string, alias: string, condition: string): string {
  const id = `CASE WHEN d.kind = '${kind}' THEN CAST(d.memory_id AS BIGINT) END`;
  return `EXISTS (SELECT 1 FROM ${table} WHERE ${alias}.id = ${id} AND ${condition} LIMIT 1 OFFSET 0)`;
}

const agentId = '(SELECT id FROM agents WHERE name = ?)';
const byAgent: Record<MemoryKind, string> = {
  fact: rowOf('fact', 'facts f', 'f', `f.agent_id = ${agentId}`),
  chunk: rowOf('chunk', 'conversation_chunks c', 'c', `c.agent_id = ${agentId}`),
  session: `EXISTS (SELECT 1 FROM sessions s WHERE s.id = d.memory_id AND s.agent_id = ${agentId} LIMIT 1 OFFSET 0)`,
  knowledge: rowOf('knowledge', 'global_knowledge k', 'k', `k.agent_id = ${agentId}`),
  message: `EXISTS (SELECT 1 FROM sessions s WHERE s.id = d.session_id AND s.agent_id = ${agentId} LIMIT 1 OFFSET 0)`,
  // Nobody knows who wrote a line of a file.
  entry: 'CAST(? AS TEXT) IS NULL',
};

/**
 * A condition for memories that came through the agent with this name, over an alias `d` with `kind`, `memory_id` and
 * `session_id`. `kinds` are the kinds that can occur.
 */
export function throughAgent(agent: string, kinds: readonly MemoryKind[]): { sql: string; params: SqlValue[] } {
  const each = kinds.map((kind) => `(d.kind = '${kind}' AND ${byAgent[kind]})`);
  return { sql: `(${each.join(' OR ')})`, params: kinds.map(() => agent) };
}
