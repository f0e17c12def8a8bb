/**
 * Deletes the rows of owners that an erasure has hidden, in steps. Every step leaves the store consistent, and the
 * owner is deleted after its last row. Until then `erasures` lists the owner, so that any process can continue.
 */
import type { IndexText } from '../../../../memory/shared/ports.ts';
import type { MemoryKind } from '../../../../memory/shared/vocabulary.ts';
import { dropEmptied } from '../../archive/oldMessages.ts';
import { forgetMindFiles } from '../../entries/forgetMindFiles.ts';
import { number, text } from '../../connection/rowReader.ts';
import type { SqlConnection } from '../../connection/sqlConnection.ts';
import { refreshDocument } from '../../index/memoryIndex.ts';
import { dropUnusedProjects } from '../../shared/projectScope.ts';
import { forgetSynced } from '../../shared/tombstones.ts';
import { forgetLinks } from './eraseFact.ts';
import { forgetInstance } from './scopeParts.ts';

/** Takes the place of an owner: copies of the store must still be cleaned. */
export const copiesMark = '';

/** Deletes up to `max` rows and returns how many; fewer than `max` means that nothing is left. */
export async function deleteHidden(db: SqlConnection, indexText: IndexText, max: number): Promise<number> {
  let deleted = 0;
  for (const row of await db.all('SELECT user_id FROM erasures WHERE user_id <> ? ORDER BY begun_at', [copiesMark])) {
    deleted += await deleteOf(db, indexText, text(row, 'user_id'), max - deleted);
    if (deleted >= max) break;
    await dropOwner(db, indexText, text(row, 'user_id'));
  }
  return deleted;
}

async function deleteOf(db: SqlConnection, indexText: IndexText, owner: string, max: number): Promise<number> {
  let deleted = 0;
  for (const [kind, table] of [
    ['message', 'messages'],
    ['chunk', 'conversation_chunks'],
    ['fact', 'facts'],
  ] as const) {
    const ids = await db.all(`SELECT id FROM ${table} WHERE user_id = ? LIMIT ?`, [owner, max - deleted]);
    for (const row of ids) await remove(db, indexText, kind, number(row, 'id'), table);
    deleted += ids.length;
  }
  deleted += (
    await db.run('DELETE FROM hypotheses WHERE id IN (SELECT id FROM hypotheses WHERE user_id = ? LIMIT ?)', [
      owner,
      max - deleted,
    ])
  ).changes;
  const sessions = await db.all('SELECT id FROM sessions WHERE user_id = ? LIMIT ?', [owner, max - deleted]);
  for (const row of sessions) await removeSession(db, indexText, text(row, 'id'));
  return deleted + sessions.length;
}

async function remove(
  db: SqlConnection,
  indexText: IndexText,
  kind: MemoryKind,
  id: number,
  table: string,
): Promise<void> {
  await forgetSynced(db, `SELECT uid FROM ${table} WHERE id = ?`, [id]);
  if (kind === 'fact' || kind === 'chunk') await forgetLinks(db, kind, id);
  if (kind === 'fact')
    await db.run('DELETE FROM outcomes WHERE decision_uid = (SELECT uid FROM facts WHERE id = ?)', [id]);
  await db.run(`DELETE FROM ${table} WHERE id = ?`, [id]);
  await db.run('DELETE FROM offers WHERE kind = ? AND memory_id = ?', [kind, String(id)]);
  await refreshDocument(db, indexText, kind, id);
}

async function removeSession(db: SqlConnection, indexText: IndexText, id: string): Promise<void> {
  await db.run(`DELETE FROM offers WHERE session_id = ?1 OR (kind = 'session' AND memory_id = ?1)`, [id]);
  const heaps = (await db.all('SELECT id FROM heaps WHERE session_id = ?', [id])).map((row) => text(row, 'id'));
  await dropEmptied(db, heaps);
  await db.run('DELETE FROM session_summaries WHERE id = ?', [id]);
  await db.run('DELETE FROM sessions WHERE id = ?', [id]);
  await refreshDocument(db, indexText, 'session', id);
}

/**
 * Eras with heaps of another user pass to that user. A project that is erased is deleted with the last rows that use
 * it.
 */
async function dropOwner(db: SqlConnection, indexText: IndexText, owner: string): Promise<void> {
  await db.run('DELETE FROM eras WHERE user_id = ? AND NOT EXISTS (SELECT 1 FROM heaps WHERE era_id = eras.id)', [
    owner,
  ]);
  await db.run(
    `UPDATE eras SET user_id = (SELECT s.user_id FROM heaps h JOIN sessions s ON s.id = h.session_id WHERE h.era_id = eras.id)
     WHERE user_id = ?`,
    [owner],
  );
  await forgetWhatCameSince(db, owner);
  await forgetMindFiles(db, indexText, { where: 'user_id = ?', params: [owner] });
  await db.run('DELETE FROM transcript_files WHERE user_id = ?', [owner]);
  await db.run('DELETE FROM memory_counts WHERE user_id = ?', [owner]);
  await db.run('DELETE FROM fact_words WHERE user_id = ?', [owner]);
  await db.run('DELETE FROM erasures WHERE user_id = ?', [owner]);
  await db.run('DELETE FROM users WHERE id = ?', [owner]);
  await dropUnusedProjects(db, `SELECT uid FROM tombstones WHERE kind = 'project'`);
}

const ownedTables = [
  'own_projects',
  'identity_profile',
  'instances',
  'muted_memories',
  'entity_aliases',
  'syntheses',
  'sleep_runs',
  'hook_runs',
  'changes',
  'outcomes',
  'tokens',
];

/**
 * An older version that does not check for erased users may have written rows for them, which would block the deletion
 * of the owner.
 */
async function forgetWhatCameSince(db: SqlConnection, owner: string): Promise<void> {
  for (const table of ownedTables) await db.run(`DELETE FROM ${table} WHERE user_id = ?`, [owner]);
  await db.run('DELETE FROM knowledge_reviews WHERE user_id = ?', [owner]);
  const names = ['promoted_by', 'approved_by', 'reviewed_by'].map((column) => `${column} = nullif(${column}, ?1)`);
  const signed = '?1 IN (promoted_by, approved_by, reviewed_by)';
  await db.run(
    `UPDATE global_knowledge SET ${forgetInstance}, ${names.join(', ')}, version = version + 1 WHERE ${signed}`,
    [owner],
  );
}
