/**
 * Transactions on a PostgreSQL server, each on a connection of the pool.
 *
 * A write locks, for its duration, either the whole workspace or one user's part of it. So two writes that could read
 * what the other one changes never run at once, as with the single writer of SQLite, and different users do not wait
 * for each other. Locks come first, in one order, and each statement sees what was committed before it (READ COMMITTED):
 * a snapshot from before the lock would be out of date.
 */
import { createSecretKey, randomInt } from 'node:crypto';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { allAtOnce } from '../../sql/connection/inTurn.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../../sql/connection/sqlConnection.ts';
import { BoundedMap } from '../../../util/boundedMap.ts';
import { createPostgresConnection } from './postgresConnection.ts';
import type { Identity } from '../security/identity.ts';
import { claimOf, personOf } from '../security/identity.ts';
import { refuseOthers } from '../security/loginCheck.ts';
import { searchPath } from '../security/searchPath.ts';
import type { Commit } from './outcome.ts';
import { outcomeOf } from './outcome.ts';
import {
  connectionChanged,
  isConnectionError,
  isReadOnlyError,
  isRepeatable,
  isStaleConnection,
  storeErrorFrom,
  withStoreErrors,
} from './postgresErrors.ts';
import { createWriteSlots } from './writeSlots.ts';

type Work<T> = (db: SqlConnection) => T | Promise<T>;

export interface TransactionOptions {
  pool: Pool;
  /** Writes that run at once; fewer than the pool has connections. */
  maxWrites: number;
  /** Milliseconds that a call waits for a connection. */
  timeoutMs: number;
  /** A plain identifier. */
  schema: string;
  /** The person that the next transaction acts for. */
  identity: () => Identity;
  /** Signs identities; undefined for a login that proves by itself who it is. */
  identityKey?: Uint8Array | undefined;
  clock: () => Date;
  /**
   * Called with the version of the schema, in each transaction. Throws or rejects with `store_newer`; `ask` runs a
   * statement on the connection, which is only waited for while the schema is newer than this program.
   */
  check: (version: number, ask: (sql: string, value: number) => Promise<unknown>) => void | Promise<void>;
  /** Waits before a write that met another one runs again. */
  wait: (attempt: number) => Promise<void>;
}

/** Times that a write runs if it meets others (deadlock, serialization failure). */
const maxAttempts = 4;
/** In milliseconds. */
const lockTimeout = 15_000;
const statementTimeout = 60_000;

const settingsFor = (schema: string): Record<string, string> => ({
  search_path: searchPath(schema),
  // Whoever used the login before may have changed its own defaults (ALTER ROLE).
  row_security: 'on',
  bytea_output: 'hex',
  transform_null_equals: 'off',
  // Compiling a statement takes longer than any of ours, and without statistics PostgreSQL expects them to be expensive.
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  statement_timeout: String(statementTimeout),
  lock_timeout: String(lockTimeout),
  idle_in_transaction_session_timeout: String(statementTimeout),
});

/**
 * Sent with the beginning of each transaction, because a connection is used for one person after another: what one of
 * them, or whoever stole the connection, left in the session is gone before the next. Statements stay prepared, which
 * spares their planning. `leave` also works within a transaction.
 */
const reset = 'RESET ALL; RESET ROLE';
const leave = 'CLOSE ALL; DISCARD TEMP';

const maxMark = 2 ** 48 - 1;

