/** Feedback on memories over SQL, by the uids of the memories. Of a muted one, the column is null. */
import { feedbacks } from '../../../memory/recall/muted.ts';
import { muteKinds } from '../../../memory/shared/vocabulary.ts';
import type { Feedback, MuteStore, MuteWrite, RatedMemory } from '../../../memory/recall/muted.ts';
import type { MuteKind } from '../../../memory/shared/vocabulary.ts';
import { byUser, noteAudit, uidOf } from '../shared/auditRows.ts';
import { keepImages } from '../shared/changeImages.ts';
import type { Undoer } from '../shared/changeImages.ts';
import { oneOf, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';

const sources: Record<MuteKind, { table: string; uid: string }> = {
  fact: { table: 'facts', uid: 'uid' },
  chunk: { table: 'conversation_chunks', uid: 'uid' },
  knowledge: { table: 'global_knowledge', uid: 'uid' },
  session: { table: 'sessions', uid: 'id' },
};

const listSql = muteKinds
  .map((kind) => ({ kind, ...sources[kind] }))
  .map(
    ({ kind, table, uid }) =>
      `SELECT '${kind}' AS kind, CAST(t.id AS TEXT) AS id, m.feedback FROM muted_memories m JOIN ${table} t ON t.${uid} = m.memory_uid
       WHERE m.user_id = ?1 AND m.kind = '${kind}'`,
  )
  .join(' UNION ALL ');

export function createSqlMuted(engine: SqlEngine): MuteStore {
  return {
    list: (userId) =>
      engine.read(async (db) =>
        (await db.all(listSql, [userId])).flatMap((row): RatedMemory[] => {
          const kind = muteKinds.find((known) => known === text(row, 'kind'));
          return kind === undefined ? [] : [{ kind, id: text(row, 'id'), feedback: feedbackFrom(row) }];
        }),
      ),
    set: (write) => engine.write((db) => setMuted(db, write)),
  };
}

async function setMuted(
  db: SqlConnection,
  { userId, ref: { kind, id }, feedback, uid, now, by = byUser(userId) }: MuteWrite,
): Promise<'changed' | 'unchanged' | 'not_found'> {
  const memoryUid = await uidOf(db, kind, id);
  if (memoryUid === undefined) return 'not_found';
  const before = await changeFeedback(db, { userId, kind, memoryUid, feedback, uid, now });
  if (before === feedback) return 'unchanged';
  // Noted as an edit of the profile, like a pin: the user changed what chats start with, and not the memory.
  await noteAudit(db, { at: now, by, action: 'edit', kind: 'profile', uid: userId });
  const image = { kind: 'mute', key: `${kind} ${memoryUid}` } as const;
  await keepImages(db, { by, now }, [{ ...image, before: { feedback: before }, after: { feedback } }]);
  return 'changed';
}

/** Returns the feedback that was there before. */
async function changeFeedback(
  db: SqlConnection,
  { userId, kind, memoryUid, feedback, uid, now }: Omit<MuteWrite, 'ref' | 'by'> & { kind: string; memoryUid: string },
): Promise<Feedback | null> {
  const one = 'user_id = ? AND kind = ? AND memory_uid = ?';
  const row = await db.get(`SELECT feedback FROM muted_memories WHERE ${one}`, [userId, kind, memoryUid]);
  const before = row === undefined ? null : feedbackFrom(row);
  if (feedback === null) await db.run(`DELETE FROM muted_memories WHERE ${one}`, [userId, kind, memoryUid]);
  else if (feedback !== before)
    await db.run(
      `INSERT INTO muted_memories (uid, user_id, kind, memory_uid, created_at, feedback) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (user_id, kind, memory_uid) DO UPDATE SET feedback = excluded.feedback, created_at = excluded.created_at`,
      [uid, userId, kind, memoryUid, now, feedback === 'never' ? null : feedback],
    );
  return before;
}

function feedbackFrom(row: SqlRow): Feedback {
  return textOrNull(row, 'feedback') === null ? 'never' : oneOf(row, 'feedback', feedbacks, 'never');
}

export const muteUndoer: Undoer = {
  kinds: ['mute'],
  async undo(db, images, { userId, newId, now, by }) {
    for (const { key, before } of images) {
      const [kind = '', memoryUid = ''] = key.split(' ');
      const feedback = feedbacks.find((one) => one === before?.['feedback']) ?? null;
      await changeFeedback(db, { userId, kind, memoryUid, feedback, uid: newId(), now });
    }
    await noteAudit(db, { at: now, by, action: 'edit', kind: 'profile', uid: userId });
    return 'undone';
  },
};
