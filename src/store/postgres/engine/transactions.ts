/**
 * Transactions on a PostgreSQL server, each on a connection of the pool.
 *
 * A write locks, for its duration, either the whole workspace or one user's part of it. So two writes that could read
 * what the other one changes never run at once, as with the single writer of SQLite, and different users do not wait
 * for each other. Locks come first, in one order, and each statement sees what was committed before it (READ COMMITTED):
 * a snapshot from before the lock would be out of date.
 */
import { randomInt } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { SqlConnection } from '../../sqlite/engine/sqlConnection.ts';
import { BoundedMap } from '../../../util/boundedMap.ts';
import { createPostgresConnection } from './postgresConnection.ts';
import type { Identity } from '../security/identity.ts';
import { claimOf } from '../security/identity.ts';
import { refuseOthers } from '../security/loginCheck.ts';
import type { Commit } from './outcome.ts';
import { outcomeOf } from './outcome.ts';
import { isConnectionError, isReadOnlyError, isRepeatable, storeErrorFrom, withStoreErrors } from './postgresErrors.ts';

export type Work<T> = (db: SqlConnection) => T | Promise<T>;

export interface TransactionOptions {
  pool: Pool;
  /** A plain identifier. */
  schema: string;
  /** The person that the next transaction acts for. */
  identity: () => Identity;
  /** Signs identities; undefined for a login that proves by itself who it is. */
  identityKey?: Uint8Array | undefined;
  clock: () => Date;
  /** Called with the version of the schema, in each transaction; throws `store_newer`. */
  check: (version: number) => void;
  /** Waits before a write that met another one runs again. */
  wait: (attempt: number) => Promise<void>;
}

/** Times that a write runs if it meets others (deadlock, serialization failure). */
const maxAttempts = 4;
/** Milliseconds. */
const lockTimeout = 15_000;
const statementTimeout = 60_000;
const maxMark = 2 ** 48 - 1;

export function createTransactions(options: TransactionOptions): {
  /** Sees one state of the database from its first to its last statement. */
  read: <T>(work: Work<T>) => Promise<T>;
  write: <T>(work: Work<T>, ownerId?: string) => Promise<T>;
} {
  const { pool, schema, identityKey: key, clock } = options;
  pool.on('release', (_error, client) => used.add(client));
  const actingFor = async (client: PoolClient, identity: Identity): Promise<string> => {
    const claim = claimOf(identity, key && { key, processId: await processIdOf(client), now: clock() });
    return `SET LOCAL bigmind.identity = '${claim}';`;
  };
  // Compiling a statement takes longer than any of ours, and without statistics PostgreSQL expects them to be expensive.
  const settings = `SET LOCAL search_path = ${schema}; SET LOCAL jit = off; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL statement_timeout = ${String(statementTimeout)};
    SET LOCAL lock_timeout = ${String(lockTimeout)}; SET LOCAL idle_in_transaction_session_timeout = ${String(statementTimeout)};`;
  const version = `max(version) AS version, bigmind_workspace() AS workspace, bigmind_username() AS username
    FROM schema_migrations`;

  /** The last row of the statements that begin a transaction, checked. */
  const begin = async (client: PoolClient, identity: Identity, sql: string): Promise<Record<string, unknown>> => {
    const [row = {}] = await lastRows(client, `${sql}, ${version}`);
    options.check(Number(row['version']));
    refuseOthers(row, identity);
    return row;
  };

  const read = <T>(work: Work<T>): Promise<T> =>
    withClient(pool, async (client) => {
      const identity = options.identity();
      const sql = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings} ${await actingFor(client, identity)} SELECT 0 AS id`;
      // The first statement is sent at once, which spares the time to the server and back. A read can do no harm outside of
      // a transaction, and gets no answer before the beginning was checked.
      const beginning = begin(client, identity, sql);
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
        const sql = `BEGIN ISOLATION LEVEL READ COMMITTED; ${settings} ${await actingFor(client, identity)}
          ${locks(client, `${schema} ${identity.workspace}`, ownerId)};
          SELECT pg_current_xact_id()::text AS id`;
        const begun = await begin(client, identity, sql);
        result = { done: await work(connectionOf(client, identity)) };
        committing = { transaction: String(begun['id']), mark: randomInt(maxMark) };
        await client.query(`SELECT bigmind_count_write(${String(committing.mark)}); COMMIT`);
        return result.done;
      });
    } catch (error) {
      if (committing === undefined || result === undefined || !isConnectionError(error)) throw error;
      const outcome = await outcomeOf(pool, schema, committing, options.wait);
      if (outcome === 'committed') return result.done;
      throw storeErrorFrom(error, outcome === 'aborted' ? 'unchanged' : 'unknown');
    }
  };

  return {
    read: (work) => withStoreErrors(() => read(work)),
    write: (work, ownerId) =>
      withStoreErrors(async () => {
        for (let attempt = 1; ;) {
          try {
            return await writeOnce(work, ownerId);
          } catch (error) {
            if (error instanceof OutdatedConnection) continue;
            if (!isRepeatable(error) || attempt >= maxAttempts) throw error;
            await options.wait(attempt);
            attempt += 1;
          }
        }
      }),
  };
}

/** The channel on which committed writes are announced. */
export const channelOf = (schema: string): string => `${schema}_writes`;

/** Two numbers for the workspace and the user; a collision only makes two users wait for each other. */
function locks(client: PoolClient, place: string, ownerId: string | undefined): string {
  const key = (name: string): string => `hashtextextended(${client.escapeLiteral(`bigmind ${place} ${name}`)}, 0)`;
  if (ownerId === undefined) return `SELECT pg_advisory_xact_lock(${key('workspace')})`;
  return `SELECT pg_advisory_xact_lock_shared(${key('workspace')}); SELECT pg_advisory_xact_lock(${key(ownerId)})`;
}

/**
 * A connection keeps the default of its beginning, and would stay read-only after the database no longer is. Such a
 * connection is discarded, and the write runs again until a new one refuses it too.
 */
class OutdatedConnection extends Error {}

/** Clients that were used before. */
const used = new WeakSet<PoolClient>();

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // Without a listener, a connection that is cut between two statements would end the process.
  let broken: Error | undefined;
  let isReadOnly = false;
  const onError = (error: Error): void => void (broken ??= error);
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    isReadOnly = isReadOnlyError(error);
    await client
      .query('ROLLBACK')
      .catch((thrown: unknown) => (broken ??= thrown instanceof Error ? thrown : undefined));
    if (isReadOnly && used.has(client)) throw new OutdatedConnection();
    throw broken !== undefined && !isRepeatable(error) && isConnectionError(broken) ? causeOf(error, broken) : error;
  } finally {
    client.off('error', onError);
    client.release(broken ?? isReadOnly);
  }
}

/** What ended the connection says more than the statement that failed because of it. */
function causeOf(error: unknown, broken: Error): unknown {
  return isConnectionError(error) ? error : error instanceof Error && 'code' in error ? error : broken;
}

async function lastRows(client: PoolClient, sql: string): Promise<readonly Record<string, unknown>[]> {
  // The driver returns a list for several statements, which its types do not say.
  const results: unknown = await client.query(sql);
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  return isResult(last) ? last.rows : [];
}

function isResult(value: unknown): value is { rows: Record<string, unknown>[] } {
  return typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows);
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
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid ?? 0;
  processIds.set(client, pid);
  return pid;
}
