/** Compares all rows of both stores after copying, and hashes them in the same form and order. */
import type { Hash } from '../../../memory/shared/ports.ts';
import type { ComparedTable } from '../../../memory/upkeep/transfer.ts';
import { mapInTurn } from '../../sql/connection/inTurn.ts';
import { batchesOf } from './batches.ts';
import { compareRows } from './compareRows.ts';
import type { Row, Table } from './rows.ts';
import { keyText, readRows } from './rows.ts';
import type { SyncContext } from './syncTables.ts';

export interface Comparison {
  tables: ComparedTable[];
  /** Texts of the source with a replaced character. */
  replacedTexts: number;
}

const maxExamples = 5;

export async function compareTables(
  context: Omit<SyncContext, 'run'>,
  tables: readonly Table[],
  hash: Hash,
): Promise<Comparison> {
  const compared = await mapInTurn(tables, (table) => compareTable(context, table, hash));
  return {
    tables: compared.map(({ result }) => result),
    replacedTexts: compared.reduce((sum, { replaced }) => sum + replaced, 0),
  };
}

async function compareTable(
  { source, target, afterBatch }: Omit<SyncContext, 'run'>,
  table: Table,
  hash: Hash,
): Promise<{ result: ComparedTable; replaced: number }> {
  const result = { table: table.name, rows: 0, sourceHash: '', targetHash: '', missing: 0, extra: 0, changed: 0 };
  const examples: string[] = [];
  let replaced = 0;
  for await (const { rows, range } of batchesOf(source, table)) {
    const copies = await target.read((db) => readRows(db, table, range));
    const { missing, changed, extra } = compareRows(rows, copies);
    result.rows += rows.length;
    result.missing += missing.length;
    result.changed += changed.length;
    result.extra += extra.length;
    result.sourceHash = chained(hash, result.sourceHash, rows);
    result.targetHash = chained(hash, result.targetHash, copies);
    examples.push(...[...missing, ...changed, ...extra].slice(0, maxExamples - examples.length).map(keyText));
    replaced += rows.reduce((sum, row) => sum + row.replaced, 0);
    afterBatch(table.name, rows.length);
  }
  return { result: { ...result, examples }, replaced };
}

/** The hash of all rows so far. Both sides have the same batches, by the keys of the source. */
function chained(hash: Hash, before: string, rows: readonly Row[]): string {
  return hash([before, ...rows.map(({ text }) => text)].join('\n'));
}
