/**
 * The mark of an unfinished transfer: a row of a table in the target, which exists from the first to the last
 * transaction. A store with the mark cannot be opened. Each run writes its own name, so that two runs do not mix.
 */
import { BigMindError } from '../../memory/shared/errors.ts';
import { text, textOrNull } from '../sql/connection/rowReader.ts';
import type { SqlConnection } from '../sql/connection/sqlConnection.ts';
import { inWorkspace } from '../sql/connection/inWorkspace.ts';
import type { EngineLayer } from '../sql/connection/stack.ts';

const markTable = 'unfinished_transfer';

export interface TransferMark {
  run: string;
  /** The name of the source, without a password. */
  source: string;
  startedAt: string;
}

/** Undefined if no transfer into this store, or into this workspace of a server, is unfinished. */
export async function readMark(db: SqlConnection): Promise<TransferMark | undefined> {
  const sql =
    db.dialect === 'postgres'
      ? 'SELECT to_regclass(?)::text AS name'
      : `SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ?`;
  const table = await db.get(sql, [markTable]);
  if (table === undefined || textOrNull(table, 'name') === null) return undefined;
  const row = await db.get(`SELECT run, source, started_at FROM ${markTable} WHERE ${inWorkspace(db)}`);
  return row && { run: text(row, 'run'), source: text(row, 'source'), startedAt: text(row, 'started_at') };
}

export async function setMark(db: SqlConnection, { run, source, startedAt }: TransferMark): Promise<void> {
  const columns = 'run TEXT NOT NULL, source TEXT NOT NULL, started_at TEXT NOT NULL';
  await db.exec(
    db.dialect === 'postgres' ? serverTable(columns) : `CREATE TABLE IF NOT EXISTS ${markTable} (${columns})`,
  );
  await db.run(`DELETE FROM ${markTable} WHERE ${inWorkspace(db)}`);
  await db.run(`INSERT INTO ${markTable} (run, source, started_at) VALUES (?, ?, ?)`, [run, source, startedAt]);
}

/** Every login reads the mark of its workspace. */
function serverTable(columns: string): string {
  return `CREATE TABLE IF NOT EXISTS ${markTable} (${columns}, workspace_id TEXT NOT NULL DEFAULT bigmind_workspace());
    ALTER TABLE ${markTable} ENABLE ROW LEVEL SECURITY;
    DROP POLICY IF EXISTS own_workspace ON ${markTable};
    CREATE POLICY own_workspace ON ${markTable} FOR SELECT USING (workspace_id = bigmind_workspace());
    GRANT SELECT ON ${markTable} TO PUBLIC`;
}

export async function dropMark(db: SqlConnection): Promise<void> {
  await db.run(`DELETE FROM ${markTable} WHERE ${inWorkspace(db)}`);
  if ((await db.get(`SELECT 1 FROM ${markTable}`)) === undefined) await db.exec(`DROP TABLE ${markTable}`);
}

/** In each transaction of a run. Throws `conflict` if another run has taken over, or has finished. */
export async function checkRun(db: SqlConnection, run: string): Promise<void> {
  if ((await readMark(db))?.run === run) return;
  throw new BigMindError('conflict', 'Another process continued this transfer.', {
    remedy: 'Let it finish. This process wrote nothing more.',
  });
}

/** Refuses to open a store that a transfer has not finished; reads nothing else. */
export const withFinishedTransfer: EngineLayer = (open) => async () => {
  const engine = await open();
  try {
    const mark = await engine.read(readMark);
    if (mark !== undefined) throw unfinished(mark, await engine.describe());
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
};

function unfinished(
  { source, startedAt }: TransferMark,
  { engine, location }: { engine: string; location: string },
): BigMindError {
  const command = engine === 'PostgreSQL' ? 'bigmind migrate' : `bigmind migrate --to "${location}"`;
  return new BigMindError(
    'store_unavailable',
    `A transfer into this database, started at ${startedAt}, is not finished.`,
    {
      remedy: `Run \`${command}\` again to continue from ${source}. The source is complete and can still be used.`,
    },
  );
}
