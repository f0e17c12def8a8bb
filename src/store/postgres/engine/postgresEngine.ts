/** Transactions on a PostgreSQL server, each on a connection of a pool. */
import type { Pool, PoolClient } from 'pg';
import type { SqlConnection, SqliteEngine } from '../../sqlite/engine/sqlConnection.ts';
import { createPostgresConnection } from './postgresConnection.ts';
import { storeErrorFrom } from './postgresErrors.ts';

export function createPostgresEngine(pool: Pool, prepare: (db: SqlConnection) => Promise<void>): SqliteEngine {
  let ready: Promise<void> | undefined;
  const transaction = async <T>(begin: string, work: (db: SqlConnection) => T | Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query(begin);
      const result = await work(connectionOf(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw storeErrorFrom(error);
    } finally {
      client.release();
    }
  };
  const prepared = (): Promise<void> =>
    (ready ??= transaction('BEGIN', prepare).catch((error: unknown) => {
      ready = undefined;
      throw error;
    }));
  return {
    read: async (work) => {
      await prepared();
      return transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work);
    },
    write: async (work) => {
      await prepared();
      return transaction('BEGIN', work);
    },
    changeToken: async () => {
      const { rows } = await pool.query<{ token: string }>('SELECT pg_current_wal_insert_lsn()::text AS token');
      return rows[0]?.token ?? '';
    },
    describe: async () => {
      const { rows } = await pool.query<{ version: string; bytes: number; name: string }>(
        `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes, current_database() AS name`,
      );
      const [row] = rows;
      return { engine: 'PostgreSQL', engineVersion: row?.version ?? '', location: row?.name ?? '', journalMode: 'server', bytes: row?.bytes ?? 0 };
    },
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
}

const connections = new WeakMap<PoolClient, SqlConnection>();

/** One for each connection to the server, because settings belong to it. */
function connectionOf(client: PoolClient): SqlConnection {
  const known = connections.get(client);
  if (known !== undefined) return known;
  const db = createPostgresConnection(client);
  connections.set(client, db);
  return db;
}
