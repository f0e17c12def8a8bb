/** Undoes changes from the before-images stored with them. */
import type { ChangeStore, UndoOutcome, UndoRequest } from '../../../memory/governance/changes.ts';
import type { SqlConnection, SqliteEngine } from '../engine/sqlConnection.ts';
import { noteMemory } from '../shared/auditRows.ts';
import { forgetExpired, hasExpired, readImages } from '../shared/changeImages.ts';
import type { UndoContext, Undoer } from '../shared/changeImages.ts';

export function createSqlChanges(
  engine: SqliteEngine,
  undoers: readonly Undoer[],
  ports: Pick<UndoContext, 'indexText' | 'newId' | 'hash'>,
): ChangeStore {
  return {
    has: (userId, changeId) =>
      engine.read(
        (db) => db.get('SELECT 1 FROM changes WHERE change_id = ? AND user_id = ?', [changeId, userId]) !== undefined,
      ),
    async forgetExpired(now) {
      // Reads first: an hourly write would take the lock for nothing.
      if (await engine.read((db) => hasExpired(db, now))) await engine.write((db) => forgetExpired(db, now));
    },
    undo: ({ changeIds, ...request }) =>
      engine.write((db) => {
        forgetExpired(db, request.now);
        db.exec('SAVEPOINT undo');
        for (const changeId of changeIds.toReversed()) {
          const outcome = undoChange(db, undoers, changeId, { ...request, ...ports });
          if (outcome === 'undone') continue;
          db.exec('ROLLBACK TO undo; RELEASE undo');
          noteRefusal(db, changeId, outcome, request);
          return outcome;
        }
        db.exec('RELEASE undo');
        return 'undone';
      }),
  };
}

/** Only reviews of knowledge need a role, so these are what is refused. */
function noteRefusal(
  db: SqlConnection,
  changeId: string,
  outcome: UndoOutcome,
  { userId, by, now: at }: Pick<UndoRequest, 'userId' | 'by' | 'now'>,
): void {
  if (outcome !== 'not_allowed' && outcome !== 'no_admin') return;
  for (const { kind, key } of readImages(db, userId, changeId)) {
    if (kind === 'knowledge') noteMemory(db, { at, level: 'refusal', by, action: 'undo_review', kind }, Number(key));
  }
}

function undoChange(
  db: SqlConnection,
  undoers: readonly Undoer[],
  changeId: string,
  context: UndoContext,
): UndoOutcome {
  const images = readImages(db, context.userId, changeId);
  if (images.length === 0) return 'not_found';
  for (const { kinds, undo } of undoers) {
    const own = images.filter(({ kind }) => kinds.includes(kind));
    const outcome = own.length === 0 ? 'undone' : undo(db, own, context);
    if (outcome !== 'undone') return outcome;
  }
  db.run('DELETE FROM changes WHERE change_id = ?', [changeId]);
  return 'undone';
}
