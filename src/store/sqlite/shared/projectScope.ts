/** A project scope as an SQL condition: everything, one project together with what belongs to none, or nothing. */
import type { ProjectScope } from '../../../memory/shared/identity.ts';
import type { SqlValue } from '../engine/sqlConnection.ts';

/** `column` is one of our constants. */
export function scopeCondition(scope: ProjectScope, column: string): { sql: string; params: SqlValue[] } {
  if (scope === 'all') return { sql: '1', params: [] };
  if ('unknown' in scope) return { sql: '0', params: [] };
  if (scope.projectId === null) return { sql: `${column} IS NULL`, params: [] };
  return { sql: `(${column} IS NULL OR ${column} = ?)`, params: [scope.projectId] };
}

/** The project whose memories come first in a list; null when none does. */
export function ownProject(scope: ProjectScope): string | null {
  return scope === 'all' || 'unknown' in scope ? null : scope.projectId;
}
