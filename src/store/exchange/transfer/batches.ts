/** Reads the rows of a table in batches that fit into memory, whatever the length of their texts. */
import type { SqlConnection, SqlValue } from '../../sql/connection/sqlConnection.ts';
import type { KeyRange, Row, Table } from './rows.ts';
import { readRows } from './rows.ts';

interface Batch {
  rows: readonly Row[];
  /** The keys that it covers; the last batch has no end. A table without rows has one empty batch. */
  range: KeyRange;
}

const maxRows = 100;
const firstRows = 50;
/** Characters in a batch, about. */
const batchLength = 100_000;

export async function* batchesOf(db: SqlConnection, table: Table): AsyncGenerator<Batch> {
  let after: readonly SqlValue[] | undefined;
  for (let size = firstRows; ;) {
    const rows = await readRows(db, table, [after, undefined], size);
    const isLast = rows.length < size;
    const upTo = isLast ? undefined : rows.at(-1)?.key;
    yield { rows, range: [after, upTo] };
    if (isLast) return;
    after = upTo;
    const length = rows.reduce((sum, { text }) => sum + text.length, 0);
    size = Math.max(1, Math.min(maxRows, Math.floor((batchLength / Math.max(1, length)) * size)));
  }
}
