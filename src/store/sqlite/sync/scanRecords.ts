/** Finds what was changed here: rows whose content differs from the known hash, rows that are gone, and erased names. */
import type { SyncTable } from '../../../memory/sync/records.ts';
import { isRemovable, syncTables } from '../../../memory/sync/records.ts';
import { nextVersions } from '../../../memory/sync/versions.ts';
import type { Hash } from '../../../memory/shared/ports.ts';
import { number, text, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection, SqlRow } from '../engine/sqlConnection.ts';
import { keysOf, ownedBy } from './recordRows.ts';
import { arrayOf, recordTableOf } from './recordTables.ts';
import {
  contentHash,
  erasedVersions,
  isSentTombstone,
  notToSend,
  putStamp,
  tombstoneTable,
  versionsIn,
} from './stamps.ts';

/** Rows that are read at once. */
const batch = 2_000;

export interface ScanPorts {
  hash: Hash;
  machine: string;
  userId: string;
}

/** Returns the number of edits, including what was taken back and erased. */
export async function scanRecords(db: SqlConnection, ports: ScanPorts): Promise<number> {
  let edits = await scanTombstones(db);
  for (const table of syncTables) {
    edits += await scanRows(db, table, ports);
    edits += await scanMissing(db, table, ports);
  }
  return edits;
}

async function scanRows(db: SqlConnection, table: SyncTable, { hash, machine, userId }: ScanPorts): Promise<number> {
  const { key, counted, where } = recordTableOf(table);
  const sql = `SELECT r.rowid AS place, ${key} AS key, ${arrayOf(counted)} AS content, k.hash AS known, k.versions
    FROM ${table} r LEFT JOIN sync_stamps k ON k.table_name = '${table}' AND k.record_key = ${key}
    WHERE r.rowid > ?2 AND ${ownedBy(table)} AND ${where} ORDER BY r.rowid LIMIT ${String(batch)}`;
  let edits = 0;
  let rows: SqlRow[] = [];
  for (let after = 0; after === 0 || rows.length === batch; after = number(rows.at(-1) ?? { place: 0 }, 'place')) {
    rows = await db.all(sql, [userId, after]);
    for (const row of rows) {
      const content = contentHash(hash, text(row, 'content'));
      if (textOrNull(row, 'known') === content) continue;
      const versions = nextVersions(versionsIn(textOrNull(row, 'versions') ?? ''), machine);
      await putStamp(db, [table, text(row, 'key')], { versions, hash: content }, 'unsent');
      edits += 1;
    }
    if (rows.length === 0) break;
  }
  return edits;
}

/** What a person took back is an edit. What a vacuum deleted or an erasure took is none: a tombstone says it. */
async function scanMissing(db: SqlConnection, table: SyncTable, { machine, userId }: ScanPorts): Promise<number> {
  const missing = `table_name = '${table}' AND hash IS NOT NULL AND record_key NOT IN (${keysOf(recordTableOf(table))})`;
  if (!isRemovable(table)) {
    await db.run(
      `UPDATE sync_stamps SET hash = NULL, sent_in = coalesce(sent_in, ${String(notToSend)}) WHERE ${missing}`,
      [userId],
    );
    return 0;
  }
  const rows = await db.all(`SELECT record_key, versions FROM sync_stamps WHERE ${missing}`, [userId]);
  for (const row of rows) {
    const versions = nextVersions(versionsIn(text(row, 'versions')), machine);
    await putStamp(db, [table, text(row, 'record_key')], { versions, hash: null }, 'unsent');
  }
  return rows.length;
}

async function scanTombstones(db: SqlConnection): Promise<number> {
  const { changes } = await db.run(
    `INSERT INTO sync_stamps (table_name, record_key, hash, versions, sent_in)
     SELECT '${tombstoneTable}', uid, coalesce(until, '-'), '${erasedVersions}', NULL FROM tombstones WHERE ${isSentTombstone}
     ON CONFLICT (table_name, record_key) DO UPDATE SET hash = excluded.hash, sent_in = NULL
       WHERE sync_stamps.hash IS NOT excluded.hash`,
  );
  return changes;
}
