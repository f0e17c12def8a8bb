/** Backups of a store that is opened through a link belong to the file, whichever name is used. */
import { strict as assert } from 'node:assert';
import { rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backupsOf } from './backupsOf.ts';
import { aFact, aFile, aFolder, fileEngineNames, noJudgement, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

for (const engine of fileEngineNames) {
  describe(`backups of a store behind a link (${engine})`, () => {
    it('are found by the name of the file or of the link, and repair the store', async function () {
      if (process.platform === 'win32') this.skip();
      const file = aFile();
      const link = join(aFolder(), 'link.db');
      symlinkSync(file, link);
      const store = openStore(engine, link);
      await store.facts.add(aFact(await visit(store), 'kept'), noJudgement);
      await store.close();
      const made = await backupsOf(engine, link).make('manual');
      assert.equal(dirname(made.path), join(dirname(file), 'backups'));
      assert.ok(made.name.startsWith(basename(file, '.db')), made.name);
      for (const name of [file, link]) assert.deepEqual(await backupsOf(engine, name).list(), [made]);
      const folder = join(aFolder(), 'folder');
      symlinkSync(dirname(file), folder);
      const inFolder = await backupsOf(engine, join(folder, basename(file))).list();
      assert.deepEqual(inFolder, [{ ...made, path: join(folder, 'backups', made.name) }]);
      rmSync(file);
      const { counts } = await backupsOf(engine, link).repair('ada');
      assert.equal(counts.facts, 1);
    });
  });
}
