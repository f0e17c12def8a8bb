/** Audit entries for changes of facts, written in the transaction of the change. */
import type { NewFact } from '../../../memory/facts/factStore.ts';
import type { Actor } from '../../../memory/shared/audit.ts';
import type { AuditAction } from '../../../memory/shared/vocabulary.ts';
import { text } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { byUser, noteMemory } from '../shared/auditRows.ts';

/** The author of a fact, as far as it is known. */
export function factAuthor({ userId, agentId, sourceSession, statedInProject, changeId }: NewFact): Actor {
  return { userId, agentId, sessionId: sourceSession, projectId: statedInProject, changeId };
}

/** `by` defaults to the fact's owner. */
export async function noteFact(
  db: SqlConnection,
  action: AuditAction,
  id: number,
  { by, now }: { by?: Actor | undefined; now: string },
): Promise<void> {
  await noteMemory(db, { at: now, by: by ?? (await ownerOf(db, id)), action, kind: 'fact' }, id);
}

async function ownerOf(db: SqlConnection, id: number): Promise<Actor> {
  return byUser(text((await db.get('SELECT user_id FROM facts WHERE id = ?', [id])) ?? {}, 'user_id'));
}
