/** The declarations of the tables, compared with the schema that the migrations of a file lead to. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { commandsOf, hiddenTables } from '../../src/store/postgres/security/policySql.ts';
import type { ColumnType } from '../../src/schema/column.ts';
import type { TableName } from '../../src/schema/tables.ts';
import { canonicalNames, columnsOf, declaredNames, hasTextIds, tables } from '../../src/schema/tables.ts';
import { linkTargets } from '../../src/store/exchange/snapshot/snapshotColumns.ts';
import { aFile, openStore, removeFolders, visit } from '../store/support.ts';

const fileTypes: Record<ColumnType, readonly string[]> = {
  text: ['TEXT'],
  time: ['DATETIME', 'TEXT'],
  integer: ['INTEGER'],
  real: ['REAL'],
  bytes: ['BLOB'],
};

describe('the declared tables', () => {
  let db: DatabaseSync;
  before(async () => {
    const file = aFile();
    const store = openStore('native', file);
    await visit(store);
    await store.close();
    db = new DatabaseSync(file, { readOnly: true });
  });
  after(() => {
    db.close();
    removeFolders();
  });

  const rows = (sql: string, ...params: string[]): Record<string, unknown>[] => db.prepare(sql).all(...params);

  it('are all tables of a file, apart from those with the words of documents', () => {
    const found = rows(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`);
    const names = found.map(({ name }) => String(name)).filter((name) => !/^(?:memory|session)_index/u.test(name));
    const own = ['schema_migrations'];
    assert.deepEqual(names.filter((name) => !own.includes(name)).sort(), [...declaredNames].sort());
  });

  for (const table of declaredNames) {
    it(`have the columns, keys and indexes of ${table}`, () => {
      const { key = ['id'], unique = [], indexes = {}, uniqueIndexes = {} } = tables[table];
      const columns = rows(
        `SELECT name, type, "notnull" AS required, pk, dflt_value AS initial FROM pragma_table_info(?)`,
        table,
      );
      assert.deepEqual(
        columns.map(({ name }) => String(name)).sort(),
        columnsOf(table)
          .map(([name]) => name)
          .sort(),
      );
      for (const [name, column] of columnsOf(table)) {
        const found = columns.find((one) => one['name'] === name) ?? {};
        assert.ok(
          fileTypes[column.type].includes(String(found['type']).replace(/\(.*/u, '')),
          `${name} ${String(found['type'])}`,
        );
        const isRequired = found['required'] === 1 || Number(found['pk']) > 0;
        assert.equal(!isRequired, column.nullable || column.mayLack === true, name);
      }
      const keyed = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a['pk']) - Number(b['pk']));
      const sql = String(rows('SELECT sql FROM sqlite_schema WHERE name = ?', table)[0]?.['sql']);
      const checks = new Map(
        columnsOf(table).flatMap(([name, { values = [], isChecked }]) =>
          isChecked === true
            ? [[name, values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(',')]]
            : [],
        ),
      );
      assert.deepEqual(checksIn(sql), checks);
      for (const [name, { initial }] of columnsOf(table)) {
        const written = columns.find((one) => one['name'] === name)?.['initial'];
        const isNow = /CURRENT_TIMESTAMP|datetime|strftime/u.test(String(written));
        assert.equal(isNow ? 'utc_now()' : (written ?? undefined), initial, name);
      }
      for (const [name, on] of Object.entries({ ...indexes, ...uniqueIndexes })) {
        const index = String(rows('SELECT sql FROM sqlite_schema WHERE name = ?', name)[0]?.['sql']);
        assert.equal(
          plain(index),
          plain(`CREATE ${name in uniqueIndexes ? 'UNIQUE ' : ''}INDEX ${name} ON ${table}${on}`),
        );
      }
      assert.deepEqual(
        keyed.map(({ name }) => name),
        key,
      );
      assert.deepEqual(references(table), declaredReferences(table));
      const named = rows(`SELECT name FROM pragma_index_list(?) WHERE origin = 'c'`, table).map(({ name }) => name);
      assert.deepEqual(named.sort(), [...Object.keys(indexes), ...Object.keys(uniqueIndexes)].sort());
      const uniques = columnsOf(table).flatMap(([name, { isUnique }]) => (isUnique === true ? [[name]] : []));
      assert.deepEqual(uniqueKeys(table), [...unique.map((one) => [...one]), ...uniques].map(String).sort());
    });
  }

  const references = (table: TableName): string[] =>
    rows('SELECT "from" AS name, "table" AS target, on_delete AS deleting FROM pragma_foreign_key_list(?)', table)
      .map(({ name, target, deleting }) => `${String(name)} ${String(target)} ${String(deleting)}`)
      .sort();
  const declaredReferences = (table: TableName): string[] =>
    columnsOf(table)
      .filter(([, { refersTo, reference }]) => refersTo !== undefined && reference !== 'loose')
      .map(
        ([name, { refersTo, reference }]) =>
          `${name} ${String(refersTo)} ${reference === 'deletes' ? 'CASCADE' : 'NO ACTION'}`,
      )
      .sort();
  const uniqueKeys = (table: TableName): string[] =>
    rows(`SELECT name FROM pragma_index_list(?) WHERE origin = 'u'`, table)
      .map(({ name }) =>
        rows('SELECT name FROM pragma_index_info(?) ORDER BY seqno', String(name))
          .map((one) => one['name'])
          .join(','),
      )
      .sort();

  it('can each be read under row security on a server, apart from those of files', () => {
    const onServers = declaredNames.filter((table) => tables[table].onlyIn !== 'files');
    assert.deepEqual(
      onServers.filter((table) => hiddenTables.includes(table) || !commandsOf(table).includes('select')),
      [],
    );
  });

  it('come after those that they refer to', () => {
    for (const [place, table] of declaredNames.entries()) {
      for (const [, { refersTo }] of columnsOf(table)) {
        const target = declaredNames.findIndex((name) => name === refersTo);
        assert.ok(refersTo === undefined || (target >= 0 && target < place), `${table} before ${String(refersTo)}`);
      }
    }
  });

  it('have a permanent name of each row in exports, and refer there only to rows that an import finds', () => {
    for (const table of canonicalNames) {
      const names = Object.keys(tables[table].columns);
      assert.ok(names.includes('uid') || hasTextIds(table), table);
      for (const [name, { refersTo }] of columnsOf(table)) {
        assert.ok(refersTo === undefined || linkTargets.some((target) => target === refersTo), `${table} ${name}`);
      }
    }
  });
});

/** A statement without what engines and people write differently. */
function plain(sql: string): string {
  return sql
    .replace(/\s+/gu, ' ')
    .replace(/\bIF NOT EXISTS /u, '')
    .replace(/ ?([(),]) ?/gu, '$1')
    .trim();
}

/** The values that a table's CHECKs allow, by column. */
function checksIn(sql: string): Map<string, string> {
  const lists = [...sql.matchAll(/CHECK \((\w+) IN \(([^)]*)\)\)/gu)].map(
    ([, name = '', list = '']) => [name, plain(list)] as const,
  );
  const ranges = [...sql.matchAll(/CHECK \((\w+) BETWEEN (\d+) AND (\d+)\)/gu)].map(([, name = '', from, to]) => {
    const [first, last] = [Number(from), Number(to)];
    return [name, Array.from({ length: last - first + 1 }, (_, at) => first + at).join(',')] as const;
  });
  return new Map([...lists, ...ranges]);
}
