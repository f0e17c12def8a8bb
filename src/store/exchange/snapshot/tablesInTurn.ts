/** A record with an entry for each table of a snapshot, made one after another in the order of the tables. */
import type { SnapshotTable } from '../../../memory/upkeep/snapshot.ts';
import { snapshotTables } from '../../../memory/upkeep/snapshot.ts';
import { mapInTurn } from '../../sql/connection/inTurn.ts';

export async function recordOfTablesInTurn<T>(
  entryOf: (table: SnapshotTable) => Promise<T>,
): Promise<Record<SnapshotTable, T>> {
  const entries = await mapInTurn(snapshotTables, async (table) => [table, await entryOf(table)] as const);
  return Object.fromEntries(entries) as Record<SnapshotTable, T>;
}
