/** The lists of tables of a transfer, compared with the schema of both engines. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { copiedTables, leftTables } from '../../../../src/store/exchange/transfer/transferTables.ts';
import { aFile, openStore, removeFolders, visit } from '../../support.ts';
import { describeWithDatabases } from './describeWithDatabases.ts';
import { aDatabase, dropDatabases, openServerStore, query } from './server.ts';

after(async () => {
  removeFolders();
  await dropDatabases();
});

const copied = copiedTables.map(({ name }) => name);
const named = [...copied, ...Object.keys(leftTables)];

async function aSchema(): Promise<DatabaseSync> {
  const file = aFile();
  const store = openStore('native', file);
  await visit(store);
  await store.close();
  return new DatabaseSync(file, { readOnly: true });
}

describeWithDatabases('the tables of a transfer', () => {
  it('are all tables of SQLite, copied or left for a reason', async () => {
    const db = await aSchema();
    const shadows = /_(?:data|idx|content|docsize|config)$/u;
    const names = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`).all();
    db.close();
    const tables = names.map((row) => String(row['name'])).filter((name) => !shadows.test(name));
    assert.deepEqual(
      tables.filter((name) => !named.includes(name)),
      [],
    );
    assert.deepEqual(
      copied.filter((name) => !tables.includes(name)),
      [],
    );
    assert.deepEqual(
      copied.filter((name) => name in leftTables),
      [],
    );
  });

  it('are all tables of PostgreSQL', async () => {
    const url = await aDatabase();
    const store = openServerStore(url);
    await visit(store);
    await store.close();
    const sql = `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'bigmind'`;
    const tables = (await query<{ name: string }>(url, sql)).map(({ name }) => name);
    assert.deepEqual(
      tables.filter((name) => !named.includes(name)),
      [],
    );
    assert.deepEqual(
      copied.filter((name) => !tables.includes(name)),
      [],
    );
  });

  it('come after the tables that they refer to, which are known as parents', async () => {
    const db = await aSchema();
    for (const [at, { name }] of copiedTables.entries()) {
      const references = db.prepare('SELECT "table" AS parent, on_delete FROM pragma_foreign_key_list(?)').all(name);
      for (const { parent, on_delete: onDelete } of references) {
        assert.ok(copied.indexOf(String(parent)) < at, `${name} is copied before ${String(parent)}`);
        const table = copiedTables.find((one) => one.name === parent);
        assert.ok(table?.isParent === true || onDelete === 'CASCADE', String(parent));
      }
    }
    db.close();
  });
});
