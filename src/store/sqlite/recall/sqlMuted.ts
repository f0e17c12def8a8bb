/** Muted memories over SQL, by the uids of the memories. */
import { muteKinds } from '../../../memory/recall/muted.ts';
import type { MuteKind, MuteStore, MuteWrite } from '../../../memory/recall/muted.ts';
import type { MemoryRef } from '../../../memory/shared/memoryRef.ts';
import { byUser, noteAudit, uidOf } from '../shared/auditRows.ts';
import { keepImages } from '../shared/changeImages.ts';
import type { Undoer } from '../shared/changeImages.ts';
import { text } from '../engine/rowReader.ts';
import type { SqlConnection, SqliteEngine } from '../engine/sqlConnection.ts';

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
      `SELECT '${kind}' AS kind, CAST(t.id AS TEXT) AS id FROM muted_memories m JOIN ${table} t ON t.${uid} = m.memory_uid
       WHERE m.user_id = ?1 AND m.kind = '${kind}'`,
  )
  .join(' UNION ALL ');

export function createSqlMuted(engine: SqliteEngine): MuteStore {
  return {
    list: (userId) =>
      engine.read(async (db) =>
        (await db.all(listSql, [userId])).flatMap((row): MemoryRef[] => {
          const kind = muteKinds.find((known) => known === text(row, 'kind'));
          return kind === undefined ? [] : [{ kind, id: text(row, 'id') }];
        }),
      ),
    set: (write) => engine.write((db) => setMuted(db, write)),
  };
}

async function setMuted(
  db: SqlConnection,
  { userId, ref: { kind, id }, isMuted, uid, now, by = byUser(userId) }: MuteWrite,
): Promise<'changed' | 'unchanged' | 'not_found'> {
  const memoryUid = await uidOf(db, kind, id);
  if (memoryUid === undefined) return 'not_found';
  if (!(await changeMuted(db, { userId, kind, memoryUid, isMuted, uid, now }))) return 'unchanged';
  // Noted as an edit of the profile, like a pin: the user changed what chats start with, and not the memory.
  await noteAudit(db, { at: now, by, action: 'edit', kind: 'profile', uid: userId });
  const image = { kind: 'mute', key: `${kind} ${memoryUid}` } as const;
  await keepImages(db, { by, now }, [
    { ...image, before: { is_muted: isMuted ? 0 : 1 }, after: { is_muted: isMuted ? 1 : 0 } },
  ]);
  return 'changed';
}

/** Returns whether anything changed. */
async function changeMuted(
  db: SqlConnection,
  { userId, kind, memoryUid, isMuted, uid, now }: Omit<MuteWrite, 'ref' | 'by'> & { kind: string; memoryUid: string },
): Promise<boolean> {
  const { changes } = isMuted
    ? await db.run(
        `INSERT INTO muted_memories (uid, user_id, kind, memory_uid, created_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (user_id, kind, memory_uid) DO NOTHING`,
        [uid, userId, kind, memoryUid, now],
      )
    : await db.run('DELETE FROM muted_memories WHERE user_id = ? AND kind = ? AND memory_uid = ?', [
        userId,
        kind,
        memoryUid,
      ]);
  return changes > 0;
}

export const muteUndoer: Undoer = {
  kinds: ['mute'],
  async undo(db, images, { userId, newId, now, by }) {
    for (const { key, before } of images) {
      const [kind = '', memoryUid = ''] = key.split(' ');
      await changeMuted(db, { userId, kind, memoryUid, isMuted: before?.['is_muted'] === 1, uid: newId(), now });
    }
    await noteAudit(db, { at: now, by, action: 'edit', kind: 'profile', uid: userId });
    return 'undone';
  },
};
