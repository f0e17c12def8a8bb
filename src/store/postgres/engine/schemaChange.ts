/** A transaction that may create or upgrade the tables. If its connection is cut, the server is asked what became of it. */
import { randomInt } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import { searchPath } from '../security/searchPath.ts';
import { outcomeOf } from './outcome.ts';
import { createPostgresConnection } from './postgresConnection.ts';
import { isConnectionError, storeErrorFrom } from './postgresErrors.ts';

interface SchemaChangeOptions {
  /** With room for two connections. */
  pool: Pool;
  /** A plain identifier. */
  schema: string;
  /** Waits before the server is asked again. */
  wait: (attempt: number) => Promise<void>;
}

/** Resolves only if it is known to be committed. Rejects with a `BigMindError` that says what is known if it is not. */
export async function changeSchema<T>(
  options: SchemaChangeOptions,
  work: (db: SqlConnection) => Promise<T>,
): Promise<T> {
  const { pool, schema } = options;
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener, a connection that is cut between two statements would end the process.
  const onError = (error: Error): void => void (broken ??= error);
  client.on('error', onError);
  try {
    await client.query(`BEGIN; SET LOCAL search_path = ${searchPath(schema)}`);
    const result = await work(createPostgresConnection(client));
    await commit(client, options);
    return result;
  } catch (error) {
    await client
      .query('ROLLBACK')
      .catch((thrown: unknown) => (broken ??= thrown instanceof Error ? thrown : undefined));
    throw storeErrorFrom(error);
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** As in `outcome.ts`. */
const maxMark = 2 ** 48 - 1;

async function commit(client: PoolClient, { pool, schema, wait }: SchemaChangeOptions): Promise<void> {
  const { rows } = await client.query<{ id: string | null }>('SELECT pg_current_xact_id_if_assigned()::text AS id');
  const transaction = rows[0]?.id ?? undefined;
  const mark = randomInt(maxMark);
  if (transaction !== undefined) await client.query(`SELECT ${schema}.bigmind_count_write($1)`, [mark]);
  try {
    await client.query('COMMIT');
  } catch (error) {
    if (transaction === undefined || !isConnectionError(error)) throw error;
    const outcome = await outcomeOf(pool, schema, { transaction, mark }, wait);
    if (outcome !== 'committed') throw storeErrorFrom(error, outcome === 'aborted' ? 'unchanged' : 'unknownSchema');
  }
}
