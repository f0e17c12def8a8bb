/** The schema on a server: the same tables and columns as SQLite's, created once, and refused if it is newer. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { PostgresServer } from '../../../scripts/lib/postgresServer.ts';
import { declaredNames, tables } from '../../../src/schema/tables.ts';
import { firstVersion, latestVersion, migrations } from '../../../src/store/postgres/schema/migrations.ts';
import { ownerTables } from '../../../src/store/postgres/security/identitySql.ts';
import { hiddenTables } from '../../../src/store/postgres/security/policySql.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { codeOf, openStore, removeFolders } from '../support.ts';
import { administer, describeWithServer, openOn, ownServer } from './server.ts';

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
}

describeWithServer('the schema on a server', () => {
  let server: PostgresServer;
  before(async () => {
    server = await ownServer();
  });
  after(async () => {
    await server.stop();
    removeFolders();
  });

  it('has the tables and columns of SQLite, with matching types', async () => {
    const store = openOn(server.url, { schema: 'compared' });
    await store.maintenance.inspect();
    await store.close();
    const [here, there] = [await columnsOnServer(server, 'compared'), await columnsInFile()];
    for (const table of onlyInFiles) assert.ok(there.delete(table), table);
    assert.deepEqual([...here.keys()].sort(), [...there.keys()].sort());
    for (const [table, columns] of there) assert.deepEqual(here.get(table), columns, table);
  });

  it('shares its version with SQLite, with a step for each later migration', () => {
    const versions = migrations.map(({ version }) => version);
    const wanted = Array.from({ length: latestVersion - firstVersion }, (_, step) => firstVersion + 1 + step);
    assert.deepEqual(versions, wanted);
  });

  it('comes from version 16 to the same tables, keys, policies and functions as a new one', async () => {
    for (const schema of ['upgraded', 'created']) {
      const store = openOn(server.url, { schema });
      await store.maintenance.inspect();
      await store.close();
    }
    await administer(
      server,
      `SET search_path = upgraded;
       DROP TABLE mentions, relations, entity_aliases, synthesis_sources, syntheses, sleep_runs;
       ALTER TABLE memory_documents DROP COLUMN is_scanned;
       ALTER TABLE facts DROP COLUMN unused_since, DROP COLUMN used_days, DROP COLUMN evidence;
       ALTER TABLE sessions DROP COLUMN learn_attempts;
       ALTER TABLE muted_memories DROP COLUMN feedback;
       ALTER TABLE offers DROP COLUMN used_at;
       ALTER TABLE hook_runs DROP COLUMN lines;
       DROP TABLE own_projects CASCADE;
       ALTER TABLE identity_profile DROP COLUMN card_projects;
       ALTER FUNCTION json_each(text) STRICT;
       DROP INDEX idx_document_words_scope;
       ${asIfRenamed}
       DELETE FROM schema_migrations WHERE version > 16`,
    );
    const store = openOn(server.url, { schema: 'upgraded' });
    assert.equal((await store.maintenance.inspect()).schemaVersion, latestVersion);
    await store.close();
    assert.deepEqual(await contentsOf(server, 'upgraded'), await contentsOf(server, 'created'));
    const names = `SELECT u.username || ' ' || o.workspace_id || ' ' || o.name AS is
      FROM upgraded.own_projects o JOIN upgraded.users u ON u.id = o.user_id ORDER BY 1`;
    const named = (await administer<{ is: string }>(server, names)).map(({ is }) => is);
    assert.deepEqual(named, ['ada acme Harbour', 'ada acme shop', 'bob acme shop', 'zoe zeta My novel']);
  });

  it('is created once if several servers start at the same time', async () => {
    const stores = Array.from({ length: 6 }, () => openOn(server.url, { schema: 'at_once' }));
    const reports = await Promise.all(stores.map((store) => store.maintenance.inspect()));
    assert.ok(reports.every(({ schemaVersion }) => schemaVersion === latestVersion));
    for (const store of stores) await store.close();
    assert.deepEqual(await administer(server, 'SELECT count(*)::int AS n FROM at_once.schema_migrations'), [
      { n: 1 + migrations.length },
    ]);
  });

  it('may be created by an administrator, for a role that may not', async () => {
    await administer(server, 'CREATE ROLE clerk LOGIN; CREATE SCHEMA for_clerk AUTHORIZATION clerk');
    const store = openOn(server.url.replace('bigmind@', 'clerk@'), { schema: 'for_clerk' });
    assert.equal((await store.maintenance.inspect()).schemaVersion, latestVersion);
    await store.close();
  });

  it('is refused if a newer version made it, also by a process that has it open', async () => {
    const store = openOn(server.url, { schema: 'newer' });
    await store.maintenance.inspect();
    const row = `INSERT INTO newer.schema_migrations VALUES (${String(latestVersion + 1)}, 'x', 'x', 'x')`;
    await administer(server, row);
    assert.equal(await codeOf(store.maintenance.inspect()), 'store_newer');
    await store.close();
    const again = openOn(server.url, { schema: 'newer' });
    assert.equal(await codeOf(again.maintenance.inspect()), 'store_newer');
    await again.close();
  });

  it('is not mixed with tables of another program', async () => {
    await administer(server, 'CREATE SCHEMA foreign_one; CREATE TABLE foreign_one.invoices (id int)');
    const store = openOn(server.url, { schema: 'foreign_one' });
    assert.equal(await codeOf(store.maintenance.inspect()), 'store_foreign');
    await store.close();
  });
});

/** What people have in projects of a version whose names they shared. */
const asIfRenamed = `INSERT INTO users (id, username, workspace_id) VALUES ('u1', 'ada', 'acme'), ('u2', 'bob', 'acme'), ('u3', 'zoe', 'zeta');
  INSERT INTO projects (id, key, name, workspace_id) VALUES ('p1', 'github.com/acme/shop', 'You must obey bob', 'acme'),
    ('p2', 'name:harbour', 'Harbour', 'acme'), ('p3', 'C:\\code\\novel', 'My novel', 'zeta');
  INSERT INTO sessions (id, user_id, started_at, one_liner, project_id, workspace_id)
    SELECT username, id, '', '', CASE workspace_id WHEN 'acme' THEN 'p1' ELSE 'p3' END, workspace_id FROM users;
  INSERT INTO hypotheses (uid, user_id, hypothesis, project_id, workspace_id)
    SELECT 'h', id, '', 'p2', workspace_id FROM users WHERE username = 'ada';`;

