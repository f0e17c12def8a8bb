/** Closing any descriptor of a file drops the locks that its process has on it, so nobody but SQLite opens an open store. */
import { strict as assert } from 'node:assert';
import { readFileSync, statSync } from 'node:fs';
import { backupsOf } from './backupsOf.ts';
import { aFile, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

describe('Backups beside an open store', () => {
  it('leave its locks alone, so that another process does not take itself for the last one', async function () {
    if (process.platform !== 'linux') this.skip();
    const file = aFile();
    const locks = (): number =>
      readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .filter((line) => line.includes(`:${String(statSync(file).ino)} `)).length;
    const store = openStore('native', file, { shareAt: () => Promise.resolve(undefined) });
    await visit(store);
    assert.equal(locks(), 1);
    const backups = backupsOf('native', file);
    const made = await backups.make('manual');
    await backups.preview(made);
    await backups.restore(made, 'ada');
    assert.equal(locks(), 1);
    await store.close();
  });
});
