/** The erasure of a user, tried on a row in every table that has one of theirs, by the declarations. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Column } from '../../src/schema/column.ts';
import type { TableName } from '../../src/schema/tables.ts';
import { columnsOf, declaredNames } from '../../src/schema/tables.ts';
import { anEmptyStore } from '../store/emptyStore.ts';
import { openStore, removeFolders, visit } from '../store/support.ts';

type Value = string | number | Uint8Array;

/** What stays, and why. */
const kept: Partial<Record<TableName, string>> = {
  audit: 'Who did what stays, without texts.',
};

/** Rows that follow from memories and go with them (`inspect` finds what is left over), and the mark of an erasure. */
const notFilled: readonly TableName[] = [
  ...(['memory_documents', 'memory_counts', 'fact_words', 'mentions', 'relations', 'synthesis_sources'] as const),
  'erasures',
];

describe('the erasure of a user', () => {
  after(removeFolders);

  it('leaves none of their rows in any declared table', async () => {
    const file = anEmptyStore('native');
    const store = openStore('native', file);
    const ada = await visit(store, { project: 'github.com/o/toucan' });
    const db = new DatabaseSync(file);
    const filled = fill(db, ada.user.id);
    const wanted = declaredNames.filter((table) => isOwned(table) && !notFilled.includes(table));
    assert.deepEqual(
      wanted.filter((table) => !filled.has(table)),
      [],
    );
    const query = {
      userId: ada.user.id,
      agentId: ada.agent.id,
      ref: { kind: 'user', id: ada.user.username },
      mode: 'personal',
    } as const;
    const preview = await store.scopeErasure.preview(query);
    assert.ok(typeof preview === 'object');
    await store.scopeErasure.begin({ ...query, expected: preview.expected, now: '2026-06-20T00:00:00.000Z' });
    while (!(await store.scopeErasure.deleteNextBatch()).isLast);
    await store.close();
    const left = wanted.filter((table) => kept[table] === undefined && holds(db, table, ada.user.id));
    db.close();
    assert.deepEqual(left, []);
  });
});

/** Whether a row has a person: its own, or that of what it refers to. */
function isOwned(table: TableName): boolean {
  return columnsOf(table).some(
    ([name, { refersTo }]) =>
      name === 'user_id' ||
      (refersTo !== undefined && refersTo !== table && refersTo !== 'users' && isOwned(refersTo as TableName)),
  );
}

const mark = (table: string): string => `of ada in ${table}`;

/** A row of the user in each table that has users, and what it refers to; returns the tables. */
function fill(db: DatabaseSync, userId: string): Set<TableName> {
  const ids = new Map<string, Value>([['users', userId]]);
  const filled = new Set<TableName>();
  const valueOf = (table: TableName, name: string, column: Column): Value => {
    const target = column.refersTo === undefined ? undefined : ids.get(column.refersTo);
    if (name === 'user_id') return userId;
    if (target !== undefined) return target;
    if (column.values?.[0] !== undefined) return column.values[0];
    if (column.type === 'time') return '2026-06-01T00:00:00.000Z';
    if (column.type === 'integer' || column.type === 'real') return 1;
    return column.type === 'bytes' ? new Uint8Array(8) : `${name} ${mark(table)}`;
  };
  for (const table of declaredNames) {
    if (notFilled.includes(table) || !(isOwned(table) || ['projects', 'agents'].includes(table))) continue;
    const columns = columnsOf(table).filter(([, { isNumbered }]) => isNumbered !== true);
    const values = columns.map(([name, column]) => valueOf(table, name, column));
    const sql = `INSERT OR IGNORE INTO ${table} (${columns.map(([name]) => name).join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING *`;
    const row = db.prepare(sql).get(...values);
    if (row === undefined) continue;
    filled.add(table);
    const { id } = row;
    if (typeof id === 'string' || typeof id === 'number') ids.set(table, id);
  }
  return filled;
}

function holds(db: DatabaseSync, table: TableName, userId: string): boolean {
  const texts = db
    .prepare(`SELECT * FROM ${table}`)
    .all()
    .flatMap((row) => Object.values(row).map(String));
  return texts.some((text) => text === userId || text.includes(mark(table)));
}
