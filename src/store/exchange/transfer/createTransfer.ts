/**
 * A transfer between two engines, one of which is SQLite. All rows come from one snapshot of the source, which is open
 * until they are copied and compared: the one transaction that waits for more than its connection. If others changed the
 * source meanwhile, another snapshot brings that. Then one transaction builds the index of the target and removes the
 * mark.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { counted } from '../../../util/text.ts';
import { unfitText } from '../../../memory/upkeep/transfer.ts';
import type { Hash, IndexText, NewId } from '../../../memory/shared/ports.ts';
import type {
  ComparedTable,
  Transfer,
  TransferPlan,
  TransferReport,
  TransferStage,
  TransferWatch,
  UnfitRows,
} from '../../../memory/upkeep/transfer.ts';
import { mapInTurn } from '../../sql/connection/inTurn.ts';
import type { SqlConnection, SqlEngine } from '../../sql/connection/sqlConnection.ts';
import { copiesMark } from '../../sql/governance/erasure/hiddenRows.ts';
import { rebuildIndex } from '../../sql/index/memoryIndex.ts';
import type { Comparison } from './compareTables.ts';
import { compareTables } from './compareTables.ts';
import type { LastNumbers } from './lastNumbers.ts';
import { readLastNumbers, setLastNumbers } from './lastNumbers.ts';
import type { Table } from './rows.ts';
import { columnsOf, countRows } from './rows.ts';
import type { Written } from './syncTables.ts';
import { syncTables } from './syncTables.ts';
import { readUserIds, start, targetState } from './targetState.ts';
import { checkRun, dropMark } from '../transferMark.ts';
import { copiedTables } from './transferTables.ts';
import { findUnfitRows, findUnknownColumns } from './unfitRows.ts';

/** Reads the target, and creates nothing there. */
export type Peek = <T>(work: (db: SqlConnection) => Promise<T>) => Promise<T>;

interface TransferStores {
  source: SqlEngine;
  target: SqlEngine;
  peek: Peek;
  /** Their names for people, without a password. */
  from: string;
  to: string;
}

interface TransferPorts {
  hash: Hash;
  newId: NewId;
  indexText: IndexText;
  now: () => Date;
}

interface Copied {
  comparison: Comparison;
  last: LastNumbers;
}

export function createTransfer(stores: TransferStores, ports: TransferPorts): Transfer {
  const { source, target, from, to } = stores;
  return {
    async plan(): Promise<TransferPlan> {
      const { bytes } = await source.describe();
      return source.read((db) =>
        stores.peek(async (inside) => {
          const tables = await readTables(db, inside);
          const counts = await mapInTurn(tables, async ({ name }) => ({
            table: name,
            rows: await countRows(db, name),
          }));
          const state = await targetState(inside, await readUserIds(db));
          return { from, to, bytes, tables: counts, target: state, unfit: await findUnfit(db, inside, tables) };
        }),
      );
    },
    async run(watch) {
      const written = { added: 0, updated: 0, removed: 0 };
      const running: Running = { run: ports.newId(), watch, written, isStarted: false };
      try {
        return await runAll(running);
      } catch (thrown) {
        throw running.isStarted ? unfinished(thrown, written) : thrown;
      }
    },
    async close() {
      await source.close();
      await target.close();
    },
  };

  async function runAll(running: Running): Promise<TransferReport> {
    const { run, watch, written } = running;
    const { copied, state } = await copyUntilUnchanged(stores, ports, running);
    const report = { from, to, ...written, tables: [], replacedTexts: 0, indexed: null, sourceChanged: false };
    if (copied === 'stopped') return { ...report, outcome: copied };
    const { comparison, last } = copied;
    const compared = { ...report, ...comparison };
    if (comparison.tables.some(isDifferent)) return { ...compared, outcome: 'different' };
    watch.onProgress({ stage: 'index', table: null, rows: 0, total: 0 });
    const indexed = await target.write((db) => finish(db, { run, last, indexText: ports.indexText }));
    return { ...compared, outcome: 'finished', indexed, sourceChanged: (await source.changeToken()) !== state };
  }
}

interface Running {
  run: string;
  watch: TransferWatch;
  written: Written;
  /** The target may have the mark of this run, and a part of the rows. */
  isStarted: boolean;
}

/** An error of a store says that it changed nothing, which is true of its last transaction, but not of the whole run. */
function unfinished(thrown: unknown, { added, updated, removed }: Written): unknown {
  if (!(thrown instanceof BigMindError) || !thrown.code.startsWith('store_')) return thrown;
  const { code, message, remedy, details } = thrown;
  const own = typeof remedy === 'string' ? ` ${remedy.replace(/\s*Nothing was changed\.\s*/u, '')}` : '';
  const rows = counted(added + updated + removed, 'row');
  return new BigMindError(code, message, {
    remedy: `The copy is not finished: the source is unchanged, and the target has ${rows} more or other than before, and cannot be opened until all are there.${own} Then run the same command again, which continues.`,
    details,
    cause: thrown,
  });
}

/** Copies of a source that others keep changing; the last one counts. */
const maxRounds = 3;

