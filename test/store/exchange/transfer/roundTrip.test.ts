/** A store with every kind of row goes from SQLite to PostgreSQL and back. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import type { Store } from '../../../../src/memory/store.ts';
import { aFact, aFile, findMemories, noJudgement, openStore, removeFolders, visit } from '../../support.ts';
import { aFullStore } from './fullStore.ts';
import { describeWithDatabases } from './describeWithDatabases.ts';
import { aDatabase, dropDatabases, openServerStore, query, transfer } from './server.ts';
import { rowsIn } from './sqliteRows.ts';

describeWithDatabases('a transfer to a server and back', () => {
  let file: string;
  let url: string;
  let back: string;
  before(async () => {
    file = await aFullStore();
    url = await aDatabase();
    back = aFile();
  });
  after(async () => {
    removeFolders();
    await dropDatabases();
  });

  const opened = async <T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> => {
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };

  it('gives the same rows in every table, and leaves the source as it was', async () => {
    const before = rowsIn(file);
    for (const [table, rows] of Object.entries(before)) assert.notEqual(rows.length, 0, table);
    const there = await transfer(file, url);
    const here = await transfer(url, back);
    assert.deepEqual([there.outcome, there.sourceChanged, here.outcome], ['finished', false, 'finished']);
    assert.deepEqual(here.tables, there.tables);
    assert.ok(there.tables.every(({ sourceHash, targetHash }) => sourceHash === targetHash));
    assert.equal(there.added, Object.values(before).flat().length);
    assert.deepEqual(rowsIn(back), before);
    assert.deepEqual(rowsIn(file), before);
  });

  it('gives the same search results', async () => {
    const questions = [
      ['port'],
      ['umlauts', 'kept'],
      ['elephant', '🐘'],
      ['thursdays'],
      ['hello'],
      ['chose'],
      ['because'],
    ];
    const answers = (store: Store): Promise<unknown[]> =>
      opened(store, async (inside) => {
        const ada = await visit(inside);
        const found = [];
        for (const terms of questions) found.push(await findMemories(inside, ada, terms));
        return found;
      });
    // Opening a store notes when its user was last seen.
    const copy = aFile();
    copyFileSync(file, copy);
    const expected = await answers(openStore('native', copy));
    assert.ok(expected.flat().length >= 6, String(expected.flat().length));
    assert.deepEqual(await answers(openServerStore(url)), expected);
    assert.deepEqual(await answers(openStore('native', back)), expected);
  });

  it('leaves a complete index, and queues what has no vector', async () => {
    for (const store of [openServerStore(url), openStore('native', back)]) {
      const { index, report } = await opened(store, async ({ maintenance, embeddings }) => {
        return { index: await maintenance.inspect(), report: await embeddings.report() };
      });
      assert.deepEqual([index.indexMissing, index.indexOrphans, index.damage], [0, 0, []]);
      assert.equal(report.length, 1);
      assert.ok((report[0]?.waiting ?? 0) > 5);
    }
  });

  it('never gives out a number of the source again, also not that of an erased fact', async () => {
    const numbers = [];
    for (const store of [openStore('native', file), openServerStore(url), openStore('native', back)]) {
      const { fact } = await opened(store, async (inside) =>
        inside.facts.add(aFact(await visit(inside), 'A new fact'), noJudgement),
      );
      numbers.push(fact.id);
    }
    assert.deepEqual(numbers, [7, 7, 7]);
  });

  it('has no mark of a transfer any more', async () => {
    const sql = `SELECT to_regclass('unfinished_transfer')::text AS mark`;
    assert.deepEqual(await query(url, sql), [{ mark: null }]);
  });
});
