/**
 * The mark of an unfinished transfer: a table with one row in the target, which exists from the first to the last
 * transaction. A store with the mark cannot be opened. Each run writes its own name, so that two runs do not mix.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import type { EngineLayer } from '../engine/stack.ts';

export const markTable = 'unfinished_transfer';

export interface TransferMark {
  run: string;
  /** The name of the source, without a password. */
  source: string;
  startedAt: string;
}

export async function hasMark(db: SqlConnection): Promise<boolean> {
  const sql =
    db.dialect === 'postgres'
      ? 'SELECT to_regclass(?)::text AS name'
      : `SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ?`;
  const row = await db.get(sql, [markTable]);
  return row !== undefined && textOrNull(row, 'name') !== null;
}

export async function setMark(db: SqlConnection, { run, source, startedAt }: TransferMark): Promise<void> {
  await db.exec(
    `CREATE TABLE IF NOT EXISTS ${markTable} (run TEXT NOT NULL, source TEXT NOT NULL, started_at TEXT NOT NULL)`,
  );
  await db.run(`DELETE FROM ${markTable}`);
  await db.run(`INSERT INTO ${markTable} (run, source, started_at) VALUES (?, ?, ?)`, [run, source, startedAt]);
}

export async function dropMark(db: SqlConnection): Promise<void> {
  await db.exec(`DROP TABLE ${markTable}`);
}

/** In each transaction of a run. Throws `conflict` if another run has taken over, or has finished. */
export async function checkRun(db: SqlConnection, run: string): Promise<void> {
  const mark = (await hasMark(db)) ? await db.get(`SELECT run FROM ${markTable}`) : undefined;
  if (mark !== undefined && textOrNull(mark, 'run') === run) return;
  throw new BigMindError('conflict', 'Another process continued this transfer.', {
    remedy: 'Let it finish. This process wrote nothing more.',
  });
}

/** Refuses to open a store that a transfer has not finished; reads nothing else. */
export const withFinishedTransfer: EngineLayer = (open) => async () => {
  const engine = await open();
  try {
    await engine.read(refuseUnfinished);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
};

async function refuseUnfinished(db: SqlConnection): Promise<void> {
  if (!(await hasMark(db))) return;
  const mark = (await db.get(`SELECT source, started_at FROM ${markTable}`)) ?? {};
  const since = textOrNull(mark, 'started_at') ?? '';
  throw new BigMindError('store_unavailable', `A transfer into this database, started at ${since}, is not finished.`, {
    remedy: `Run \`bigmind migrate\` again to continue from ${textOrNull(mark, 'source') ?? 'its source'}. The source is complete and can still be used.`,
  });
}