/** `state`: the change token of the source before its snapshot. */
async function copyUntilUnchanged(
  stores: TransferStores,
  ports: TransferPorts,
  running: Running,
): Promise<{ copied: Copied | 'stopped'; state: string }> {
  for (let round = 1; ; round += 1) {
    const state = await stores.source.changeToken();
    const copied = await copyFromSnapshot(stores, ports, running);
    const isOver = copied === 'stopped' || copied.comparison.tables.some(isDifferent) || round === maxRounds;
    if (isOver || (await stores.source.changeToken()) === state) return { copied, state };
  }
}

/** Thrown after a batch to end a run on request. */
const stopped = new Error('The transfer was stopped.');

/**
 * An error of the target leaves the transaction of the source as a value. Otherwise the layers of the source would
 * explain it as one of the source.
 */
async function copyFromSnapshot(
  stores: TransferStores,
  ports: TransferPorts,
  running: Running,
): Promise<Copied | 'stopped'> {
  const ofTarget = new Set<unknown>();
  const note = (error: unknown): never => {
    ofTarget.add(error);
    throw error;
  };
  const { target } = stores;
  const noted: SqlEngine = {
    ...target,
    read: (work) => target.read(work).catch(note),
    write: (work) => target.write(work).catch(note),
  };
  const outcome = await stores.source.read(async (db) => {
    try {
      return { copied: await copyAll(db, { ...stores, target: noted }, ports, running) };
    } catch (error) {
      if (error === stopped) return { copied: 'stopped' as const };
      if (ofTarget.has(error)) return { error };
      throw error;
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.copied;
}

async function copyAll(
  db: SqlConnection,
  stores: TransferStores,
  ports: TransferPorts,
  running: Running,
): Promise<Copied> {
  const { run, watch, written } = running;
  const tables = await stores.target.read(async (inside) => {
    const all = await readTables(db, inside);
    await refuseUnfit(db, inside, all);
    return all;
  });
  const users = await readUserIds(db);
  const mark = { run, source: stores.from, startedAt: ports.now().toISOString() };
  running.isStarted = true;
  const state = await stores.target.write((inside) => start(inside, users, mark));
  const counts = new Map(await mapInTurn(tables, async ({ name }) => [name, await countRows(db, name)] as const));
  const report = (stage: TransferStage): ((table: string, rows: number) => void) => reporter(stage, counts, watch);
  const context = { source: db, target: stores.target, run };
  await syncTables({ ...context, afterBatch: report('copy') }, tables, state, written);
  const comparison = await compareTables({ ...context, afterBatch: report('compare') }, tables, ports.hash);
  return { comparison, last: await readLastNumbers(db, tables) };
}

function isDifferent({ missing, changed, extra }: ComparedTable): boolean {
  return missing + changed + extra > 0;
}

function reporter(
  stage: TransferStage,
  counts: ReadonlyMap<string, number>,
  { onProgress, isStopped }: TransferWatch,
): (table: string, rows: number) => void {
  const done = new Map<string, number>();
  return (table, rows) => {
    done.set(table, (done.get(table) ?? 0) + rows);
    onProgress({ stage, table, rows: done.get(table) ?? 0, total: counts.get(table) ?? 0 });
    if (isStopped()) throw stopped;
  };
}

async function finish(
  db: SqlConnection,
  { run, last, indexText }: { run: string; last: LastNumbers; indexText: IndexText },
): Promise<number> {
  await checkRun(db, run);
  await setLastNumbers(db, last);
  const indexed = await rebuildIndex(db, indexText);
  await dropMark(db);
  return indexed;
}

/** The columns are those of SQLite, whichever side it is. */
function readTables(source: SqlConnection, target: SqlConnection): Promise<Table[]> {
  const sqlite = source.dialect === 'postgres' ? target : source;
  return mapInTurn(copiedTables, async (table) => ({ ...table, columns: await columnsOf(sqlite, table.name) }));
}

/** A server contains nothing that a file cannot store. */
async function findUnfit(source: SqlConnection, target: SqlConnection, tables: readonly Table[]): Promise<UnfitRows[]> {
  if (source.dialect === 'postgres') return [];
  const unknown = await findUnknownColumns(target, tables);
  return unknown.length > 0 ? unknown : findUnfitRows(source, tables);
}

async function refuseUnfit(source: SqlConnection, target: SqlConnection, tables: readonly Table[]): Promise<void> {
  const erasure = await source.get('SELECT 1 FROM erasures WHERE user_id <> ? LIMIT 1', [copiesMark]);
  if (erasure !== undefined) {
    throw new BigMindError('conflict', 'An erasure in the source is not finished.', {
      remedy: 'Open the source with BigMind, wait a few minutes until the erasure is finished, and try again.',
    });
  }
  const [first, ...more] = await findUnfit(source, target, tables);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` There are ${String(more.length)} more problems.`;
  throw new BigMindError('bad_import', `The server cannot store ${unfitText(first)}.${others}`, {
    remedy:
      'A trial run lists all of them (--dry-run). Run `bigmind repair`, or move the memories with `bigmind export` and `bigmind import`. Nothing was copied.',
    details: { unfit: [first, ...more] },
  });
}
