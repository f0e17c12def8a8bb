/**
 * Detects which schema a database has. Our ledger comes first. Databases of other programs have none, and their
 * `user_version` cannot be trusted, so versions 1 to 3 are recognized by their shape.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { applicationId, sharedApplicationId } from '../engine/databaseHeader.ts';
import { columnNames, pragmaNumber, tableNames } from '../../sql/connection/pragmas.ts';
import { numberOr } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import { latestVersion } from './migrations/migrations.ts';

const planTables = [
  'users',
  'identity_profile',
  'sessions',
  'session_summaries',
  'conversation_chunks',
  'facts',
  'global_knowledge',
];

/** 0 for an empty database. Throws `store_foreign` or `store_newer`; changes nothing. */
export async function readSchemaVersion(db: SqlConnection): Promise<number> {
  if (db.dialect === 'postgres') return latestVersion;
  const owner = await pragmaNumber(db, 'application_id');
  if (owner !== 0 && owner !== applicationId && owner !== sharedApplicationId) throw foreign();
  const names = await tableNames(db);
  if (!planTables.every((table) => names.has(table))) {
    if (names.size > 0) throw foreign();
    return 0;
  }
  const version = (await hasLedger(db)) ? await ledgerVersion(db) : await versionByShape(db, names);
  const claimed = Math.max(version, await pragmaNumber(db, 'user_version'));
  if (claimed > latestVersion) throw newer(claimed);
  return version;
}

/** See `SchemaKeeper.isUnchanged`. */
export async function isSchemaUnchanged(db: SqlConnection, openedWith: number): Promise<boolean> {
  const version = await pragmaNumber(db, 'user_version');
  if (version > latestVersion) throw newer(version);
  return version === openedWith;
}

/** Whether the database has a ledger of ours; another program's table of the same name has no checksums. */
export async function hasLedger(db: SqlConnection): Promise<boolean> {
  return (await columnNames(db, 'schema_migrations')).has('checksum');
}

async function ledgerVersion(db: SqlConnection): Promise<number> {
  return numberOr((await db.get('SELECT max(version) AS version FROM schema_migrations')) ?? {}, 'version', 0);
}

async function versionByShape(db: SqlConnection, names: ReadonlySet<string>): Promise<number> {
  const deprecates = (await columnNames(db, 'facts')).has('deprecated');
  if (!deprecates) return 1;
  return names.has('hypotheses') ? 3 : 2;
}

function foreign(): BigMindError {
  return new BigMindError('store_foreign', 'The file is an SQLite database of another program.', {
    remedy: 'Choose another file for BigMind (BIGMIND_DB_PATH or the storage settings); this one was not changed.',
  });
}

function newer(version: number): BigMindError {
  return new BigMindError(
    'store_newer',
    `The database has schema version ${String(version)}, but this BigMind supports versions up to ${String(latestVersion)}.`,
    { remedy: 'Update BigMind here too. The database was not changed.', details: { version } },
  );
}
