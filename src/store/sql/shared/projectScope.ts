/**
 * Projects in SQL: what a read covers (all projects, one project and memories without a project, or nothing), and what
 * their users call them. Each user has their own names, so that what one calls a project changes nothing for another.
 */
import { amongRows } from '../connection/among.ts';
import type { ProjectScope } from '../../../memory/shared/identity.ts';
import type { SqlConnection, SqlValue } from '../connection/sqlConnection.ts';

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

/**
 * What the user of a row calls its project, as an SQL expression; null without a project. `row` is the alias or table of a
 * row with `user_id` and `project_id`.
 */
export const projectNameOf = (row: string): string =>
  `coalesce((SELECT o.name FROM own_projects o WHERE o.user_id = ${row}.user_id AND o.project_id = ${row}.project_id),
    (SELECT p.name FROM projects p WHERE p.id = ${row}.project_id))`;

/** Tables whose rows have a user and a project. */
const placed = ['sessions', 'facts', 'hypotheses', 'eras', 'mind_files'];

/** Rows with `user_id` and `project_id`: who has something in which project, for SQL. */
export const usesOfProjects = placed.map((table) => `SELECT user_id, project_id FROM ${table}`).join(' UNION ');

/** The user's projects with their names; the user is parameter `user`. */
export const ownProjects = (user: string): string =>
  `SELECT p.id, p.key, o.name FROM own_projects o JOIN projects p ON p.id = o.project_id WHERE o.user_id = ${user}`;

/** Of the projects whose ids a query returns, the names for those who have nothing in them, and those that nobody uses. */
export async function dropUnusedProjects(
  db: SqlConnection,
  ids: string,
  params: readonly SqlValue[] = [],
): Promise<void> {
  const used = `SELECT 1 FROM (${usesOfProjects}) AS used`;
  await db.run(
    `DELETE FROM own_projects WHERE project_id ${amongRows(ids)} AND NOT EXISTS
       (${used} WHERE used.user_id = own_projects.user_id AND used.project_id = own_projects.project_id)`,
    params,
  );
  await db.run(
    `DELETE FROM projects WHERE id ${amongRows(ids)} AND NOT EXISTS (${used} WHERE used.project_id = projects.id)
       AND NOT EXISTS (SELECT 1 FROM own_projects o WHERE o.project_id = projects.id)`,
    params,
  );
}
