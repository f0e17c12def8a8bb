/**
 * The preview of a scope before it is erased: the beginnings of its latest memories, and what other users keep in it.
 */
import { headlinesPerPart } from '../../../../memory/governance/scopeErasure.ts';
import type { ScopePreview } from '../../../../memory/governance/scopeErasure.ts';
import { isNotErased } from '../../shared/accessRights.ts';
import { count } from '../../index/memoryDocuments.ts';
import { text } from '../../connection/rowReader.ts';
import { ownFacts, ownHypotheses, ownKnowledge, ownSessions, paramsFor } from './scopeParts.ts';
import type { Scope } from './scopeParts.ts';
import type { SqlConnection } from '../../connection/sqlConnection.ts';
import { mapInTurn } from '../../connection/inTurn.ts';

/** Characters of each memory, enough to recognize it. */
const beginning = 160;

/** Messages are represented by their sessions. */
export async function reportScope(
  db: SqlConnection,
  scope: Scope,
): Promise<Pick<ScopePreview, 'headlines' | 'ofOthers'>> {
  const sources = [
    ['facts', 'fact', `facts WHERE id IN (${ownFacts}) ORDER BY id DESC`],
    ['sessions', 'one_liner', `sessions WHERE id IN (${ownSessions}) ORDER BY started_at DESC`],
    ['chunks', 'content', `conversation_chunks WHERE session_id IN (${ownSessions}) ORDER BY id DESC`],
    ['hypotheses', 'hypothesis', `hypotheses WHERE id IN (${ownHypotheses}) ORDER BY id DESC`],
    ...(scope.projectId === null
      ? ([['knowledge', 'title', `global_knowledge WHERE id IN (${ownKnowledge(scope)}) ORDER BY id DESC`]] as const)
      : []),
  ] as const;
  const headlines = await mapInTurn(sources, async ([what, column, from]) => {
    const sql = `SELECT coalesce(substr(${column}, 1, ${String(beginning)}), '') AS beginning FROM ${from} LIMIT ${String(headlinesPerPart)}`;
    const texts = (await db.all(sql, paramsFor(sql, scope))).map((row) => text(row, 'beginning'));
    const said = texts.filter((text) => text.trim() !== '');
    return said.length === 0 ? [] : [{ what, texts: said }];
  });
  return { headlines: headlines.flat(), ofOthers: await countOfOthers(db, scope) };
}

/** Only what they share: nobody learns what others have in a project by naming it. */
async function countOfOthers(db: SqlConnection, { userId, projectId }: Scope): Promise<number> {
  if (projectId === null) return 0;
  const others = `SELECT id FROM users WHERE id <> ?1 AND ${isNotErased}`;
  const sql = `SELECT count(*) AS n FROM facts WHERE project_id = ?2 AND visibility = 'workspace' AND user_id IN (${others})`;
  return count(db, sql, [userId, projectId]);
}
