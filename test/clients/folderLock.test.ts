/** The lock of a folder, on a real disk. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '../../src/clients/files/folderLock.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('the lock of an archive', () => {
  let home: TemporaryHome;
  let path: string;
  beforeEach(() => {
    home = temporaryHome();
    path = join(home.path, 'lock');
  });
  afterEach(() => home.remove());

  it('is refused while another process has it, however new it is, and free after its release', async () => {
    const lock = await lockFolder(path);
    await lock.requireHeld();
    await assert.rejects(lockFolder(path), { code: 'conflict' });
    await lock.release();
    assert.equal(existsSync(path), false);
    await (await lockFolder(path)).release();
  });

  it('is taken over from a process that is silent', async () => {
    mkdirSync(path);
    utimesSync(path, new Date(0), new Date(0));
    const lock = await lockFolder(path);
    await lock.requireHeld();
    await lock.release();
  });

  it('is lost to a process that took it over, whose lock stays', async () => {
    const lock = await lockFolder(path);
    rmdirSync(path);
    mkdirSync(path);
    await assert.rejects(lock.requireHeld(), { code: 'conflict' });
    await lock.release();
    assert.equal(existsSync(path), true);
  });
});
