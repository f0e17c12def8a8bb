/**
 * Finds what was changed here: rows whose content differs from the known hash, rows that are gone, and erased names.
 *
 * It works in steps, so that other writers never wait long. A step reads a part of a table; only if it finds something,
 * a short transaction looks at that part again and stamps it. What changes behind the current part is found by the next
 * scan. Tables come before those that they name, and a row is stamped together with its session: a bundle with a row
 * whose session is in a later bundle could never be merged.
 */
import { amongKeys, amongNumbers } from '../../sql/connection/among.ts';
import type { SyncTable } from '../../../memory/sync/records.ts';
import { syncedNames } from '../../../schema/tables.ts';
import { isRemovable } from '../../../memory/sync/records.ts';
import type { ScanOptions } from '../../../memory/sync/syncStore.ts';
import { nextVersions } from '../../../memory/sync/versions.ts';
import type { Hash } from '../../../memory/shared/ports.ts';
import { yieldToOthers } from '../../../util/yieldToOthers.ts';
import { number, text, textOrNull } from '../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../../sql/connection/sqlConnection.ts';
import { keysOf, ownedBy, readRecord } from './recordRows.ts';
import { arrayOf, editedAtOf, recordTableOf } from './recordTables.ts';
import {
  contentHash,
  erasedVersions,
  isSentTombstone,
  notToSend,
  putStamp,
  stampOf,
  tombstoneTable,
  versionsIn,
} from './stamps.ts';
import { readSyncState } from './syncStateRow.ts';

interface ScanPorts {
  hash: Hash;
  machine: string;
  /** The only user. Rejects where a sync makes no sense, also if that came about between two steps. */
  userIn: (db: SqlConnection) => Promise<string>;
}

/** Rows that one step reads. */
const defaultRows = 1_000;

/** What a step found: the names of rows to look at again, and where the next step begins. */
interface Found {
  suspects: readonly string[];
  next: string | undefined;
}

interface Part {
  find: (db: SqlConnection, userId: string, after: string, rows: number) => Promise<Found>;
  /** Returns the number of edits. */
  stamp: (db: SqlConnection, userId: string, suspects: readonly string[]) => Promise<number>;
}

/** Returns the number of edits, including what was taken back and erased. */
export async function scanRecords(
  engine: SqlEngine,
  { userIn, ...ports }: ScanPorts,
  { shouldContinue = () => Promise.resolve(true), rows = defaultRows }: ScanOptions = {},
): Promise<number> {
  let edits = 0;
  for (const { find, stamp } of partsOf(ports)) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after;
      const { suspects, next } = await engine.read(async (db) => find(db, await userIn(db), from, rows));
      if (suspects.length > 0) {
        const stamped = await engine.write(async (db) =>
          (await readSyncState(db))?.machine === ports.machine ? stamp(db, await userIn(db), suspects) : undefined,
        );
        // The sync was turned off or set up again by another process.
        if (stamped === undefined) return edits;
        edits += stamped;
        await yieldToOthers();
      } else if (next !== undefined) await yieldToOthers(0);
      if (!(await shouldContinue())) return edits;
      after = next;
    }
  }
  return edits;
}

type StampPorts = Omit<ScanPorts, 'userIn'>;

function partsOf(ports: StampPorts): Part[] {
  return [
    tombstonesPart(),
    ...syncedNames.toReversed().flatMap((table) => [rowsPart(table, ports), missingPart(table, ports)]),
  ];
}

function rowsPart(table: SyncTable, ports: StampPorts): Part {
  const spec = recordTableOf(table);
  const condition = `r.rowid > ?2 AND ${ownedBy(table)} AND ${spec.where} ORDER BY r.rowid LIMIT ?3`;
  return {
    async find(db, userId, after, limit) {
      const rows = await db.all(versionsSql(table, condition), [userId, Number(after), limit]);
      const changed = rows.filter((row) => contentHash(ports.hash, text(row, 'content')) !== textOrNull(row, 'known'));
      const last = rows.length < limit ? undefined : rows.at(-1);
      return { suspects: changed.map(placeOf), next: last && placeOf(last) };
    },
    async stamp(db, userId, places) {
      const edits = await stampRows(db, table, ports, userId, places);
      const session = sessionColumn[table];
      if (session === undefined) return edits;
      const sessions = await db.all(
        `SELECT DISTINCT s.rowid AS place FROM ${table} r JOIN sessions s ON s.id = r.${session}
         WHERE r.rowid ${amongNumbers()}`,
        [JSON.stringify(places.map(Number))],
      );
      return edits + (await stampRows(db, 'sessions', ports, userId, sessions.map(placeOf)));
    },
  };
}

