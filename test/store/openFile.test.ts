/** Closing any descriptor of a file drops the process's locks on it, so only SQLite may open a store that is in use. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { backupsOf } from './backupsOf.ts';
import { aFile, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

const locksOn = (file: string): number =>
  readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => line.includes(`:${String(statSync(file).ino)} `)).length;

/** Counts the descriptors of this process. */
const descriptors = (file: string): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === file;
    } catch {
      // The descriptor that was used to list the folder.
      return false;
    }
  }).length;

describe('backups of an open store', () => {
  it('keep its locks, so that another process does not consider itself the last one', async function () {
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

  it('keep its locks if a second store, a repair or a preview of the file itself joins in', async function () {
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
