/**
 * The use of facts over SQL, in columns of their rows: since when a fact was not used, and on how many days it was. Noting
 * a use is no change of the fact, so its version, its audit and its change time stay.
 */
import { amongNumbers } from '../connection/among.ts';
import type { FactUse } from '../../../memory/fading/faded.ts';
import type { FadingStore, UnusedQuery } from '../../../memory/fading/fading.ts';
import type { Hash } from '../../../memory/shared/ports.ts';
import { number, numberOr, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { noteFact } from '../facts/factAudit.ts';
import { typeFromRow } from '../facts/factRow.ts';
import type { Condition } from '../index/liveFacts.ts';
import { isLive } from '../index/liveFacts.ts';
import { keepImages } from '../shared/changeImages.ts';
import type { Undoer } from '../shared/changeImages.ts';
import { originFrom } from '../shared/originColumn.ts';
import { readPinned } from '../shared/sameStatements.ts';

export function createSqlFading(engine: SqlEngine, hash: Hash, now: () => Date): FadingStore {
  const readAt = (): string => now().toISOString();
  return {
    unused: (query) =>
      engine.read(async (db) => {
        const facts = await readUnused(db, query, { hash, now: readAt() });
        const since = { recordedSince: await recordedSince(db), chatsSince: await chatsSince(db, query) };
        return { facts, ...since };
      }),
    note: async ({ userId, ids, now: at }) => {
      const first = isAmong(userId, ids);
      const day = at.slice(0, 10);
      const where = `${first.sql} AND coalesce(unused_since, '') < ?`;
      const params = [...first.params, day];
      const isAny = await engine.read((db) => db.get(`SELECT 1 FROM facts WHERE ${where} LIMIT 1`, params));
      if (isAny === undefined) return;
      const sql = `UPDATE facts SET unused_since = ?, used_days = used_days + 1 WHERE ${where}`;
      await engine.write((db) => db.run(sql, [at, ...params]), userId);
    },
    refresh: (use) => engine.write((db) => refreshFact(db, use), use.userId),
  };
}

/** The plus keeps SQLite from reading all facts of the user. */
function isAmong(userId: string, ids: readonly number[]): Condition {
  const sql = `+user_id = ? AND id ${amongNumbers()}`;
  return { sql, params: [userId, JSON.stringify(ids)] };
}

async function refreshFact(
  db: SqlConnection,
  { userId, id, now, by }: Parameters<FadingStore['refresh']>[0],
): Promise<boolean> {
  const live = isLive('facts', now);
  const sql = `SELECT unused_since, used_days FROM facts WHERE id = ? AND user_id = ? AND ${live.sql}`;
  const before = await db.get(sql, [id, userId, ...live.params]);
  if (before === undefined) return false;
  const after = { unused_since: now, used_days: number(before, 'used_days') + 1 };
  await setUse(db, id, after);
  await noteFact(db, 'confirm', id, { by, now });
  await keepImages(db, { by, now }, [{ kind: 'use', key: String(id), before, after }]);
  return true;
}

async function setUse(db: SqlConnection, id: number, use: SqlRow): Promise<void> {
  const params = [textOrNull(use, 'unused_since'), numberOr(use, 'used_days', 0), id];
  await db.run('UPDATE facts SET unused_since = ?, used_days = ? WHERE id = ?', params);
}

/** A use that was noted in the meantime is lost with it; the next one is noted again. */
export const useUndoer: Undoer = {
  kinds: ['use'],
  async undo(db, images, { now, by }) {
    for (const { key, before } of images) {
      await setUse(db, Number(key), before ?? {});
      await noteFact(db, 'take_back', Number(key), { by, now });
    }
    return 'undone';
  },
};

/** What expires never fades, and few facts do, so they are left out here; the domain knows what else never fades. */
async function readUnused(
  db: SqlConnection,
  { userId, before, ids }: UnusedQuery,
  { hash, now }: { hash: Hash; now: string },
): Promise<FactUse[]> {
  const conditions: Condition[] = [
    ids === undefined ? { sql: 'user_id = ?', params: [userId] } : isAmong(userId, ids),
    { sql: 'f.expires_at IS NULL', params: [] },
    isLive('f', now),
    {
      sql: `coalesce(f.updated_at, f.created_at, '') < ? AND coalesce(f.unused_since, '') < ?`,
      params: [before, before],
    },
  ];
  const where = conditions.map(({ sql }) => sql).join(' AND ');
  const params: SqlValue[] = conditions.flatMap((condition) => condition.params);
  const columns = `f.id, f.category, f.memory_type, f.confidence, f.origin, f.expires_at, f.content_hash,
    coalesce(f.updated_at, f.created_at, '') AS changed_at, f.unused_since, f.used_days`;
  const rows = await db.all(`SELECT ${columns} FROM facts f WHERE ${where} ORDER BY f.id`, params);
  const pinned = rows.length === 0 ? new Set<string>() : await readPinned(db, userId, hash);
  return rows.map((row) => useFromRow(row, pinned));
}

function useFromRow(row: SqlRow, pinned: ReadonlySet<string>): FactUse {
  return {
    id: number(row, 'id'),
    type: typeFromRow(row),
    confidence: numberOr(row, 'confidence', 1),
    origin: originFrom(row),
    expiresAt: textOrNull(row, 'expires_at'),
    isPinned: pinned.has(textOr(row, 'content_hash', '')),
    changedAt: textOr(row, 'changed_at', ''),
    unusedSince: textOrNull(row, 'unused_since'),
    usedDays: number(row, 'used_days'),
  };
}

/** The version that added the columns of use. */
const useVersion = 17;

async function recordedSince(db: SqlConnection): Promise<string> {
  const row = await db.get('SELECT applied_at FROM schema_migrations WHERE version = ?', [useVersion]);
  return textOr(row ?? {}, 'applied_at', '');
}

/** Sessions among which days are looked for; a program that opens more in these days is no person. */
const maxSessions = 2_000;

/** An imported conversation took place elsewhere. */
async function chatsSince(db: SqlConnection, { userId, chatDays }: UnusedQuery): Promise<string | null> {
  const last = `SELECT started_at FROM sessions WHERE user_id = ? AND origin = 'live' ORDER BY started_at DESC LIMIT ?`;
  const days = `SELECT DISTINCT substr(started_at, 1, 10) AS day FROM (${last}) AS s`;
  const sql = `SELECT day FROM (${days}) AS d ORDER BY day DESC LIMIT 1 OFFSET ?`;
  const row = await db.get(sql, [userId, maxSessions, chatDays - 1]);
  return row === undefined ? null : text(row, 'day');
}
