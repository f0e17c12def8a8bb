/** Undoes changes from the before-images stored with them. */
import type { ChangeStore, UndoOutcome, UndoRequest } from '../../../memory/governance/changes.ts';
import type { SqlConnection, SqlEngine } from '../connection/sqlConnection.ts';
import { noteMemory } from '../shared/auditRows.ts';
import { forgetExpired, hasExpired, readImages } from '../shared/changeImages.ts';
import type { UndoContext, Undoer } from '../shared/changeImages.ts';

export function createSqlChanges(
  engine: SqlEngine,
  undoers: readonly Undoer[],
  ports: Pick<UndoContext, 'indexText' | 'newId' | 'hash'>,
): ChangeStore {
  return {
    has: (userId, changeId) =>
      engine.read(
        async (db) =>
          (await db.get('SELECT 1 FROM changes WHERE change_id = ? AND user_id = ?', [changeId, userId])) !== undefined,
      ),
    async forgetExpired(now) {
      // Reads first: an hourly write would take the lock for nothing.
      if (await engine.read((db) => hasExpired(db, now))) await engine.write((db) => forgetExpired(db, now));
    },
    undo: ({ changeIds, ...request }) =>
      engine.write(async (db) => {
        await forgetExpired(db, request.now);
        await db.exec('SAVEPOINT undo');
        for (const changeId of changeIds.toReversed()) {
          const outcome = await undoChange(db, undoers, changeId, { ...request, ...ports });
          if (outcome === 'undone') continue;
          await db.exec('ROLLBACK TO undo; RELEASE undo');
          await noteRefusal(db, changeId, outcome, request);
          return outcome;
        }
        await db.exec('RELEASE undo');
        return 'undone';
      }),
  };
}

/** Only reviews of knowledge need a role, so these are what is refused. */
async function noteRefusal(
  db: SqlConnection,
  changeId: string,
  outcome: UndoOutcome,
  { userId, by, now: at }: Pick<UndoRequest, 'userId' | 'by' | 'now'>,
): Promise<void> {
  if (outcome !== 'not_allowed' && outcome !== 'unconfirmed' && outcome !== 'no_admin') return;
  for (const { kind, key } of await readImages(db, userId, changeId)) {
    if (kind === 'knowledge')
      await noteMemory(db, { at, level: 'refusal', by, action: 'undo_review', kind }, Number(key));
  }
}

async function undoChange(
  db: SqlConnection,
  undoers: readonly Undoer[],
  changeId: string,
  context: UndoContext,
): Promise<UndoOutcome> {
  const images = await readImages(db, context.userId, changeId);
  if (images.length === 0) return 'not_found';
  for (const { kinds, undo } of undoers) {
    const own = images.filter(({ kind }) => kinds.includes(kind));
    const outcome = own.length === 0 ? 'undone' : await undo(db, own, context);
    if (outcome !== 'undone') return outcome;
  }
  await db.run('DELETE FROM changes WHERE change_id = ?', [changeId]);
  return 'undone';
}