export function createTransactions(options: TransactionOptions): {
  /** Sees one state of the database from its first to its last statement. */
  read: <T>(work: Work<T>) => Promise<T>;
  write: <T>(work: Work<T>, ownerId?: string) => Promise<T>;
  callFunction: NonNullable<SqlEngine['callFunction']>;
  waitingWrites: () => number;
} {
  const { pool, schema, clock } = options;
  const slots = createWriteSlots(options.maxWrites, options.timeoutMs);
  const key = options.identityKey && createSecretKey(options.identityKey);
  const statements = statementsOf(schema);
  pool.on('release', (_error, client) => used.add(client));
  const claimFor = async (client: PoolClient, identity: Identity): Promise<string> =>
    claimOf(identity, key && { key, processId: await processIdOf(client), now: clock() });
  const checked = async (row: BeginRow, identity: Identity, client: PoolClient): Promise<void> => {
    const known = options.check(Number(row.version), async (sql, value) => {
      const { rows } = await client.query<{ refused: unknown }>(sql, [value]);
      return rows[0]?.refused;
    });
    if (known !== undefined) await known;
    const isSame = key === undefined || Number(row.pid) === processIds.get(client);
    if (row.claim === null && !isSame) throw connectionChanged();
    refuseOthers(personOf(row.claim), identity, key !== undefined);
  };

  const read = <T>(work: Work<T>): Promise<T> =>
    withClient(pool, async (client) => {
      const identity = options.identity();
      const claim = await claimFor(client, identity);
      // The first statement is sent at once, which spares the time to the server and back. A read can do no harm outside of
      // a transaction, and gets no answer before the beginning was checked.
      const beginning = (async () => {
        const [, begun] = await allAtOnce([
          client.query(`${reset}; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${leave}`),
          client.query<BeginRow>({ ...statements.beginRead, values: [claim] }),
        ]);
        await checked(firstRow(begun), identity, client);
      })();
      beginnings.set(client, beginning);
      const working = (async () => work(connectionOf(client, identity)))();
      await Promise.allSettled([beginning, working]);
      beginnings.delete(client);
      await beginning;
      const result = await working;
      // The answer is known. Who uses the connection next waits for it, and a connection that breaks is discarded.
      void client.query('COMMIT').catch(() => undefined);
      return result;
    });

  const writeOnce = async <T>(work: Work<T>, ownerId: string | undefined): Promise<T> => {
    let committing: Commit | undefined;
    let result: { done: T } | undefined;
    try {
      return await withClient(pool, async (client) => {
        const identity = options.identity();
        const claim = await claimFor(client, identity);
        const place = `bigmind ${schema} ${identity.workspace}`;
        // Two numbers for the workspace and the user; a collision only makes two users wait for each other.
        const locks = [`${place} workspace`, ownerId === undefined ? null : `${place} ${ownerId}`];
        const [, begun] = await allAtOnce([
          // The wait for the locks has a limit of its own; that of a role would count from before the next statement.
          client.query(`${reset}; BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 0; ${leave}`),
          client.query<{ begun: string; pid: number }>({ ...statements.beginWrite, values: [claim, ...locks] }),
        ]).catch((error: unknown) => {
          throw isConnectionError(error) && used.has(client) ? new OutdatedConnection() : error;
        });
        const { begun: json, pid } = firstRow(begun);
        const row = { ...(JSON.parse(json) as BeginRow & { id: string }), pid };
        await checked(row, identity, client);
        result = { done: await work(connectionOf(client, identity)) };
        committing = { transaction: row.id, mark: randomInt(maxMark) };
        // A failed count aborts the transaction, which then does not commit.
        await allAtOnce([client.query({ ...statements.count, values: [committing.mark] }), client.query('COMMIT')]);
        return result.done;
      });
    } catch (error) {
      if (committing === undefined || result === undefined || !isConnectionError(error)) throw error;
      const outcome = await outcomeOf(pool, schema, committing, options.wait);
      if (outcome === 'committed') return result.done;
      throw storeErrorFrom(error, outcome === 'aborted' ? 'unchanged' : 'unknown');
    }
  };

  const writeRepeatedly = async <T>(work: Work<T>, ownerId: string | undefined): Promise<T> => {
    for (let attempt = 1; ;) {
      try {
        return await writeOnce(work, ownerId);
      } catch (error) {
        if (!isRepeatable(error) || attempt >= maxAttempts) throw error;
        await options.wait(attempt);
        attempt += 1;
      }
    }
  };

  /** Only connections that were used before are outdated, so it ends with the last one of the pool. */
  const onNewConnection = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof OutdatedConnection)) throw error;
      }
    }
  };

  const batches = new Map<string, Batch>();
  const callFunction = async (name: string, value: string): Promise<SqlRow[]> => {
    const identity = options.identity();
    const batchKey = `${name} ${claimOf(identity)}`;
    const batch = batches.get(batchKey) ?? startBatch(name, identity, batchKey);
    const place = batch.values.push(value);
    return (await batch.rows).filter((row) => row['place'] === place);
  };
  // The settings limit how long the statement waits for a lock, but not how long it runs: that limit counts from the next one on.
  const startBatch = (name: string, identity: Identity, batchKey: string): Batch => {
    const values: string[] = [];
    const close = (): void => {
      if (batches.get(batchKey)?.values === values) batches.delete(batchKey);
    };
    const rows = withClient(pool, async (client) => {
      // First, so that calls from now on get another connection, also if this one stays silent.
      close();
      const claim = await claimFor(client, identity);
      const [, called] = await allAtOnce([
        client.query(`${reset}; ${leave}`),
        client.query<BeginRow & SqlRow>({ ...statements.call(name), values: [claim, values] }),
      ]);
      await checked(firstRow(called), identity, client);
      return called.rows;
    }).finally(close);
    const batch = { values, rows };
    batches.set(batchKey, batch);
    return batch;
  };

  return {
    read: (work) => withStoreErrors(() => onNewConnection(() => read(work))),
    callFunction: (name, value) => withStoreErrors(() => onNewConnection(() => callFunction(name, value))),
    waitingWrites: () => slots.waiting(),
    write: (work, ownerId) =>
      withStoreErrors(() => slots.run(() => onNewConnection(() => writeRepeatedly(work, ownerId)))),
  };
}

/** The channel on which committed writes are announced. */
export const channelOf = (schema: string): string => `${schema}_writes`;

