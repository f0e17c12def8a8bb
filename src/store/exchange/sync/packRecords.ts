/** What was changed here and not sent yet, for the next bundle, and an outline of it for the person who decides. */
import { amongKeys } from '../../sql/connection/among.ts';
import type { SyncRecord, SyncTable, SyncTombstone } from '../../../memory/sync/records.ts';
import { syncedNames } from '../../../schema/tables.ts';
import { isRemovable } from '../../../memory/sync/records.ts';
import type { Packed, SyncOutline } from '../../../memory/sync/syncStore.ts';
import { number, text, textOrNull } from '../../sql/connection/rowReader.ts';
import { ownProjects } from '../../sql/shared/projectScope.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import { ownedBy, readRecord } from './recordRows.ts';
import { recordTableOf } from './recordTables.ts';
import { erasedVersions, isSentTombstone, notToSend, tombstoneTable, versionsIn } from './stamps.ts';

/** In characters: a bundle ends after the record that reaches it. */
const maxLength = 8_000_000;

/** Undefined if there is nothing to send. */
export async function packRecords(db: SqlConnection, userId: string, max: number): Promise<Packed | undefined> {
  const tombstones = await unsentTombstones(db, max);
  const records: SyncRecord[] = [];
  const keys: [string, string, string][] = tombstones.map(({ uid }) => [tombstoneTable, uid, erasedVersions]);
  let length = 0;
  for (const table of syncedNames) {
    for (const row of await unsent(db, table, max - keys.length)) {
      const key = text(row, 'record_key');
      const found = await readRecord(db, table, key, userId);
      keys.push([table, key, text(row, 'versions')]);
      if (found === undefined && !isRemovable(table)) continue;
      records.push({ table, key, versions: versionsIn(text(row, 'versions')), row: found?.row ?? null });
      length += found?.content.length ?? 0;
      if (length >= maxLength)
        return { keys, content: { tombstones, records, projects: await namesOf(db, records, userId) } };
    }
  }
  return keys.length === 0
    ? undefined
    : { keys, content: { tombstones, records, projects: await namesOf(db, records, userId) } };
}

async function unsent(db: SqlConnection, table: SyncTable, max: number): ReturnType<SqlConnection['all']> {
  const sql = `SELECT record_key, versions FROM sync_stamps WHERE sent_in IS NULL AND table_name = ? LIMIT ?`;
  return max <= 0 ? [] : db.all(sql, [table, max]);
}

async function unsentTombstones(db: SqlConnection, max: number): Promise<SyncTombstone[]> {
  const rows = await db.all(
    `SELECT t.uid, t.kind, t.until, t.erased_at FROM sync_stamps k JOIN tombstones t ON t.uid = k.record_key
     WHERE k.table_name = ? AND k.sent_in IS NULL LIMIT ?`,
    [tombstoneTable, max],
  );
  return rows.map((row) => ({
    uid: text(row, 'uid'),
    kind: text(row, 'kind'),
    until: textOrNull(row, 'until'),
    erasedAt: text(row, 'erased_at'),
  }));
}

async function namesOf(
  db: SqlConnection,
  records: readonly SyncRecord[],
  userId: string,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const key of new Set(records.flatMap(({ row }) => [row?.['project_id'] ?? null]))) {
    if (typeof key !== 'string') continue;
    const row = await db.get(`SELECT name FROM (${ownProjects('?')}) p WHERE key = ?`, [userId, key]);
    if (row !== undefined) names[key] = text(row, 'name');
  }
  return names;
}

/** A version that came after the bundle was packed stays unsent. */
export async function markSent(db: SqlConnection, keys: Packed['keys'], sequence: number): Promise<void> {
  const sql = `UPDATE sync_stamps SET sent_in = ?
    WHERE table_name = ? AND record_key = ? AND versions = ? AND sent_in IS NULL`;
  for (const key of keys) await db.run(sql, [sequence, ...key]);
}

/** `sequence`: only what this bundle of this machine and later ones contained. */
export async function sendAgain(db: SqlConnection, which: 'resend' | number): Promise<void> {
  const from = which === 'resend' ? notToSend : which;
  await db.run(
    `UPDATE sync_stamps SET sent_in = NULL WHERE sent_in >= ? AND (hash IS NOT NULL OR table_name ${amongKeys()})`,
    [from, JSON.stringify(syncedNames.filter(isRemovable))],
  );
}

/** Everything that a first run would send; `unsent` also counts what no scan has found yet. */
export async function outlineOf(db: SqlConnection, userId: string): Promise<SyncOutline> {
  const counts: SyncOutline['counts'] = [];
  const add = async (table: SyncTable | typeof tombstoneTable, sql: string, params: string[]): Promise<void> => {
    const total = number((await db.get(sql, params)) ?? {}, 'n');
    const settled = `SELECT count(*) AS n FROM sync_stamps WHERE table_name = ? AND sent_in IS NOT NULL AND hash IS NOT NULL`;
    const sent = number((await db.get(settled, [table])) ?? {}, 'n');
    if (total > 0) counts.push({ table, total, unsent: Math.max(0, total - sent) });
  };
  for (const table of syncedNames) {
    const { where } = recordTableOf(table);
    await add(table, `SELECT count(*) AS n FROM ${table} r WHERE ${ownedBy(table)} AND ${where}`, [userId]);
  }
  await add(tombstoneTable, `SELECT count(*) AS n FROM tombstones WHERE ${isSentTombstone}`, []);
  const used = ['sessions', 'facts', 'hypotheses'].map((name) => `SELECT project_id FROM ${name} WHERE user_id = ?1`);
  const projects = await db.all(`SELECT key FROM projects WHERE id IN (${used.join(' UNION ')}) ORDER BY key`, [
    userId,
  ]);
  return { counts, projects: projects.map((row) => text(row, 'key')) };
}
