/**
 * Finds out whether a transaction was committed whose connection was cut meanwhile. Its number is not enough: after a
 * crash, the server gives the numbers of lost transactions to others, and reports that those were committed.
 */
import type { Pool } from 'pg';

export interface Commit {
  /** As `pg_current_xact_id()` returned it. */
  transaction: string;
  /** Committed with the transaction, in `store_writes`. */
  mark: number;
}

/** Times that the server is asked, while it returns and while the transaction runs. */
const maxQuestions = 6;
/** The server has not used the number again since it crashed. */
const inFuture = '22023';

/**
 * `unknown`: the server does not return, or the mark is not there although a transaction of this number was committed.
 * Then this one was lost in a crash and another has its number, or its mark was followed by too many others.
 */
export async function outcomeOf(
  pool: Pool,
  schema: string,
  { transaction, mark }: Commit,
  wait: (attempt: number) => Promise<void>,
): Promise<'committed' | 'aborted' | 'unknown'> {
  for (let attempt = 1; attempt <= maxQuestions; attempt += 1) {
    try {
      const status = await statusOf(pool, transaction);
      if (status === 'aborted') return 'aborted';
      if (status !== 'in progress') return (await isMarked(pool, schema, mark)) ? 'committed' : 'unknown';
    } catch {
      // The server is not back yet.
    }
    await wait(attempt + 2);
  }
  return 'unknown';
}

async function statusOf(pool: Pool, transaction: string): Promise<string | null | undefined> {
  try {
    const sql = 'SELECT pg_xact_status($1::xid8) AS status';
    return (await pool.query<{ status: string | null }>(sql, [transaction])).rows[0]?.status;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === inFuture) return 'aborted';
    throw thrown;
  }
}

async function isMarked(pool: Pool, schema: string, mark: number): Promise<boolean> {
  const sql = `SELECT 1 FROM ${schema}.store_writes WHERE $1 = ANY (marks)`;
  return (await pool.query(sql, [mark])).rows.length > 0;
}
