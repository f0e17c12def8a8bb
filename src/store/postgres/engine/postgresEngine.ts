/** The engine for a PostgreSQL server: a pool of connections, the schema, transactions, and the change token. */
import type { Client, Pool } from 'pg';
import type { EngineDescription, SqlConnection, SqlEngine } from '../../sql/connection/sqlConnection.ts';
import type { OpenRightRow } from '../security/databaseRights.ts';
import { openRight, openRightsSql } from '../security/databaseRights.ts';
import { createAnnouncements } from './announcements.ts';
import { createChangeTokens } from './changeListener.ts';
import { withStoreErrors } from './postgresErrors.ts';
import { changeSchema } from './schemaChange.ts';
import type { TransactionOptions } from './transactions.ts';
import { channelOf, createTransactions } from './transactions.ts';

interface PostgresEngineOptions extends TransactionOptions {
  /** A connection outside of the pool, not yet connected. */
  connect: () => Client;
  /** Creates or upgrades the schema, in a transaction. */
  prepare: (db: SqlConnection) => Promise<void>;
  /** The time between two announcements of writes. */
  pause: () => Promise<void>;
  /** Milliseconds since any start. */
  now: () => number;
}

/** Connects before it returns. Rejects if the server cannot be used. */
export async function openPostgresEngine(options: PostgresEngineOptions): Promise<SqlEngine> {
  const { pool, schema } = options;
  await withStoreErrors(() => changeSchema(options, options.prepare));
  const { read, write, callFunction, waitingWrites } = createTransactions(options);
  const announcements = createAnnouncements(pool, channelOf(schema), options.pause);
  const tokens = createChangeTokens(pool, options.connect, schema, options.now);
  return {
    read,
    callFunction,
    async write(work, ownerId) {
      try {
        const result = await write(work, ownerId);
        announcements.announce();
        return result;
      } finally {
        tokens.expire();
      }
    },
    changeToken: () => withStoreErrors(() => tokens.read()),
    load: () => {
      const { totalCount, idleCount, waitingCount } = pool;
      return {
        busy: totalCount - idleCount,
        idle: idleCount,
        waitingCalls: waitingCount,
        waitingWrites: waitingWrites(),
      };
    },
    describe: () => withStoreErrors(() => describe(pool, schema)),
    async close() {
      if (!pool.ended) await announcements.settled();
      await tokens.close();
      if (!pool.ended) await pool.end();
    },
  };
}

/** The name of the database, not its address. */
async function describe(pool: Pool, schema: string): Promise<EngineDescription> {
  const { rows } = await pool.query<{
    version: string;
    bytes: number;
    name: string;
    extensions: string | null;
    owns: string | null;
  }>(
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
       current_database() AS name,
       (SELECT pg_get_userbyid(nspowner) = session_user FROM pg_namespace WHERE nspname = $1)::text AS owns,
       (SELECT string_agg(extname || ' ' || extversion, ', ' ORDER BY extname) FROM pg_extension
        WHERE extname IN ('vector', 'pg_textsearch')) AS extensions`,
    [schema],
  );
  const [row] = rows;
  const open = await pool.query<OpenRightRow>(openRightsSql, [schema]);
  return {
    engine: 'PostgreSQL',
    engineVersion: [row?.version, row?.extensions].filter((part) => typeof part === 'string').join(', '),
    location: `${row?.name ?? ''} (PostgreSQL)`,
    journalMode: 'server',
    bytes: row?.bytes ?? 0,
    ownsSchema: row?.owns === 'true',
    openRights: open.rows.map(openRight),
  };
}
