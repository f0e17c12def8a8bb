/**
 * Deletes one fact with everything that is only about it: for the erasure of a memory, and for hand-offs that a person
 * moved out of a project that is erased.
 */
import { statementHash } from '../../../../memory/shared/contentHash.ts';
import type { Hash, IndexText } from '../../../../memory/shared/ports.ts';
import { text, textOrNull } from '../../connection/rowReader.ts';
import type { SqlConnection } from '../../connection/sqlConnection.ts';
import { restoreConfidence } from '../../facts/factConfidence.ts';
import { refreshDocument } from '../../index/memoryIndex.ts';
import { bulletsFromList, listFromBullets } from '../../shared/textLists.ts';

/**
 * In the caller's transaction: its links, outcomes, offers and document, the pins that state the same, and its entry in
 * the list of muted memories. First returns the confidence that it took from others.
 */
export async function eraseFact(
  db: SqlConnection,
  { indexText, hash }: { indexText: IndexText; hash: Hash },
  id: number,
  now: string,
): Promise<void> {
  await restoreConfidence(db, id, now);
  const { left, userId, gone } = await pinsOf(db, hash, id);
  if (gone > 0) {
    const sql = 'UPDATE identity_profile SET pinned_facts = ?, updated_at = ?, version = version + 1 WHERE user_id = ?';
    await db.run(sql, [bulletsFromList(left), now, userId]);
  }
  await forgetLinks(db, 'fact', id);
  for (const [table, column] of [
    ['outcomes', 'decision_uid'],
    ['muted_memories', 'memory_uid'],
  ] as const) {
    await db.run(`DELETE FROM ${table} WHERE ${column} = (SELECT uid FROM facts WHERE id = ?)`, [id]);
  }
  await db.run('DELETE FROM facts WHERE id = ?', [id]);
  await db.run(`DELETE FROM offers WHERE kind = 'fact' AND memory_id = ?`, [String(id)]);
  await refreshDocument(db, indexText, 'fact', id);
}

const tableOf = { fact: 'facts', knowledge: 'global_knowledge', chunk: 'conversation_chunks' } as const;

export async function forgetLinks(db: SqlConnection, kind: keyof typeof tableOf, id: number): Promise<void> {
  const uid = `(SELECT uid FROM ${tableOf[kind]} WHERE id = ?)`;
  await db.run(`DELETE FROM links WHERE from_kind = ? AND from_uid = ${uid}`, [kind, id]);
  await db.run(`DELETE FROM links WHERE to_kind = ? AND to_uid = ${uid}`, [kind, id]);
}

/** `gone`: the number of pinned lines of the owner that state the same as the fact. `left`: the other lines. */
export async function pinsOf(
  db: SqlConnection,
  hash: Hash,
  factId: number,
): Promise<{ gone: number; left: string[]; userId: string }> {
  const sql = `SELECT f.user_id, f.fact, i.pinned_facts FROM facts f LEFT JOIN identity_profile i ON i.user_id = f.user_id
               WHERE f.id = ?`;
  const row = (await db.get(sql, [factId])) ?? {};
  const said = statementHash(hash, text(row, 'fact'));
  const lines = listFromBullets(textOrNull(row, 'pinned_facts'));
  const left = lines.filter((line) => statementHash(hash, line) !== said);
  return { gone: lines.length - left.length, left, userId: text(row, 'user_id') };
}
