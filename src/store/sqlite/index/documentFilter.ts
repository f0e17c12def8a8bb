/** Which memories a search covers, as an SQL condition; words and meaning are searched under the same one. */
import type { MemoryFilter } from '../../../memory/shared/memoryRef.ts';
import { scopeCondition } from '../shared/projectScope.ts';
import type { DocumentFilter } from './rankDocuments.ts';
import type { SqlValue } from '../engine/sqlConnection.ts';

export function filterFromQuery(query: MemoryFilter): DocumentFilter {
  const scope = scopeCondition(query.scope, 'd.project_id');
  const conditions = ['(d.user_id IS NULL OR d.user_id = ?)', scope.sql];
  const params: SqlValue[] = [query.userId, ...scope.params];
  const add = (sql: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(sql);
    params.push(value);
  };
  add('d.kind IN (SELECT value FROM json_each(?))', query.kinds && JSON.stringify(query.kinds));
  add('d.created_at >= ?', query.since);
  add('d.created_at < ?', query.until);
  add('d.session_id = ?', query.sessionId);
  if (query.sharedOnly === true) conditions.push('d.user_id IS NULL');
  add(
    `(d.kind <> 'fact' OR coalesce((SELECT f.confidence FROM facts f WHERE f.id = CAST(d.memory_id AS INTEGER)), 1) >= ?)`,
    query.minConfidence,
  );
  return { sql: conditions.join(' AND '), params };
}