/** Calls of one function, for one identity, that wait for the same connection. One statement answers, or fails, all of them. */
interface Batch {
  values: string[];
  /** Those of all values; `place` is that of the value, counted from 1. */
  rows: Promise<SqlRow[]>;
}

interface BeginRow {
  version: unknown;
  /** Null for a connection that acts for nobody. */
  claim: string | null;
  /** The process of the server that answered. */
  pid: unknown;
}

/**
 * The statements of every transaction, prepared once for each connection. They name the schema of each function, type
 * and table, because the search path is only set by them.
 */
function statementsOf(schema: string) {
  const settings = `settings AS MATERIALIZED (SELECT ${Object.entries(settingsFor(schema))
    .map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', TRUE)`)
    .join(
      ', ',
    )}, pg_catalog.set_config('bigmind.identity', $1, TRUE) AS identity, pg_catalog.pg_advisory_unlock_all())`;
  const row = `(SELECT pg_catalog.max(version) FROM ${schema}.schema_migrations) AS version, ${schema}.bigmind_claim() AS claim, pg_catalog.pg_backend_pid() AS pid`;
  return {
    beginRead: { name: 'bigmind_begin_read', text: `WITH ${settings} SELECT ${row} FROM settings` },
    beginWrite: {
      name: 'bigmind_begin_write',
      text: `WITH ${settings} SELECT ${schema}.bigmind_begin_write($2, $3) AS begun, pg_catalog.pg_backend_pid() AS pid FROM settings`,
    },
    // The function needs the settings, so it gets its value from their row.
    call: (name: string) => ({
      name: `call_${name}`,
      text: `WITH ${settings} SELECT ${row}, called.* FROM settings LEFT JOIN LATERAL (
        SELECT * FROM pg_catalog.unnest($2::pg_catalog.text[]) WITH ORDINALITY AS given(value, place)
          CROSS JOIN LATERAL ${schema}.${name}(CASE WHEN settings.identity OPERATOR(pg_catalog.=) $1 THEN given.value END)) called ON TRUE`,
    }),
    count: { name: 'bigmind_count', text: `SELECT ${schema}.bigmind_count_write($1)` },
  };
}

function firstRow<T extends QueryResultRow>({ rows: [row] }: QueryResult<T>): T {
  if (row === undefined) throw new Error('The server returned no row.');
  return row;
}

/**
 * A connection keeps the default of its beginning, and would stay read-only after the database no longer is; and the
 * statements that it prepared, although an upgrade changed their tables, or somebody else replaced them. Or it was cut
 * while nobody used it, which shows when a write begins. Such a connection is discarded, and the work runs again until a
 * new one refuses it too.
 */
class OutdatedConnection extends Error {}

/** Clients that were used before. */
const used = new WeakSet<PoolClient>();

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // Without a listener, a connection that is cut between two statements would end the process.
  let broken: Error | undefined;
  let isOutdated = false;
  const onError = (error: Error): void => void (broken ??= error);
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    isOutdated = isReadOnlyError(error) || isStaleConnection(error) || error instanceof OutdatedConnection;
    await client
      .query('ROLLBACK')
      .catch((thrown: unknown) => (broken ??= thrown instanceof Error ? thrown : undefined));
    if (isOutdated && used.has(client)) throw new OutdatedConnection();
    throw broken !== undefined && !isRepeatable(error) && isConnectionError(broken) ? causeOf(error, broken) : error;
  } finally {
    client.off('error', onError);
    client.release(broken ?? isOutdated);
  }
}

/** What ended the connection says more than the statement that failed because of it. */
function causeOf(error: unknown, broken: Error): unknown {
  return isConnectionError(error) ? error : error instanceof Error && 'code' in error ? error : broken;
}

/** The beginnings of reads that were not checked yet. */
const beginnings = new WeakMap<PoolClient, Promise<unknown>>();

const connections = new WeakMap<PoolClient, BoundedMap<string, SqlConnection>>();

/** Identities whose cached answers a connection keeps. */
const maxIdentities = 16;

/**
 * One for each connection to the server and each identity, because settings and cached answers belong to both: nobody
 * gets what was read for another person.
 */
function connectionOf(client: PoolClient, identity: Identity): SqlConnection {
  const ofClient = connections.get(client) ?? new BoundedMap<string, SqlConnection>(maxIdentities);
  connections.set(client, ofClient);
  const known = ofClient.get(claimOf(identity));
  if (known !== undefined) return known;
  const db = createPostgresConnection(client, () => beginnings.get(client));
  ofClient.set(claimOf(identity), db);
  return db;
}

const processIds = new WeakMap<PoolClient, number>();

/** The process of the server behind a connection. A pooler in between tells the driver another one. */
async function processIdOf(client: PoolClient): Promise<number> {
  const known = processIds.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ pid: number }>('SELECT pg_catalog.pg_backend_pid() AS pid');
  const pid = rows[0]?.pid ?? 0;
  processIds.set(client, pid);
  return pid;
}
