/** Closing any descriptor of a file drops the process's locks on it, so only SQLite may open a store that is in use. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { backupsOf } from './backupsOf.ts';
import { aFile, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

/**
 * Whether this process holds SQLite's shared lock on a file: from byte 1073741826 on, https://sqlite.org/src/file/src/os.h.
 * Only this lock and only this process: a write or another file with the same inode number adds lines that come and go.
 */
const isLocked = (file: string): boolean =>
  readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some(
      (words) =>
        words.includes(String(process.pid)) &&
        Number(words.at(-2)) <= 1_073_741_826 &&
        Number(words.at(-1)) >= 1_073_741_826 &&
        words.some((word) => word.endsWith(`:${String(statSync(file).ino)}`)),
    );

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
    assert.equal(isLocked(file), true);
    const backups = backupsOf('native', file);
    const made = await backups.make('manual');
    await backups.preview(made);
    await backups.restore(made, 'ada');
    assert.equal(isLocked(file), true);
    await store.close();
    assert.equal(descriptors(file), 0);
  });

  it('keep its locks if a second store, a repair or a preview of the file itself joins in', async function () {
    if (process.platform !== 'linux') this.skip();
    const file = aFile();
    const store = openStore('native', file);
    await visit(store);
    assert.equal(isLocked(file), true);
    const second = openStore('native', file);
    await visit(second);
    assert.equal(isLocked(file), true);
    const backups = backupsOf('native', file);
    await backups.previewRepair('ada');
    await backups.repair('ada');
    const own = await backups.find(file);
    await backups.preview(own);
    assert.equal(isLocked(file), true);
    await second.close();
    assert.equal(isLocked(file), true);
    await store.close();
    assert.deepEqual([isLocked(file), descriptors(file)], [false, 0]);
  });
});
