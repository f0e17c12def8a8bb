/** The checks behind the health of a server do what searches and saves do, and leave nothing behind. */
import { strict as assert } from 'node:assert';
import { DatabaseSync } from 'node:sqlite';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { queryPostgres } from '../postgresSchemas.ts';
import { aFact, codeOf, engineNames, noJudgement, openStore, removeFolders, visit } from '../support.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`the checks of a store (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const change = async (sql: string): Promise<void> => {
      if (engine === 'postgres') await queryPostgres(file, sql);
      else {
        const other = new DatabaseSync(file);
        other.exec(sql);
        other.close();
      }
    };
    const fails = async (checked: Promise<void>): Promise<boolean> => (await codeOf(checked)) !== 'no error';

    it('succeed, also several at once, and leave no memory, user, audit row or gap between numbers', async () => {
      await store.maintenance.checkReads();
      const { fact: before } = await store.facts.add(aFact(ada, 'A quay.'), noJudgement);
      const { audit, identity, maintenance } = store;
      const state = async (): Promise<unknown> => [
        (await audit.list({ limit: 1, offset: 0 }, ada.user.id)).total,
        await identity.listUsers(),
        { ...(await maintenance.totals(null)), bytes: 0 },
      ];
      const known = await state();
      await Promise.all([maintenance.checkWrites(), maintenance.checkWrites(), maintenance.checkReads()]);
      assert.deepEqual(await state(), known);
      const { damage, indexMissing, indexOrphans } = await maintenance.inspect();
      assert.deepEqual([damage, indexMissing, indexOrphans], [[], 0, 0]);
      const { fact: next } = await store.facts.add(aFact(ada, 'A jetty.'), noJudgement);
      assert.equal(next.id, before.id + 1);
    });

    it('fail where a save or a search would', async function () {
      // Another program cannot change an open store of sql.js.
      if (engine === 'wasm') this.skip();
      const cases: (readonly [string, 'reads too' | 'writes only'])[] = [
        ['facts', 'reads too'],
        ['messages', 'reads too'],
        ['memory_documents', 'reads too'],
        ['audit', 'writes only'],
        ...(engine === 'postgres' ? ([['document_words', 'writes only']] as const) : []),
      ];
      for (const [table, what] of cases) {
        await change(`ALTER TABLE ${table} RENAME TO elsewhere`);
        assert.equal(await fails(store.maintenance.checkWrites()), true, table);
        assert.equal(await fails(store.maintenance.checkReads()), what === 'reads too', table);
        await change(`ALTER TABLE elsewhere RENAME TO ${table}`);
        assert.equal(await codeOf(store.maintenance.checkWrites()), 'no error', table);
      }
    });

    it('say that a newer program upgraded the store', async function () {
      if (engine === 'wasm') this.skip();
      const row = `VALUES (999, 'later', 'x', '2030')`;
      await change(
        engine === 'postgres'
          ? `INSERT INTO schema_migrations (version, name, checksum, applied_at) ${row}`
          : 'PRAGMA user_version = 999',
      );
      assert.equal(await codeOf(store.maintenance.checkReads()), 'store_newer');
      assert.equal(await codeOf(store.maintenance.checkWrites()), 'store_newer');
      // The schema is used again.
      if (engine === 'postgres') await change('DELETE FROM schema_migrations WHERE version = 999');
    });
  });
}
