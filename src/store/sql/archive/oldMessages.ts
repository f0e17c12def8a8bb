/**
 * Archived messages that a vacuum may delete. The message that summarizes a compaction stays while its heap has younger
 * messages, which would be unintelligible without it. A heap is deleted with its last message and an era with its last
 * heap. The times of a remaining era are adjusted to its messages.
 */
import { amongKeys, amongRows } from '../connection/among.ts';
import type { OldMessages } from '../../../memory/archive/archive.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { count } from '../index/memoryDocuments.ts';
import { refreshDocuments, refreshSessionsWithout } from '../index/memoryIndex.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';

/** An invalid time never counts as old. */
const isOld = (alias: string): string => `(${alias}.created_at < ?2 AND ${alias}.created_at LIKE '____-__-__T%')`;

const hasYounger = `EXISTS (SELECT 1 FROM messages y WHERE y.heap_id = h.id AND NOT ${isOld('y')})`;

const goes = `m.user_id = ?1 AND ${isOld('m')} AND NOT EXISTS
  (SELECT 1 FROM heaps h WHERE h.session_id = m.session_id AND h.continuation = m.uid AND ${hasYounger})`;

export async function countOldMessages(db: SqlConnection, userId: string, before: string): Promise<OldMessages> {
  const of = [userId, before];
  // Counts all old messages by the index alone and subtracts the few that stay: reading the rows of a large archive
  // takes seconds.
  const old = await count(db, `SELECT count(*) AS n FROM messages m WHERE m.user_id = ?1 AND ${isOld('m')}`, of);
  if (old === 0) return { total: 0, oldest: null };
  const stay = `SELECT count(DISTINCT m.id) AS n FROM heaps h CROSS JOIN messages m ON m.uid = h.continuation
    WHERE h.session_id = m.session_id AND m.user_id = ?1 AND ${isOld('m')} AND ${hasYounger}`;
  const first = await db.get(
    `SELECT m.created_at AS oldest FROM messages m WHERE ${goes} ORDER BY m.created_at LIMIT 1`,
    of,
  );
  return { total: old - (await count(db, stay, of)), oldest: textOrNull(first ?? { oldest: null }, 'oldest') };
}

/** Deletes up to `max` of the oldest ones with everything derived from them. Returns how many. */
export async function deleteOldMessages(
  db: SqlConnection,
  indexText: IndexText,
  { userId, before, max }: { userId: string; before: string; max: number },
): Promise<number> {
  const sql = `SELECT m.id, m.heap_id, m.session_id FROM messages m WHERE ${goes} ORDER BY m.created_at, m.id LIMIT ?3`;
  const rows = await db.all(sql, [userId, before, max]);
  const ids = rows.map((row) => number(row, 'id'));
  for (const id of ids) await db.run('DELETE FROM messages WHERE id = ?', [id]);
  await refreshDocuments(db, indexText, 'message', ids);
  await refreshSessionsWithout(
    db,
    indexText,
    rows.map((row) => text(row, 'session_id')),
  );
  const offered = `DELETE FROM offers WHERE kind = 'message' AND memory_id ${amongRows('SELECT CAST(value AS TEXT) FROM json_each(?)')}`;
  if (ids.length > 0) await db.run(offered, [JSON.stringify(ids)]);
  await dropEmptied(db, [...new Set(rows.map((row) => textOrNull(row, 'heap_id')))]);
  return ids.length;
}

/**
 * Of these heaps, deletes the empty ones, then their eras if they are empty. Adjusts the times of the remaining eras.
 */
export async function dropEmptied(db: SqlConnection, heaps: readonly (string | null)[]): Promise<void> {
  const among = amongKeys();
  const touched = [JSON.stringify(heaps)];
  const eras = await db.all(`SELECT DISTINCT era_id FROM heaps WHERE id ${among}`, touched);
  const left = [JSON.stringify(eras.map((row) => textOrNull(row, 'era_id')))];
  await db.run(
    `DELETE FROM heaps WHERE id ${among} AND NOT EXISTS (SELECT 1 FROM messages WHERE heap_id = heaps.id)`,
    touched,
  );
  await db.run(`DELETE FROM eras WHERE id ${among} AND NOT EXISTS (SELECT 1 FROM heaps WHERE era_id = eras.id)`, left);
  await db.run(`UPDATE eras SET started_at = ${edge('ASC')}, ended_at = ${edge('DESC')} WHERE id ${among}`, left);
}

/** The time of the first or last message of an era; unchanged if it has none. */
function edge(order: 'ASC' | 'DESC'): string {
  const column = order === 'ASC' ? 'started_at' : 'ended_at';
  return `coalesce((SELECT m.created_at FROM messages m CROSS JOIN heaps h ON h.id = m.heap_id AND h.era_id = eras.id
    WHERE m.user_id = eras.user_id AND m.created_at BETWEEN eras.started_at AND eras.ended_at
    ORDER BY m.created_at ${order} LIMIT 1), ${column})`;
}
