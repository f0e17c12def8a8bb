/** A project scope as an SQL condition: all projects, one project and memories without a project, or nothing. */
import type { ProjectScope } from '../../../memory/shared/identity.ts';
import type { SqlValue } from '../engine/sqlConnection.ts';

/** `column` must be a constant of this program, because it becomes part of the SQL. */
export function scopeCondition(scope: ProjectScope, column: string): { sql: string; params: SqlValue[] } {
  if (scope === 'all') return { sql: 'TRUE', params: [] };
  if ('unknown' in scope) return { sql: 'FALSE', params: [] };
  if (scope.projectId === null) return { sql: `${column} IS NULL`, params: [] };
  return { sql: `(${column} IS NULL OR ${column} = ?)`, params: [scope.projectId] };
}

/** The project whose memories are listed first; null if there is none. */
export function ownProject(scope: ProjectScope): string | null {
  return scope === 'all' || 'unknown' in scope ? null : scope.projectId;
}
