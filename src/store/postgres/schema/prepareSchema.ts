/** Creates the schema of a new database, and upgrades one of an older version, once for all servers that start at once. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Hash } from '../../../memory/shared/ports.ts';
import { number } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import { loginKindOf, unprepared } from '../security/loginCheck.ts';
import { securitySql } from '../security/roles.ts';
import { firstVersion, latestVersion, migrations, today } from './migrations.ts';
import type { PostgresMigration } from './migrations.ts';

interface SchemaPorts {
  /** The name of the schema in the database; a plain identifier. */
  schema: string;
  hash: Hash;
  now: () => Date;
  /** Whether a newer schema is used if it lets this program go on; otherwise it is refused. */
  followsNewer?: boolean;
}

/**
 * Runs in one transaction, which starts by waiting for other servers that do the same. Rejects with `store_newer` or
 * `store_foreign`; a rejected call leaves the database as it was.
 */
export async function prepareSchema(db: SqlConnection, ports: SchemaPorts): Promise<void> {
  await db.get('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`bigmind schema ${ports.schema}`]);
  const version = await versionOf(db, ports.schema);
  if (version === 'no schema') await db.exec(`CREATE SCHEMA ${ports.schema}`);
  if (typeof version === 'string') return create(db, ports);
  if (version > latestVersion) {
    if (ports.followsNewer !== true || !(await letsGoOn(db))) throw newerSchema(version);
    return;
  }
  if ((await loginKindOf(db, ports.schema)) === 'member') {
    if (version < latestVersion) throw unprepared(ports.schema);
    return;
  }
  const steps = migrations.filter((migration) => migration.version > version);
  if (steps.length === 0) return;
  await db.exec('ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS oldest_program BIGINT');
  for (const step of steps) {
    await db.exec(step.sql);
    await enter(db, step, ports);
  }
  await db.exec(securitySql(ports.schema));
  for (const { after = '' } of steps) await db.exec(after);
}

/**
 * Whether every step that this program does not know lets it go on. The tables have had the column at least since the
 * first of these steps.
 */
async function letsGoOn(db: SqlConnection): Promise<boolean> {
  const row = await db.get(newerSteps(), [latestVersion]);
  return number(row ?? {}, 'refused') === 0;
}

/** `refused`: how many steps after version `$1` do not let a program of that version go on. */
export const newerSteps = (schema?: string): string =>
  `SELECT count(*) AS refused FROM ${schema === undefined ? '' : `${schema}.`}schema_migrations
   WHERE version > $1 AND coalesce(oldest_program > $1, TRUE)`;

/** A newer program upgraded the database. */
export function newerSchema(version: number): BigMindError {
  return new BigMindError(
    'store_newer',
    `The database has schema version ${String(version)}, but this BigMind supports versions up to ${String(latestVersion)}.`,
    { remedy: 'Update BigMind here too. The database was not changed.', details: { version } },
  );
}

/** `empty`: an administrator created the schema, for a role that may not. */
async function versionOf(db: SqlConnection, schema: string): Promise<number | 'no schema' | 'empty'> {
  const found = await db.get('SELECT to_regclass(?)::text AS ledger, to_regnamespace(?)::text AS schema', [
    `${schema}.schema_migrations`,
    schema,
  ]);
  if (found?.['ledger'] === null) {
    if (found['schema'] === null) return 'no schema';
    if (await isEmpty(db, schema)) return 'empty';
    throw foreign(schema);
  }
  const row = await db.get('SELECT max(version) AS version FROM schema_migrations');
  return number(row ?? {}, 'version');
}

async function isEmpty(db: SqlConnection, schema: string): Promise<boolean> {
  return (
    (await db.get('SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace(?) LIMIT 1', [schema])) === undefined
  );
}

async function create(db: SqlConnection, ports: SchemaPorts): Promise<void> {
  await db.exec(today);
  await db.exec(securitySql(ports.schema));
  await enter(db, { version: firstVersion, name: 'PostgreSQL', sql: today }, ports);
  for (const step of migrations) await enter(db, step, ports);
}

async function enter(
  db: SqlConnection,
  { version, name, sql, oldestProgram = version }: PostgresMigration,
  ports: SchemaPorts,
): Promise<void> {
  const row = [version, name, ports.hash(sql), ports.now().toISOString(), oldestProgram];
  await db.run(
    'INSERT INTO schema_migrations (version, name, checksum, applied_at, oldest_program) VALUES (?, ?, ?, ?, ?)',
    row,
  );
}

function foreign(schema: string): BigMindError {
  return new BigMindError('store_foreign', `The schema "${schema}" of the database belongs to another program.`, {
    remedy: 'Create a separate database for BigMind, and name it in BIGMIND_DB_URL. Nothing was changed.',
  });
}
