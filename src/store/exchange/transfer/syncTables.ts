/**
 * Makes the rows of the target equal to those of the source, batch by batch. Each batch is compared with the rows of
 * the target in the same range of keys, in the transaction that writes the difference. So a transfer that was killed
 * continues where it was and doubles nothing, although rows of the source changed in the meantime.
 */
import type { SqlConnection, SqlEngine } from '../../sql/connection/sqlConnection.ts';
import { batchesOf } from './batches.ts';
import { compareRows } from './compareRows.ts';
import type { Row, Table } from './rows.ts';
import { readRows } from './rows.ts';
import { checkRun } from '../transferMark.ts';
import { deleteRows, insertRows, updateRows } from './writeRows.ts';

export interface Written {
  added: number;
  updated: number;
  removed: number;
}

export interface SyncContext {
  /** One snapshot. */
  source: SqlConnection;
  target: SqlEngine;
  run: string;
  /** Called after each batch with its rows; throws to stop. */
  afterBatch: (table: string, rows: number) => void;
}

type Step = 'remove' | 'update' | 'add';

/**
 * `started`: the target may have rows of an earlier run, and the source may have changed since. Adds what it wrote to
 * `written` after each batch, so that the caller knows it also if the work stops.
 */
export async function syncTables(
  context: SyncContext,
  tables: readonly Table[],
  state: 'empty' | 'started',
  written: Written,
): Promise<void> {
  const sync = async (table: Table, steps: readonly Step[], counts: 'counted' | 'not counted'): Promise<void> =>
    syncTable(context, table, steps, { written, counts });
  for (const table of tables) {
    // What no longer exists must not collide with what replaced it; rows that others refer to go last.
    if (state === 'started' && table.isParent) await sync(table, ['update'], 'not counted');
    await sync(table, table.isParent ? ['add'] : ['remove', 'update', 'add'], 'counted');
  }
  const parents = state === 'started' ? tables.filter(({ isParent }) => isParent).toReversed() : [];
  for (const table of parents) await sync(table, ['remove'], 'not counted');
}

async function syncTable(
  { source, target, run, afterBatch }: SyncContext,
  table: Table,
  steps: readonly Step[],
  { written, counts }: { written: Written; counts: 'counted' | 'not counted' },
): Promise<void> {
  for await (const { rows, range } of batchesOf(source, table)) {
    const done = await target.write(async (db) => {
      await checkRun(db, run);
      return applyTo(db, table, rows, await readRows(db, table, range), steps);
    });
    written.added += done.added;
    written.updated += done.updated;
    written.removed += done.removed;
    afterBatch(table.name, counts === 'counted' ? rows.length : 0);
  }
}

async function applyTo(
  db: SqlConnection,
  table: Table,
  source: readonly Row[],
  target: readonly Row[],
  steps: readonly Step[],
): Promise<Written> {
  const { missing, changed, extra } = compareRows(source, target);
  const rowsFor = (step: Step, rows: readonly Row[]): readonly Row[] => (steps.includes(step) ? rows : []);
  const [removed, updated, added] = [rowsFor('remove', extra), rowsFor('update', changed), rowsFor('add', missing)];
  await deleteRows(db, table, removed);
  await updateRows(db, table, updated);
  await insertRows(db, table, added);
  return { added: added.length, updated: updated.length, removed: removed.length };
}
