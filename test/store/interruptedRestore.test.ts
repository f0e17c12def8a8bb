/** The copy left by an interrupted restore may be the only one of the earlier state, so it becomes a backup. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backupFolderOf, writeBackup } from '../../src/store/sqlite/backups/files/backupFolder.ts';
import { openBackups } from '../../src/store/sqlite/openBackups.ts';
import { rowsIn } from '../support/rows.ts';
import { anEmptyStore } from './emptyStore.ts';
import {
  aFact,
  aFile,
  fileEngineNames,
  hash,
  indexText,
  loadWasm,
  moment,
  noJudgement,
  openStore,
  removeFolders,
  visit,
} from './support.ts';

after(removeFolders);

describe('a copy of the state before a restore that cannot be named', () => {
  it('is kept once the store is replaced, and deleted if the replacement fails', async () => {
    const file = aFile();
    const cannotName = {
      newId: randomUUID,
      now: (): Date => {
        throw new Error('no name');
      },
    };
    const left = (): string[] => readdirSync(backupFolderOf(file)).filter((name) => name.endsWith('.kept'));
    const failing = writeBackup(file, 'before-restore', cannotName, (kept) => {
      writeFileSync(kept, 'half');
      return Promise.reject(new Error('not replaced'));
    });
    await assert.rejects(failing, /not replaced/u);
    assert.deepEqual(left(), []);
    const replacing = writeBackup(file, 'before-restore', cannotName, (kept) => writeFile(kept, 'the old state'));
    await assert.rejects(replacing, /no name/u);
    assert.equal(readFileSync(join(backupFolderOf(file), left()[0] ?? ''), 'utf8'), 'the old state');
  });
});

for (const engine of fileEngineNames) {
  describe(`the copy left by an interrupted restore (${engine})`, () => {
    it('becomes a backup if it is complete, and is deleted otherwise', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      await store.facts.add(aFact(await visit(store), 'only in the state before'), noJudgement);
      const ports = { hash, newId: randomUUID, now: () => new Date(moment), indexText, loadWasm };
      const backups = openBackups({ ...ports, file, engine, notice: () => undefined });
      const { path } = await backups.make('manual');
      await store.close();
      const folder = dirname(path);
      const bytes = readFileSync(path);
      writeFileSync(join(folder, 'one.kept'), bytes);
      writeFileSync(join(folder, 'two.kept'), bytes.subarray(0, 8_192));
      writeFileSync(join(folder, 'three.kept'), '');
      await backups.make('manual');
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.endsWith('.kept')),
        [],
      );
      const listed = await backups.list();
      assert.deepEqual(listed.map(({ reason }) => reason).toSorted(), ['before-restore', 'manual', 'manual']);
      const kept = listed.find(({ reason }) => reason === 'before-restore');
      assert.deepEqual(rowsIn(kept?.path ?? '', 'SELECT fact FROM facts'), [{ fact: 'only in the state before' }]);
    });
  });
}