/** The column with the session without which another machine cannot store a row. */
const sessionColumn: Partial<Record<SyncTable, string>> = {
  session_summaries: 'id',
  conversation_chunks: 'session_id',
  facts: 'source_session',
  hypotheses: 'session_id',
  messages: 'session_id',
  muted_memories: 'memory_uid',
};

async function stampRows(
  db: SqlConnection,
  table: SyncTable,
  { hash, machine }: StampPorts,
  userId: string,
  places: readonly string[],
): Promise<number> {
  const among = `r.rowid ${amongNumbers('?2')} AND ${ownedBy(table)} AND ${recordTableOf(table).where}`;
  let edits = 0;
  for (const row of await db.all(versionsSql(table, among), [userId, JSON.stringify(places.map(Number))])) {
    const content = contentHash(hash, text(row, 'content'));
    if (textOrNull(row, 'known') === content) continue;
    const versions = nextVersions(versionsIn(textOrNull(row, 'versions') ?? ''), machine, textOrNull(row, 'edited_at'));
    await putStamp(db, [table, text(row, 'key')], { versions, hash: content }, 'unsent');
    edits += 1;
  }
  return edits;
}

/** Rows beside what is known about them; `?1` is the only user. */
function versionsSql(table: SyncTable, condition: string): string {
  const { key, counted } = recordTableOf(table);
  return `SELECT r.rowid AS place, ${key} AS key, ${arrayOf(counted)} AS content, ${editedAtOf(table)} AS edited_at,
    k.hash AS known, k.versions
    FROM ${table} r LEFT JOIN sync_stamps k ON k.table_name = '${table}' AND k.record_key = ${key} WHERE ${condition}`;
}

function placeOf(row: SqlRow): string {
  return String(number(row, 'place'));
}

/** What a person took back is an edit. What a vacuum deleted or an erasure took is none: a tombstone says it. */
function missingPart(table: SyncTable, { machine }: StampPorts): Part {
  const missing = `SELECT record_key FROM sync_stamps WHERE table_name = '${table}' AND hash IS NOT NULL
    AND record_key > ?2 AND record_key NOT IN (${keysOf(recordTableOf(table))}) ORDER BY record_key LIMIT ?3`;
  return {
    async find(db, userId, after, limit) {
      const keys = (await db.all(missing, [userId, after, limit])).map((row) => text(row, 'record_key'));
      return { suspects: keys, next: keys.length < limit ? undefined : keys.at(-1) };
    },
    async stamp(db, userId, keys) {
      let edits = 0;
      for (const key of keys) {
        const stamp = await stampOf(db, table, key);
        if (stamp === undefined || stamp.hash === null || (await readRecord(db, table, key, userId)) !== undefined)
          continue;
        if (isRemovable(table)) {
          const versions = nextVersions(stamp.versions, machine, null);
          await putStamp(db, [table, key], { versions, hash: null }, 'unsent');
          edits += 1;
          continue;
        }
        await db.run(
          `UPDATE sync_stamps SET hash = NULL, sent_in = coalesce(sent_in, ${String(notToSend)})
           WHERE table_name = ? AND record_key = ?`,
          [table, key],
        );
      }
      return edits;
    },
  };
}

function tombstonesPart(): Part {
  return {
    async find(db, _userId, after, limit) {
      const rows = await db.all(
        `SELECT t.uid FROM tombstones t LEFT JOIN sync_stamps k ON k.table_name = '${tombstoneTable}' AND k.record_key = t.uid
         WHERE t.uid > ? AND ${isSentTombstone} AND k.hash IS NOT coalesce(t.until, '-') ORDER BY t.uid LIMIT ?`,
        [after, limit],
      );
      const uids = rows.map((row) => text(row, 'uid'));
      return { suspects: uids, next: uids.length < limit ? undefined : uids.at(-1) };
    },
    async stamp(db, _userId, uids) {
      const { changes } = await db.run(
        `INSERT INTO sync_stamps (table_name, record_key, hash, versions, sent_in)
         SELECT '${tombstoneTable}', uid, coalesce(until, '-'), '${erasedVersions}', NULL FROM tombstones
         WHERE uid ${amongKeys()} AND ${isSentTombstone}
         ON CONFLICT (table_name, record_key) DO UPDATE SET hash = excluded.hash, sent_in = NULL
           WHERE sync_stamps.hash IS NOT excluded.hash`,
        [JSON.stringify(uids)],
      );
      return changes;
    },
  };
}
