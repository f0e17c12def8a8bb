/** Places that an export must not overwrite, however their path is spelled. */
import { strict as assert } from 'node:assert';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFileAt } from '../../src/cli/portability/ownFiles.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

describe('the files of a store', () => {
  const home = temporaryHome();
  after(() => home.remove());

  it('are recognized by every name and link that leads to them, and no other file is', async () => {
    const at = (name: string): Promise<string | undefined> => ownFileAt(join(home.path, name), home.database);
    writeFileSync(home.database, 'a store');
    for (const folder of ['other', 'backups', 'backups/within']) mkdirSync(join(home.path, folder));
    writeFileSync(join(home.path, 'backups', 'one.db'), 'a backup');
    linkSync(home.database, join(home.path, 'other', 'hard.json'));
    for (const name of ['memory.db', 'memory.db-wal', 'memory.db-shm', 'memory.db-journal', 'Memory.DB-wal']) {
      assert.equal(await at(name), 'store', name);
    }
    assert.equal(await at('other/hard.json'), 'store');
    for (const name of ['one.db', 'new.json', 'within/new.json']) assert.equal(await at(`backups/${name}`), 'backups');
    for (const name of ['memory.json', 'other/new.json', 'nowhere/new.json']) assert.equal(await at(name), undefined);
    // On Windows, few users may create links to folders.
    if (process.platform === 'win32') return;
    symlinkSync(home.database, join(home.path, 'other', 'soft.json'));
    symlinkSync(home.path, join(home.path, 'other', 'home'));
    symlinkSync(join(home.path, 'backups', 'one.db'), join(home.path, 'other', 'one.json'));
    for (const name of ['soft.json', 'home/memory.db', 'home/memory.db-journal']) {
      assert.equal(await at(`other/${name}`), 'store', name);
    }
    assert.equal(await at('other/home/backups/new.json'), 'backups');
    assert.equal(await at('other/one.json'), 'backups');
  });
});
