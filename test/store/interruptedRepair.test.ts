/**
 * If a repair is interrupted between setting the damaged store aside and putting the new one in place, no new store may
 * be created there.
 */
import { strict as assert } from 'node:assert';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { rowsIn } from '../support/rows.ts';
import { backupsOf } from './backupsOf.ts';
import { anEmptyStore } from './emptyStore.ts';
import { aFact, aFile, codeOf, fileEngineNames, noJudgement, openStore, removeFolders, visit } from './support.ts';
import type { FileEngineName } from './support.ts';

after(removeFolders);

const page = 4096;

async function aStoreWithoutItsFirstPage(engine: FileEngineName): Promise<string> {
  const file = anEmptyStore(engine);
  const store = openStore(engine, file);
  await store.facts.add(aFact(await visit(store), 'not to be forgotten'), noJudgement);
  await store.close();
  writeFileSync(file, readFileSync(file).fill(0xa5, 0, page));
  return file;
}

/** Copies what is on disk while the store is missing to another folder, without backups or a running repair. */
async function afterInterruptedRepair(engine: FileEngineName): Promise<string> {
  const file = await aStoreWithoutItsFirstPage(engine);
  const repairing = backupsOf(engine, file).repair('ada');
  while (existsSync(file)) await setImmediate();
  const left = aFile();
  cpSync(join(dirname(file), 'damaged'), join(dirname(left), 'damaged'), { recursive: true });
  await repairing;
  return left;
}

for (const engine of fileEngineNames) {
  describe(`an interrupted repair (${engine})`, () => {
    it('prevents the creation of a new store, and leaves the damaged one to the next repair', async () => {
      const file = await afterInterruptedRepair(engine);
      const store = openStore(engine, file);
      await assert.rejects(visit(store), /a repair of it is under way or was ended/u);
      assert.equal(await codeOf(store.maintenance.totals(null)), 'store_missing');
      await store.close();
      assert.equal(existsSync(file), false);

      const backups = backupsOf(engine, file);
      assert.equal((await backups.previewRepair('ada')).counts.facts, 1);
      assert.equal(existsSync(file), false);
      const { setAside } = await backups.repair('ada');
      assert.ok(setAside !== null);
      assert.deepEqual(rowsIn(file, 'SELECT fact FROM facts'), [{ fact: 'not to be forgotten' }]);
      const damaged = dirname(setAside);
      assert.deepEqual(readdirSync(damaged).length, 1);
      assert.deepEqual(readdirSync(setAside), ['memory.db']);
    });

    it('is over once a store is in place, so that a user can start from scratch on purpose', async () => {
      const file = await afterInterruptedRepair(engine);
      const backups = backupsOf(engine, file);
      await backups.repair('ada');
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      const store = openStore(engine, file);
      assert.equal((await store.maintenance.totals(null)).facts, 0);
      await store.close();
    });
  });
}
