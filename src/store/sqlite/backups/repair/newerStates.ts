/**
 * A repaired store starts with an older backup, and merging only adds to it. If the damaged store and the backup both
 * have a row, the damaged store's row is newer. It is used if its version is higher, or if the role of a user differs.
 */
import type { IndexText } from '../../../../memory/shared/ports.ts';
import type { MemoryKind } from '../../../../memory/shared/vocabulary.ts';
import type { Snapshot, SnapshotRow, SnapshotTable } from '../../../../memory/upkeep/snapshot.ts';
import { snapshotTables } from '../../../../memory/upkeep/snapshot.ts';
import { isVersioned, tables } from '../../../../schema/tables.ts';
import { number, text } from '../../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';
import { refreshDocument } from '../../../sql/index/memoryIndex.ts';
import { erasedRole } from '../../../sql/shared/accessRights.ts';
import { snapshotColumns } from '../../../exchange/snapshot/snapshotColumns.ts';
import type { Salvage } from './salvage.ts';
import { filterInTurn } from '../../../sql/connection/inTurn.ts';

interface Versioned {
  table: SnapshotTable;
  key: string;
  kind: MemoryKind | undefined;
}

const versioned: readonly Versioned[] = snapshotTables.filter(isVersioned).map((table) => {
  const { columns, kind } = tables[table];
  return { table, key: 'uid' in columns ? 'uid' : 'id', kind };
});

interface NewerState {
  place: Versioned;
  row: SnapshotRow;
}

/**
 * Called before the merge, which treats rows with the same content as one memory. Otherwise an outdated row of one
 * memory could match another memory whose current content equals it.
 */
export async function takeNewerStates(db: SqlConnection, { tables }: Salvage): Promise<NewerState[]> {
  const taken: NewerState[] = [];
  for (const place of versioned) {
    const { table, key } = place;
    for (const row of tables[table]) {
      const ours = await db.get(`SELECT version FROM ${table} WHERE ${key} = ?`, [row[key] ?? null]);
      if (ours === undefined || number(ours, 'version') >= Number(row['version'])) continue;
      if (await write(db, place, row)) taken.push({ place, row });
    }
  }
  return taken;
}

/**
 * Called after the merge, which added the rows that these rows refer to. Returns the number of updated rows per table.
 * Roles come only from rows that SQLite itself could read: a loose page may have one that was revoked since.
 */
export async function finishNewerStates(
  db: SqlConnection,
  indexText: IndexText,
  taken: readonly NewerState[],
  { tables, people }: Salvage,
): Promise<Record<string, number>> {
  const updated: Record<string, number> = {};
  const countOne = (table: SnapshotTable): void => {
    updated[table] = (updated[table] ?? 0) + 1;
  };
  const sessions = new Set<unknown>();
  for (const { place, row } of taken) {
    await write(db, place, row);
    countOne(place.table);
    if (place.table === 'sessions') sessions.add(row['id']);
  }
  // A session's summary has no version; it follows that of the session.
  for (const row of tables.session_summaries.filter(({ id }) => sessions.has(id))) {
    if (await update(db, 'session_summaries', 'id', row, namesIn('session_summaries', 'id')))
      countOne('session_summaries');
  }
  for (const { place, row } of taken) {
    const found = await db.get(`SELECT id FROM ${place.table} WHERE ${place.key} = ?`, [row[place.key] ?? null]);
    const id = found?.['id'];
    if (place.kind !== undefined && (typeof id === 'number' || typeof id === 'string'))
      await refreshDocument(db, indexText, place.kind, id);
  }
  for (const { id, role } of people) {
    if (role === erasedRole) continue;
    const sql = 'UPDATE users SET role = ? WHERE id = ? AND role IS NOT ?';
    if ((await db.run(sql, [role ?? null, id ?? null, role ?? null])).changes > 0) countOne('users');
  }
  return updated;
}

/** Links whose target does not exist yet keep their old value. False if the store rejects the row. */
async function write(db: SqlConnection, { table, key }: NewerState['place'], row: SnapshotRow): Promise<boolean> {
  const lost = new Set(
    (
      await filterInTurn(await db.all(`PRAGMA foreign_key_list(${table})`), async (link) => {
        const value = row[text(link, 'from')] ?? null;
        return (
          value !== null && (await db.get(`SELECT 1 FROM ${text(link, 'table')} WHERE id = ?`, [value])) === undefined
        );
      })
    ).map((link) => text(link, 'from')),
  );
  return update(
    db,
    table,
    key,
    row,
    namesIn(table, key).filter((name) => !lost.has(name)),
  );
}

function namesIn(table: SnapshotTable, key: string): string[] {
  return snapshotColumns[table].map(({ name }) => name).filter((name) => name !== 'id' && name !== key);
}

async function update(
  db: SqlConnection,
  table: keyof Snapshot['tables'],
  key: string,
  row: SnapshotRow,
  names: string[],
) {
  const sql = `UPDATE OR IGNORE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${key} = ?`;
  return (await db.run(sql, [...names.map((name) => row[name] ?? null), row[key] ?? null])).changes > 0;
}
