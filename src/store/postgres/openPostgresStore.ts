/**
 * Opens the store on a PostgreSQL server. Connects at the first call, and loads the driver only then, because no other
 * mode needs it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BigMindError } from '../../memory/shared/errors.ts';
import { defaultWorkspace } from '../../memory/shared/identity.ts';
import type { Store } from '../../memory/store.ts';
import type { SqlConnection, SqlEngine } from '../sql/connection/sqlConnection.ts';
import type { StorePorts } from '../sql/shared/storePorts.ts';
import { createSqlStore } from '../sqlStore.ts';
import { createServerFiles } from './serverBackups.ts';
import type { Identity, Person } from './security/identity.ts';
import { claimOf, currentIdentity, runAs } from './security/identity.ts';
import { withPurposes } from './security/purposes.ts';
import { valueTypes } from './engine/postgresConnection.ts';
import { GatheringSocket } from './engine/gatheringSocket.ts';
import { withPasswordFile } from './engine/passwordFile.ts';
import { openPostgresEngine } from './engine/postgresEngine.ts';
import type { TransactionOptions } from './engine/transactions.ts';
import { latestVersion } from './schema/migrations.ts';
import { newerSchema, newerSteps, prepareSchema } from './schema/prepareSchema.ts';

export interface OpenPostgresOptions extends StorePorts {
  /** `postgres://user:password@host:port/database`, with the parameters that libpq knows, such as `sslmode`. */
  url: string;
  /** A plain identifier; `bigmind` if undefined. */
  schema?: string | undefined;
  /**
   * The person that a transaction outside of `Store.actFor` acts for. Without it, a process without a key acts for
   * everybody in the workspace, which only the owner of the schema may; one with a key is refused, apart from the calls
   * that act for everybody anyway (`purposes.ts`).
   */
  person?: Person;
  /** That of `person`, or `default`, if undefined. */
  workspace?: string;
  /** The server's key to sign identities, as in `setIdentityKey`. */
  identityKey?: Uint8Array;
  /** Called before the schema is created or upgraded; rejects for a login that may not do what the store is opened for. */
  admit?: (db: SqlConnection) => Promise<void>;
}

const nobody: Identity = { workspace: '', username: '', purpose: 'own' };

/** Milliseconds between two announcements of writes to other processes. */
const announcePause = 100;

/** Connections that the process keeps at most; the rest of them is for reads. */
const maxConnections = 10;
const maxWrites = 6;

/** Milliseconds to wait for a connection, including for a free one of the pool. */
const connectTimeout = 10_000;

/** The store's methods reject with a `BigMindError` that has a remedy. None repeats the address. */
export function openPostgresStore(options: OpenPostgresOptions): Store {
  const { person, workspace = person?.workspace ?? defaultWorkspace } = options;
  const everybody: Identity = { workspace, username: person?.username ?? '', purpose: 'all' };
  const identity = (): Identity => currentIdentity() ?? outsideOfCalls(options, everybody);
  const ports = { ...options, beside: createServerFiles() };
  const store = createSqlStore({ open: () => openServerEngine(options, identity) }, ports);
  const actFor: Store['actFor'] = (username, work) => runAs({ workspace, username, purpose: 'own' }, work);
  return withPurposes({ ...store, actFor }, () => currentIdentity() ?? everybody);
}

function outsideOfCalls({ person, identityKey }: OpenPostgresOptions, everybody: Identity): Identity {
  if (person !== undefined) return { ...person, purpose: 'own' };
  return identityKey === undefined ? everybody : nobody;
}

type Prepare = (db: SqlConnection) => Promise<void>;

/** `prepare` creates or upgrades the schema, in a transaction. */
export async function openServerEngine(
  options: OpenPostgresOptions,
  identity: () => Identity,
  prepare: Prepare = schemaOf(options),
): Promise<SqlEngine> {
  const { default: pg } = await import('pg');
  const { url, schema = defaultSchema } = options;
  const connection = {
    connectionString: url,
    types: valueTypes,
    application_name: 'bigmind',
    keepAlive: true,
    stream: () => new GatheringSocket(),
    // Statements are sent without waiting for the answers of those before, if the code does not wait for them.
    pipeline: true,
  };
  const Client = withPasswordFile(pg.Client);
  const pool = new pg.Pool({
    ...connection,
    Client,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeout,
    // A command ends although connections are idle.
    allowExitOnIdle: true,
  });
  // The pool drops an idle connection that is cut, and the next call connects again.
  pool.on('error', () => undefined);
  try {
    return await openPostgresEngine({
      pool,
      maxWrites,
      timeoutMs: connectTimeout,
      connect: () => new Client(connection),
      schema,
      identity,
      identityKey: options.identityKey,
      clock: options.now,
      prepare,
      check: schemaCheck(schema),
      wait: (attempt) => sleep(jitter(attempt)),
      pause: () => sleep(announcePause, undefined, { ref: false }),
      now: () => performance.now(),
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Reads a store, or an empty one if there is none yet, and rolls back what that changed. For the owner of the schema. */
export async function peekIntoServer<T>(
  options: OpenPostgresOptions,
  identity: () => Identity,
  work: (db: SqlConnection) => Promise<T>,
): Promise<T> {
  let result: { done: T } | undefined;
  const rolledBack = new BigMindError('internal', 'What was created for reading is rolled back.');
  const peek: Prepare = async (db) => {
    await schemaOf(options)(db);
    await db.exec(`SET LOCAL bigmind.identity = '${claimOf(identity())}'`);
    result = { done: await work(db) };
    throw rolledBack;
  };
  await openServerEngine(options, identity, peek).catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
  if (result === undefined) throw rolledBack;
  return result.done;
}

function schemaOf({ schema = defaultSchema, hash, now, admit }: OpenPostgresOptions): Prepare {
  return async (db) => {
    await admit?.(db);
    // A copy needs to know every column.
    await prepareSchema(db, { schema, hash, now, followsNewer: admit === undefined });
  };
}

/** Asks once for each newer version whether this program may go on. */
function schemaCheck(schema: string): TransactionOptions['check'] {
  let followed = latestVersion;
  return (version, ask) => {
    if (version <= followed) return undefined;
    return ask(newerSteps(schema), latestVersion).then((refused) => {
      if (Number(refused) > 0) throw newerSchema(version);
      followed = version;
    });
  };
}

const defaultSchema = 'bigmind';

/** Milliseconds, twice as many for each attempt, so that two writers do not meet again. */
function jitter(attempt: number): number {
  return 10 * 2 ** attempt * (0.5 + Math.random());
}
