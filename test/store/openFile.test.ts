/** Closing any descriptor of a file drops the locks that its process has on it, so nobody but SQLite opens an open store. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { backupsOf } from './backupsOf.ts';
import { aFile, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

const locksOn = (file: string): number =>
  readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => line.includes(`:${String(statSync(file).ino)} `)).length;

/** Of this process. */
const descriptors = (file: string): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === file;
    } catch {
      // That of the folder that was just read.
      return false;
    }
  }).length;

describe('Backups beside an open store', () => {
  it('leave its locks alone, so that another process does not take itself for the last one', async function () {
    if (process.platform !== 'linux') this.skip();
    const file = aFile();
    const store = openStore('native', file, { shareAt: () => Promise.resolve(undefined) });
    await visit(store);
    assert.equal(locksOn(file), 1);
    const backups = backupsOf('native', file);
    const made = await backups.make('manual');
    await backups.preview(made);
    await backups.restore(made, 'ada');
    assert.equal(locksOn(file), 1);
    await store.close();
    assert.equal(descriptors(file), 0);
  });

  it('are joined by a second store, a repair and a look at the file itself without costing it a lock', async function () {
    if (process.platform !== 'linux') this.skip();
    const file = aFile();
    const store = openStore('native', file);
    await visit(store);
    assert.equal(locksOn(file), 1);
    const second = openStore('native', file);
    await visit(second);
    assert.equal(locksOn(file), 1);
    const backups = backupsOf('native', file);
    await backups.previewRepair('ada');
    await backups.repair('ada');
    const own = await backups.find(file);
    await backups.preview(own);
    assert.equal(locksOn(file), 1);
    await second.close();
    assert.equal(locksOn(file), 1);
    await store.close();
    assert.deepEqual([locksOn(file), descriptors(file)], [0, 0]);
  });
});
