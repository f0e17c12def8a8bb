/**
 * Upgrades a store to the current schema. Each migration and its ledger row are one transaction, which checks first
 * whether another process was faster. The full-text index is derived data: it is created last, and rebuilt whenever its
 * definition differs from the one that this engine would write.
 */
import type { IndexText } from '../../../memory/shared/ports.ts';
import { tableNames } from '../../sql/connection/pragmas.ts';
import { text } from '../../sql/connection/rowReader.ts';
import type { SchemaKeeper, SqlConnection } from '../../sql/connection/sqlConnection.ts';
import { isIndexCurrent, rebuildIndex } from '../../sql/index/memoryIndex.ts';
import type { Migration, MigrationPorts } from './migrations/migration.ts';
import { latestVersion, migrations } from './migrations/migrations.ts';
import { hasLedger, isSchemaUnchanged, readSchemaVersion } from './schemaVersion.ts';

export function createSchemaKeeper(ports: MigrationPorts, indexText: IndexText): SchemaKeeper {
  return {
    async check(db) {
      await readSchemaVersion(db);
    },
    isUnchanged: isSchemaUnchanged,
    async pending(db) {
      const version = await readSchemaVersion(db);
      const missing = migrations.slice(version);
      const steps = missing.map((migration) => async (inside: SqlConnection) => {
        await apply(inside, migration, ports);
      });
      if (missing.length > 0 || !(await isIndexCurrent(db))) {
        steps.push(async (inside) => {
          if (!(await isIndexCurrent(inside))) await rebuildIndex(inside, indexText);
        });
      }
      return { upgradesExistingStore: version > 0 && missing.length > 0, steps };
    },
    backupSuffix() {
      const moment = ports.now().toISOString().replace(/[:.]/gu, '-');
      return `.before-v${String(latestVersion)}-${moment}`;
    },
    now: () => ports.now(),
  };
}

/** Differences between the ledger and this program's migrations; empty if there are none. */
export async function ledgerDamage(db: SqlConnection, ports: Pick<MigrationPorts, 'hash'>): Promise<string[]> {
  const applied = new Map(
    (await db.all('SELECT version, checksum FROM schema_migrations')).map((row) => [
      Number(text(row, 'version')),
      text(row, 'checksum'),
    ]),
  );
  return migrations
    .filter((migration) => applied.get(migration.version) !== checksum(migration, ports))
    .map((migration) => `Migration ${String(migration.version)} was applied in another form than this program knows.`);
}

async function apply(db: SqlConnection, migration: Migration, ports: MigrationPorts): Promise<void> {
  const version = await readSchemaVersion(db);
  if (version >= migration.version) return;
  await createLedger(db, version, ports);
  await migration.before?.(db);
  await db.exec(migration.sql);
  if (db.dialect === 'fts5' && migration.planIndexSql !== undefined) await db.exec(migration.planIndexSql);
  await migration.after?.(db, ports);
  await enter(db, migration, ports);
  await db.exec(`PRAGMA user_version = ${String(migration.version)}`);
}

/** A database of another program gets the ledger rows of the versions whose shape it has. */
async function createLedger(db: SqlConnection, version: number, ports: MigrationPorts): Promise<void> {
  if (await hasLedger(db)) return;
  if ((await tableNames(db)).has('schema_migrations')) {
    await db.exec('ALTER TABLE schema_migrations RENAME TO schema_migrations_of_another_program');
  }
  await db.exec(`CREATE TABLE schema_migrations (
    version    INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    checksum   TEXT NOT NULL,
    applied_at DATETIME NOT NULL
  )`);
  for (const migration of migrations.slice(0, version)) await enter(db, migration, ports);
}

async function enter(db: SqlConnection, migration: Migration, ports: MigrationPorts): Promise<void> {
  const row = [migration.version, migration.name, checksum(migration, ports), ports.now().toISOString()];
  await db.run('INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)', row);
}

function checksum(migration: Migration, ports: Pick<MigrationPorts, 'hash'>): string {
  return ports.hash(migration.sql + (migration.planIndexSql ?? ''));
}