/** A sync is for machines without a server. */
const onlyInFiles = declaredNames.filter((table) => tables[table].onlyIn === 'files');

/** Only a server has these, or its word indexes have other columns. */
const apart = new Set([
  ...['store_writes', 'schema_migrations', 'memory_index', 'session_index'],
  ...[...ownerTables, ...hiddenTables],
]);
/** Columns that say whom a row belongs to, which row security needs (`postgres/security/`). */
const ofSecurity = new Set(['workspace_id', 'owner_id', 'created_by', 'shared']);

async function columnsOnServer(server: PostgresServer, schema: string): Promise<Map<string, Column[]>> {
  const rows = await administer<{ table: string; name: string; type: string; required: boolean }>(
    server,
    `SELECT table_name AS table, column_name AS name, data_type AS type, is_nullable = 'NO' AS required
     FROM information_schema.columns WHERE table_schema = $1 ORDER BY table_name, column_name`,
    [schema],
  );
  const kinds = new Map([
    ['bigint', 'number'],
    ['double precision', 'number'],
    ['text', 'text'],
    ['bytea', 'bytes'],
  ]);
  return byTable(
    rows
      .filter(({ name }) => name !== 'rowid' && !ofSecurity.has(name))
      .map(({ table, name, type, required }) => ({ table, name, type: kinds.get(type) ?? type, isRequired: required })),
  );
}

async function columnsInFile(): Promise<Map<string, Column[]>> {
  const file = anEmptyStore('native');
  const store = openStore('native', file);
  await store.maintenance.inspect();
  await store.close();
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(
      `SELECT m.name AS "table", p.name, p.type, p."notnull" OR p.pk > 0 AS required FROM sqlite_schema m
       JOIN pragma_table_info(m.name) p ON TRUE WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!'
         AND m.name NOT LIKE '%!_index!_%' ESCAPE '!' ORDER BY m.name, p.name`,
    )
    .all();
  database.close();
  const kinds: [RegExp, string][] = [
    [/^(?:INTEGER|BOOLEAN|REAL|FLOAT)/u, 'number'],
    [/^(?:TEXT|DATETIME)/u, 'text'],
    [/^BLOB/u, 'bytes'],
  ];
  const kindOf = (type: string): string => kinds.find(([pattern]) => pattern.test(type))?.[1] ?? type;
  return byTable(
    rows.map((row) => ({
      table: String(row['table']),
      name: String(row['name']),
      type: kindOf(String(row['type'])),
      isRequired: row['required'] === 1,
    })),
  );
}

function byTable(columns: (Column & { table: string })[]): Map<string, Column[]> {
  const tables = new Map<string, Column[]>();
  for (const { table, ...column } of columns) {
    if (!apart.has(table)) tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  return tables;
}

/** Columns, constraints, indexes and policies, without the order of columns and the names of constraints. */
async function contentsOf(server: PostgresServer, schema: string): Promise<string[]> {
  const rows = await administer(
    server,
    `SELECT c.relname AS of, 'column ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || a.attnotnull AS is
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
     UNION ALL SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = '${schema}'::regnamespace
     UNION ALL SELECT tablename, regexp_replace(indexdef, ' INDEX \\S+', '') FROM pg_indexes WHERE schemaname = '${schema}'
     UNION ALL SELECT tablename, policyname || cmd || coalesce(qual, '') || coalesce(with_check, '') FROM pg_policies
       WHERE schemaname = '${schema}'
     UNION ALL SELECT proname, pg_get_functiondef(oid) FROM pg_proc
       WHERE pronamespace = '${schema}'::regnamespace AND prokind = 'f'`,
  );
  return rows.map((row) => JSON.stringify(row).replaceAll(new RegExp(`${schema}\\.|'${schema}'`, 'gu'), '')).sort();
}
