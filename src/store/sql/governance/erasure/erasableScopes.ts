/** The scopes that a user can erase. One query counts all projects, so that hundreds are fast. */
import { erasedParts } from '../../../../memory/governance/erasure.ts';
import type { ErasedPart } from '../../../../memory/governance/erasure.ts';
import type { Erasable } from '../../../../memory/governance/scopeErasure.ts';
import { number, text } from '../../connection/rowReader.ts';
import { countScope } from './scopeParts.ts';
import type { SqlConnection } from '../../connection/sqlConnection.ts';
import { ownProjects } from '../../shared/projectScope.ts';

/** Tables with a project column; everything else belongs to sessions. */
const tables = ['facts', 'sessions', 'hypotheses'] as const satisfies readonly ErasedPart[];

export async function listErasable(db: SqlConnection, userId: string): Promise<Erasable> {
  const from = tables.map(
    (table) =>
      `SELECT project_id, '${table}' AS what, count(*) AS n FROM ${table} WHERE user_id = ?1 GROUP BY project_id`,
  );
  const sql = `SELECT p.key, p.name, c.what, c.n FROM (${from.join(' UNION ALL ')}) c JOIN (${ownProjects('?1')}) p
    ON p.id = c.project_id ORDER BY p.name, p.key`;
  const projects = new Map<string, Erasable['projects'][number]>();
  for (const row of await db.all(sql, [userId])) {
    const key = text(row, 'key');
    const project = projects.get(key) ?? { key, name: text(row, 'name'), goes: [] };
    const what = erasedParts.find((part) => part === text(row, 'what'));
    if (what !== undefined) project.goes.push({ what, count: number(row, 'n') });
    projects.set(key, project);
  }
  const { goes } = await countScope(db, { userId, projectId: null, takesKnowledge: false }, 0);
  return { projects: [...projects.values()], everything: goes };
}
