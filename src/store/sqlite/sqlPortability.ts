/** Export: every canonical row, in the order of its id, so that the same store always gives the same document. */
import type { NewId } from '../../memory/ports.ts';
import { recordOfTables } from '../../memory/portability.ts';
import type { PortabilityStore, Snapshot, SnapshotRow, SnapshotTable } from '../../memory/portability.ts';
import type { IndexText } from '../../memory/store.ts';
import { mergeSnapshot } from './mergeSnapshot.ts';
import { latestVersion } from './migrations/migrations.ts';
import { snapshotColumns } from './snapshotColumns.ts';
import type { SqlConnection, SqliteEngine, SqlRow } from './sqlConnection.ts';

export function createSqlPortability(engine: SqliteEngine, indexText: IndexText, newId: NewId): PortabilityStore {
  return {
    read: (now) =>
      engine.read((db): Snapshot => ({
        format: 'bigmind',
        schema_version: latestVersion,
        exported_at: now,
        tables: recordOfTables((table) => readTable(db, table)),
      })),
    merge: (snapshot) => engine.write((db) => mergeSnapshot(db, indexText, newId, snapshot)),
  };
}

function readTable(db: SqlConnection, table: SnapshotTable): SnapshotRow[] {
  const names = snapshotColumns[table].map((column) => column.name);
  return db.all(`SELECT ${names.join(', ')} FROM ${table} ORDER BY id`).map((row) => plainRow(row, names));
}

function plainRow(row: SqlRow, names: readonly string[]): SnapshotRow {
  return Object.fromEntries(
    names.map((name) => {
      const value = row[name] ?? null;
      // Nothing of ours is binary; a program that stored text as bytes meant text.
      return [name, value instanceof Uint8Array ? new TextDecoder().decode(value) : value];
    }),
  );
}
