/** The lock of a folder, on a real disk. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder, ownerFile } from '../../src/clients/files/folderLock.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('the lock of a folder', () => {
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

  it('is taken over at once from a process of this machine that was killed, and not from one that lives', async () => {
    const file = join(home.path, 'owner.ts');
    const lockFile = new URL('../../src/clients/files/folderLock.ts', import.meta.url).href;
    writeFileSync(
      file,
      `const { lockFolder } = await import(${JSON.stringify(lockFile)});
       await lockFolder(${JSON.stringify(path)});
       console.log('locked');
       setInterval(() => undefined, 1_000);`,
    );
    const owner = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(owner.stdout, 'data');
    await assert.rejects(lockFolder(path), { code: 'conflict' });
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const lock = await lockFolder(path);
    await lock.requireHeld();
    await lock.release();
    assert.deepEqual([existsSync(path), existsSync(ownerFile(path))], [false, false]);
  });

  it('is not taken over by what an older lock left beside it', async () => {
    const lock = await lockFolder(path);
    const left = readFileSync(ownerFile(path), 'utf8').replace(/^\d+/u, '999999999');
    await lock.release();
    mkdirSync(path);
    writeFileSync(ownerFile(path), left);
    await assert.rejects(lockFolder(path), { code: 'conflict' });
  });

  it('does not write through a link beside it', async () => {
    const victim = join(home.path, 'victim.txt');
    writeFileSync(victim, 'mine');
    symlinkSync(victim, ownerFile(path));
    await (await lockFolder(path)).release();
    assert.equal(readFileSync(victim, 'utf8'), 'mine');
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
