/** Creates the schema of a new database, and upgrades one of an older version, once for all servers that start at once. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Hash } from '../../../memory/shared/ports.ts';
import { number } from '../../sqlite/engine/rowReader.ts';
import type { SqlConnection } from '../../sqlite/engine/sqlConnection.ts';
import { loginKindOf, unprepared } from '../security/loginCheck.ts';
import { securitySql } from '../security/roles.ts';
import { firstVersion, latestVersion, migrations, today } from './migrations.ts';
import type { PostgresMigration } from './migrations.ts';

export interface SchemaPorts {
  /** The name of the schema in the database; a plain identifier. */
  schema: string;
  hash: Hash;
  now: () => Date;
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
  refuseNewer(version);
  if ((await loginKindOf(db, ports.schema)) === 'member') {
    if (version < latestVersion) throw unprepared(ports.schema);
    return;
  }
  const steps = migrations.filter((migration) => migration.version > version);
  if (steps.length === 0) return;
  for (const step of steps) {
    await db.exec(step.sql);
    await enter(db, step, ports);
  }
  await db.exec(securitySql(ports.schema));
  for (const { after = '' } of steps) await db.exec(after);
}

/** Throws `store_newer` if a newer program upgraded the database. */
export function refuseNewer(version: number): void {
  if (version <= latestVersion) return;
  throw new BigMindError(
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

async function enter(db: SqlConnection, { version, name, sql }: PostgresMigration, ports: SchemaPorts): Promise<void> {
  const row = [version, name, ports.hash(sql), ports.now().toISOString()];
  await db.run('INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)', row);
}

function foreign(schema: string): BigMindError {
  return new BigMindError('store_foreign', `The schema "${schema}" of the database belongs to another program.`, {
    remedy: 'Create a separate database for BigMind, and name it in BIGMIND_DB_URL. Nothing was changed.',
  });
}
